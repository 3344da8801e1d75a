import { parseLaunch } from '../dist/src/options/launch.js';

/** What the pace of fuzzing is measured with. */
export const requirements = { requireTier: 'native' };
export const everything = { ids: [], opsets: [], dtypes: [] };

export const launchingOf = (backend) =>
  parseLaunch({ backend, env: [], backendOption: [], timeout: 10, startTimeout: 30 });
