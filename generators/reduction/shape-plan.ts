import { shapePlans } from '../shape-plans.ts';
import { describe, factsOf, propose } from './propose.ts';

export const { shapes, draftOf } = shapePlans(describe, factsOf, propose);
