import { noFalseAlarms } from './no-false-alarm.ts';

noFalseAlarms(2);
