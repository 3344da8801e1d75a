import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { each, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';

/** Nodes that draw, or do not: by an attribute, by inputs, or never, as the version has it. */
const drawing =
  (training: 0 | 1, ...calls: NamedCall[]) =>
  ({ version: { attributes, inputs } }: PlanContext): NamedCall[] => {
    const names = new Set([...attributes, ...inputs].map(({ name }) => name));
    return calls.map(({ outputs, ...call }) => {
      const all = { ratio: 0.5, is_test: 1 - training, training_mode: training, seed: 7, ...call };
      return { ...Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name))), outputs };
    });
  };

/** Left out from the end, where they are inputs. */
const short = { ratio: undefined, training_mode: undefined };

/** In training the standard suite looks at what every draw has in common. */
export const dropout: NamedPlans = {
  draw: (draws) => {
    // nothing says how small floats are scaled
    const training = formatOf(draws.context.dtype).bits > 8 && draws.once(4) ? 1 : 0;
    const data = training
      ? draws.data(draws.sizes(draws.count(1, 4), 1, 300), 'distinct')
      : draws.data(draws.sizes(draws.count(0, 5)));
    const outputs = draws.context.version.since === 1 ? undefined : draws.pick(1, 2);
    const [call] = drawing(training, { data, ratio: draws.pick(0, 0.5, 0.25, 0.75), outputs })(draws.context);
    return call!;
  },
  samples: drawing(0, { data: '2x3' }, { data: '4 distinct', ratio: 0.25 }),
  sizes: [drawing(0, ...each({ data: '2x3 3x2 4x5' })), drawing(0, ...each({ data: '40 65 7' }))],
  aliasCandidates: drawing(0, { data: '2x3' }),
  plans: {
    inference: (context) => [
      ...drawing(
        0,
        ...['distinct', 'mixed', 'wide', 'special', 'zeros'].map((kind) => ({ data: `5x7 ${kind}` })),
        ...each({ ratio: [0, 0.1, 0.75] }, { data: '9' }),
      )(context),
      ...(context.version.inputs.length > 1
        ? drawing(0, { data: '5', ...short }, { data: '5', ratio: 0.75, training_mode: undefined })(context)
        : []),
    ],
    'any-rank': drawing(0, ...each({ data: 'scalar 3 2x1x3 1x2x1x2x2' })),
    'size-zero': drawing(0, ...each({ data: '0 2x0x3' })),
    mask: (context) => [
      ...drawing(0, ...each({ data: '5 3x4 scalar', outputs: [2] }))(context),
      ...drawing(0, { data: '3x4', ...(context.version.inputs.length > 1 && short), outputs: 2 })(context),
      ...drawing(1, { data: '3x4', ratio: 0, outputs: 2 })(context),
    ],
    training: drawing(1, ...each({ ratio: [0.5, 0.25, 0.75, 0.1], outputs: [1, 2] }, { data: '6x11 distinct' })),
  },
};
