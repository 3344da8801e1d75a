import { createRequire } from 'node:module';
import { once } from '../../oracles/spec/node.ts';

/** Returns the package yaml, loaded at first use: most runs read no YAML, and its seventy modules would delay each start. */
export const yaml = once((): typeof import('yaml') => createRequire(import.meta.url)('yaml'));
