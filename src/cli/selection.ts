import { parseDType, type Selection } from '../../generators/cases.ts';
import { type Tier, tiers } from '../../oracles/acceptance/tier.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import { newestOpset } from '../../oracles/operators.ts';

/**
 * A selection from what the user typed.
 * @throws BadInput for an opset or dtype that does not exist
 */
export function parseSelection(args: {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly seed: number;
}): Selection {
  return {
    seed: args.seed,
    ids: args.ids,
    opsets: [...new Set(args.opset.flatMap(parseOpsets))].sort((a, b) => a - b),
    dtypes: [...new Set(args.dtype.flatMap((list) => list.split(',')).map(parseDType))],
  };
}

/** `13`, `13,18` or a range `13-18`. */
function parseOpsets(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, from, to = from] = /^(\d+)(?:(?:-|\.\.|…)(\d+))?$/.exec(part.trim()) ?? [];
    if (from === undefined) throw new BadInput(`--opset takes numbers and ranges such as 13 or 13-18, not '${part}'`);
    const [first, last] = [Number(from), Number(to)];
    for (const opset of [first, last]) {
      if (opset < 1 || opset > newestOpset) {
        throw new BadInput(`opset ${opset} does not exist: ONNX opsets are 1 to ${newestOpset}`);
      }
    }
    if (last < first) throw new BadInput(`--opset ${part} is empty; the lower opset comes first: ${last}-${first}`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/**
 * `--require`.
 * @throws BadInput if it is no tier
 */
export function parseTier(text: string): Tier {
  const tier = tiers.find((known) => known === text);
  if (!tier) throw new BadInput(`--require ${text}: there is no such tier; use one of ${tiers.join(', ')}`);
  return tier;
}

/** What to say when a selection of known operators, opsets and dtypes holds no case. */
export function nothingSelected(args: {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
}): string {
  const wanted = [...args.ids, ...args.opset.map((opset) => `opset ${opset}`), ...args.dtype].join(', ');
  return `no case is left of ${wanted}; 'onnx-conformance list' shows what there is`;
}
