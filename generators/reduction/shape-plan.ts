import { shapePlans } from '../shape-plans.ts';
import { describe, propose } from './propose.ts';

export const { shapes, draftOf } = shapePlans(describe, propose);
