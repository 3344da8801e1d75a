import type { PlanContext } from '../../cases/proposal.ts';
import { longLengths } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { type ControlPlans, canCompute, drawnData, each, type GraphLines } from './control.ts';

/** Whether the version takes a batch of sequences. */
const isInBatches = ({ version }: PlanContext): boolean => version.inputs.length > 1;

/** A scan as the version has it: over sequences of a batch of 2, or over one. */
const scanOf =
  (context: PlanContext) =>
  (
    states: Readonly<Record<string, string>>,
    along: Readonly<Record<string, string>>,
    outputs: string,
    body: string,
    more = '',
    other = '',
  ): string => {
    const isBatch = isInBatches(context);
    const batched = (shape: string) =>
      isBatch ? (shape.startsWith('scalar') ? shape.replace('scalar', '2') : `2x${shape}`) : shape;
    const values = Object.entries({ ...states, ...along }).map(([name, shape]) => `${name} ${batched(shape)}`);
    const given = [...Object.keys(states), ...Object.keys(along)].join(', ');
    const count = Object.keys(along).length;
    return `${values.join('; ')}${other}; ${outputs} = Scan(${isBatch ? ', ' : ''}${given}, num_scan_inputs=${count}${more}, body={${body}})`;
  };

/** Each output is what the run before was given. */
const delay = (context: PlanContext, element: string, length: number): string =>
  scanOf(context)(
    { h: element },
    { x: element === 'scalar' ? `${length}` : `${length}x${element}` },
    'v, s',
    't, e: t2 = Identity(e); o = Identity(t) -> t2, o',
  );

/** Differences with the state before, which depend on the order. */
const differences = (context: PlanContext, element = '3', length = 4): string =>
  scanOf(context)(
    { h: element },
    { x: `${length}x${element}` },
    'v, s',
    't, e: t2 = Sub(e, t); o = Add(t2, t2) -> t2, o',
  );

/** Lines of scans as the version has them. */
const scans = (context: PlanContext, lines: (scan: ReturnType<typeof scanOf>) => GraphLines): GraphLines =>
  lines(scanOf(context));

/** Of versions without batches: the same body with axes and directions of its own. */
const along = (x: string, attributes: string, h = '3'): string =>
  `h ${h}; x ${x}; v, s = Scan(h, x, num_scan_inputs=1, ${attributes}, body={t, e: t2 = Sub(e, t); o = Add(t2, e) -> t2, o})`;

export const scan: ControlPlans = {
  moves: (context) => ({
    'a delay': delay(context, '3', 4),
    'of scalars': delay(context, 'scalar', 5),
    'of tensors of rank 2': delay(context, '2x2', 3),
    'of length 1': delay(context, '2', 1),
    'without elements': delay(context, '0', 2),
  }),
  whole: (context) =>
    isInBatches(context)
      ? 'h 2x3; x 2x4x3; l int64 = 4 4; v, s = Scan(l, h, x, num_scan_inputs=1, body={t, e: t2 = Identity(e); o = Identity(t) -> t2, o})'
      : undefined,
  definition: (context) =>
    scans(context, (scan) => ({
      differences: differences(context),
      sums: scan({ h: '3' }, { x: '4x3' }, 'v, s', 't, e: t2 = Add(e, t); o = Mul(t2, e) -> t2, o'),
      'only states': scan({ h: '3' }, { x: '4x3' }, 'v', 't, e: t2 = Sub(e, t) -> t2'),
      'its outputs are read': `${scan({ h: '3' }, { x: '4x3' }, 'v, s', 't, e: t2 = Sub(e, t); o = Neg(t2) -> t2, o')}; r = Neg(v); q = Neg(s)`,
    })),
  sizes: (context) => [
    [delay(context, '3', 4), delay(context, '3', 2), delay(context, '5', 3)],
    [differences(context, '3', 4), differences(context, '3', 2), differences(context, '5', 3)],
    [delay(context, '2', 3), delay(context, '2', 5)],
  ],
  plans: {
    'any-count': (context) =>
      scans(context, (scan) =>
        Object.fromEntries(
          [1, 2, 3, 5, ...longLengths(67)].map((count) => {
            const names = Array.from({ length: count }, (_, i) => i);
            return [
              `states ${count}`,
              scan(
                Object.fromEntries(names.map((i) => [`h${i}`, '3'])),
                { x: '4x3' },
                [...names.map((i) => `v${i}`), 's'].join(', '),
                `${names.map((i) => `t${i}`).join(', ')}, e: ${names.map((i) => `u${i} = Identity(${i === 0 ? 'e' : `t${i - 1}`})`).join('; ')}; o = Identity(t${count - 1}) -> ${names.map((i) => `u${i}`).join(', ')}, o`,
              ),
            ];
          }),
        ),
      ),
    'any-length': (context) => ({
      ...each('length', longLengths(), (n) => delay(context, '2', Number(n))),
      ...each('differences of length', longLengths(515), (n) => differences(context, '2', Number(n))),
    }),
    'inputs-same-value': (context) => ({
      'one tensor scanned twice': isInBatches(context)
        ? 'h 2x3; x 2x4x3; v, s = Scan(, h, x, x, num_scan_inputs=2, directions=[0,1], body={t, e, f: t2 = Sub(e, t); o = Sub(f, t2) -> t2, o})'
        : 'h 3; x 4x3; v, s = Scan(h, x, x, num_scan_inputs=2, body={t, e, f: t2 = Sub(e, t); o = Add(f, t2) -> t2, o})',
      'one tensor for two states': scanOf(context)(
        { h: '3' },
        { x: '4x3' },
        'v, w',
        't, u, e: t2 = Sub(e, u); u2 = Add(t, e) -> t2, u2',
      ).replace('h, x, num', 'h, h, x, num'),
    }),
    'omitted-sequence-lens': (context) => ({
      'a delay': delay(context, '3', 4),
      'of scalars': delay(context, 'scalar', 5),
    }),
    'state-order': (context) =>
      scans(context, (scan) => ({
        differences: differences(context, '2', 5),
        'a delay': delay(context, '3', 5),
        powers: scan(
          { h: '2' },
          { x: '3x2' },
          'v, s',
          't, e: d = Add(t, t); t2 = Add(d, e); o = Identity(t2) -> t2, o',
        ),
      })),
    'states-together': (context) =>
      scans(context, (scan) => ({
        'two in turns': scan(
          { h: '3', g: '3' },
          { x: '3x3' },
          'v, w, s',
          't, u, e: t2 = Add(u, e); u2 = Identity(t); o = Sub(t, u) -> t2, u2, o',
        ),
        'of other shapes': scan(
          { h: '3', g: '2x3' },
          { x: '4x3' },
          'v, w',
          't, u, e: t2 = Sub(e, t); u2 = Add(u, u) -> t2, u2',
        ),
        'each from both': scan(
          { h: '3', g: '3' },
          { x: '4x3' },
          'v, w',
          't, u, e: t2 = Sub(u, e); u2 = Add(t, e) -> t2, u2',
        ),
      })),
    'no-states': (context) =>
      scans(context, (scan) => ({
        'of each element': scan({}, { x: '4x3' }, 's', 'e: o = Add(e, e) -> o'),
        'of two tensors': scan({}, { x: '4x3', y: '4x3' }, 's', 'e, f: o = Sub(e, f) -> o'),
      })),
    'several-inputs': (context) =>
      scans(context, (scan) => ({
        two: scan(
          { h: '3' },
          { x: '4x3', y: '4x3' },
          'v, s',
          't, e, f: d = Sub(e, f); t2 = Sub(d, t); o = Add(t2, f) -> t2, o',
        ),
        'of other ranks': scan(
          { h: '3' },
          { x: '4x3', y: '4' },
          'v, s',
          't, e, f: t2 = Sub(e, t); o = Identity(f) -> t2, o',
        ),
        three: scan(
          { h: '3' },
          { x: '2x3', y: '2x3', z: '2x3' },
          'v, s',
          't, e, f, g: d = Sub(e, f); t2 = Add(t, d); o = Sub(g, t2) -> t2, o',
        ),
      })),
    'several-outputs': (context) =>
      scans(context, (scan) => ({
        two: scan(
          { h: '3' },
          { x: '4x3' },
          'v, s, r',
          't, e: t2 = Sub(e, t); o = Identity(t); p = Neg(t2) -> t2, o, p',
        ),
        'of other shapes': scan(
          { h: '3' },
          { x: '4x3' },
          'v, s, r',
          't, e: t2 = Sub(e, t); o = Identity(t2); p = Concat(t, e, axis=0) -> t2, o, p',
        ),
        'of other types': scan(
          { h: '3' },
          { x: '4x3' },
          'v, s, r',
          't, e: t2 = Sub(e, t); o = Shape(t2); p = Neg(e) -> t2, p, o',
        ),
      })),
    'scalar-elements': (context) =>
      scans(context, (scan) => ({
        both: delay(context, 'scalar', 4),
        differences: scan({ h: 'scalar' }, { x: '5' }, 'v, s', 't, e: t2 = Sub(e, t); o = Add(t2, e) -> t2, o'),
        'only what is stacked': scan(
          { h: '3' },
          { x: '4x3', y: '4' },
          'v, s',
          't, e, f: t2 = Sub(e, t); o = Identity(f) -> t2, o',
        ),
      })),
    'one-place': (context) => ({
      differences: differences(context, '3', 1),
      'a delay': delay(context, '2x2', 1),
    }),
    batch: (context) => ({
      'of 2': differences(context),
      'of 3':
        'h 3x2; x 3x4x2; v, s = Scan(, h, x, num_scan_inputs=1, body={t, e: t2 = Sub(e, t); o = Add(t2, e) -> t2, o})',
      'of 1':
        'h 1x2; x 1x4x2; v, s = Scan(, h, x, num_scan_inputs=1, body={t, e: t2 = Sub(e, t); o = Add(t2, e) -> t2, o})',
      'as long as the sequences':
        'h 3x3; x 3x3x3; v, s = Scan(, h, x, num_scan_inputs=1, body={t, e: t2 = Sub(e, t); o = Add(t2, e) -> t2, o})',
    }),
    'sequence-lens': Object.fromEntries(
      ['3 1', '1 3', '2 2', '3 3', '1 1'].flatMap((lengths) =>
        ['', ', directions=[0]'].map((directions) => [
          `lengths ${lengths}${directions}`,
          `l int64 = ${lengths}; h 2x2; x 2x3x2; v, s = Scan(l, h, x, num_scan_inputs=1${directions}, body={t, e: t2 = Sub(e, t); o = Add(t2, e) -> t2, o})`,
        ]),
      ),
    ),
    directions: {
      backwards:
        'h 2x3; x 2x4x3; v, s = Scan(, h, x, num_scan_inputs=1, directions=[1], body={t, e: t2 = Sub(e, t); o = Add(t2, e) -> t2, o})',
      forwards:
        'h 2x3; x 2x4x3; v, s = Scan(, h, x, num_scan_inputs=1, directions=[0], body={t, e: t2 = Sub(e, t); o = Add(t2, e) -> t2, o})',
      'one of each':
        'h 2x3; x 2x4x3; y 2x4x3; v, s = Scan(, h, x, y, num_scan_inputs=2, directions=[0,1], body={t, e, f: t2 = Sub(e, t); o = Sub(f, t2) -> t2, o})',
      'the other one of each':
        'h 2x3; x 2x4x3; y 2x4x3; v, s = Scan(, h, x, y, num_scan_inputs=2, directions=[1,0], body={t, e, f: t2 = Sub(e, t); o = Sub(f, t2) -> t2, o})',
    },
    'input-axes': {
      'axis 1': along('3x4', 'scan_input_axes=[1]'),
      'axis 0': along('4x3', 'scan_input_axes=[0]'),
      'axis 1 of 3': along('2x4x3', 'scan_input_axes=[1]', '2x3'),
      'axis 2 of 3': along('2x3x4', 'scan_input_axes=[2]', '2x3'),
      'of a square': along('3x3', 'scan_input_axes=[1]'),
      'of two tensors':
        'h 3; x 3x4; y 4x3; v, s = Scan(h, x, y, num_scan_inputs=2, scan_input_axes=[1,0], body={t, e, f: d = Sub(e, f); t2 = Sub(d, t); o = Add(t2, f) -> t2, o})',
    },
    'input-directions': {
      backwards: along('4x3', 'scan_input_directions=[1]'),
      forwards: along('4x3', 'scan_input_directions=[0]'),
      'along axis 1': along('3x4', 'scan_input_axes=[1], scan_input_directions=[1]'),
      'one of each':
        'h 3; x 4x3; y 4x3; v, s = Scan(h, x, y, num_scan_inputs=2, scan_input_directions=[1,0], body={t, e, f: t2 = Sub(e, t); o = Sub(f, t2) -> t2, o})',
    },
    'output-axes': {
      'axis 1': along('4x3', 'scan_output_axes=[1]'),
      'axis 0': along('4x3', 'scan_output_axes=[0]'),
      'axis 1 of 3': along('4x2x3', 'scan_output_axes=[1]', '2x3'),
      'axis 2 of 3': along('4x2x3', 'scan_output_axes=[2]', '2x3'),
      'of a square': along('3x3', 'scan_output_axes=[1]'),
      'of two outputs':
        'h 3; x 4x3; v, s, r = Scan(h, x, num_scan_inputs=1, scan_output_axes=[1,0], body={t, e: t2 = Sub(e, t); o = Identity(t); p = Neg(t2) -> t2, o, p})',
      'as its input': along('3x4', 'scan_input_axes=[1], scan_output_axes=[1]'),
    },
    'output-directions': {
      'the last comes first': along('4x3', 'scan_output_directions=[1]'),
      'the first comes first': along('4x3', 'scan_output_directions=[0]'),
      'along axis 1': along('4x3', 'scan_output_axes=[1], scan_output_directions=[1]'),
      'both directions': along('4x3', 'scan_input_directions=[1], scan_output_directions=[1]'),
      'of two outputs':
        'h 3; x 4x3; v, s, r = Scan(h, x, num_scan_inputs=1, scan_output_directions=[0,1], body={t, e: t2 = Sub(e, t); o = Identity(t); p = Neg(t2) -> t2, o, p})',
    },
    bidirectional: {
      'side by side':
        'h 3; x 4x3; v, s = Scan(h, x, x, num_scan_inputs=2, scan_input_directions=[0,1], body={t, e, f: t2 = Sub(e, t); o = Sub(f, t2) -> t2, o})',
      'two states':
        'h 3; g 3; x 4x3; v, w, s = Scan(h, g, x, x, num_scan_inputs=2, scan_input_directions=[0,1], body={t, u, e, f: t2 = Sub(e, t); u2 = Sub(f, u); o = Add(t2, u2) -> t2, u2, o})',
    },
    'negative-axes': {
      'of the input': along('3x4', 'scan_input_axes=[-1]'),
      'of the input, the first': along('4x3', 'scan_input_axes=[-2]'),
      'of the output': along('4x3', 'scan_output_axes=[-1]'),
      'of the output, the first': along('4x3', 'scan_output_axes=[-2]'),
      'of the output, in the middle': along('4x2x3', 'scan_output_axes=[-2]', '2x3'),
    },
    'outer-values': (context) =>
      scans(context, (scan) => ({
        'of a node before': scan(
          { h: '3' },
          { x: '4x3' },
          'v, s',
          't, e: d = Sub(e, t); t2 = Add(d, w); o = Sub(w, t2) -> t2, o',
          '',
          '; z 3; w = Neg(z)',
        ),
        'a constant': scan(
          { h: '3' },
          { x: '4x3' },
          'v, s',
          't, e: d = Sub(e, t); t2 = Add(d, W); o = Sub(W, t2) -> t2, o',
          '',
          '; W 3 small',
        ),
        'the whole of what is scanned': scan(
          { h: '3' },
          { x: '4x3' },
          'v, s',
          't, e: t2 = Sub(e, t); o = Neg(x) -> t2, o',
        ),
      })),
    'own-constants': (context) =>
      scans(context, (scan) => ({
        'of the type of the states': scan(
          { h: '3' },
          { x: '4x3' },
          'v, s',
          't, e: W = 1 2 3; d = Sub(e, t); t2 = Add(d, W); o = Sub(W, t2) -> t2, o',
        ),
        'of other types': scan(
          { h: '3' },
          { x: '4x3' },
          'v, s',
          't, e: j int64 = 2 0 1; d = Sub(e, t); t2 = Gather(d, j, axis=0); o = Neg(d) -> t2, o',
        ),
      })),
    'sibling-names': (context) => ({
      'the same graph twice': isInBatches(context)
        ? 'h 2x3; x 2x4x3; y 2x2x3; v = Scan(, h, x, num_scan_inputs=1, body={t, e: t2 = Sub(e, t) -> t2}); w = Scan(, h, y, num_scan_inputs=1, body={t, e: t2 = Sub(e, t) -> t2})'
        : 'h 3; x 4x3; y 2x3; v = Scan(h, x, num_scan_inputs=1, body={t, e: t2 = Sub(e, t) -> t2}); w = Scan(h, y, num_scan_inputs=1, body={t, e: t2 = Sub(e, t) -> t2})',
    }),
    nested: (context) =>
      scans(context, (scan) => ({
        'a branch': scan(
          { h: '3' },
          { x: '4x3', y: '4' },
          'v, s',
          't, e, f: q = Less(f, z); t2 = If(q, then_branch={a = Sub(e, t)}, else_branch={b = Add(e, t)}); o = Neg(t2) -> t2, o',
          '',
          '; z scalar = 1',
        ),
        'a scan': isInBatches(context)
          ? 'h 2; x 2x3x4x2; n 1x2; v, s = Scan(, h, x, num_scan_inputs=1, body={t, e: g = Unsqueeze(e, axes=[0]); u, r = Scan(, n, g, num_scan_inputs=1, body={a, b: a2 = Sub(b, a); d = Neg(a2) -> a2, d}); q = Identity(r); t2 = Identity(t) -> t2, q})'
          : 'h 3; x 4x2x3; v, s = Scan(h, x, num_scan_inputs=1, body={t, e: t2, o = Scan(t, e, num_scan_inputs=1, body={a, b: a2 = Sub(b, a); d = Neg(a2) -> a2, d}) -> t2, o})',
        'a loop': scan(
          { h: '3' },
          { x: '4x3' },
          'v, s',
          't, e: t2 = Loop(m, c, t, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Sub(e, a) -> k2, b}); o = Neg(t2) -> t2, o',
          '',
          '; m int64 scalar = 3; c bool scalar = 1',
        ),
      })),
  },
  invalid: {
    'invalid-lengths': (context) => [
      {
        valid: scanOf(context)(
          { h: '3' },
          { x: '4x3', y: '4x3' },
          'v, s',
          't, e, f: d = Sub(e, f); t2 = Sub(d, t); o = Add(t2, f) -> t2, o',
        ),
        broken: {
          'one is longer': scanOf(context)(
            { h: '3' },
            { x: '4x3', y: '5x3' },
            'v, s',
            't, e, f: d = Sub(e, f); t2 = Sub(d, t); o = Add(t2, f) -> t2, o',
          ),
          'one is shorter': scanOf(context)(
            { h: '3' },
            { x: '4x3', y: '2x3' },
            'v, s',
            't, e, f: d = Sub(e, f); t2 = Sub(d, t); o = Add(t2, f) -> t2, o',
          ),
        },
      },
    ],
    'invalid-axis': () => [
      {
        valid: along('4x3', 'scan_input_axes=[0], scan_output_axes=[0]'),
        broken: {
          'of an input, too large': along('4x3', 'scan_input_axes=[2], scan_output_axes=[0]'),
          'of an input, too small': along('4x3', 'scan_input_axes=[-3], scan_output_axes=[0]'),
          'of an output, too large': along('4x3', 'scan_input_axes=[0], scan_output_axes=[2]'),
          'of an output, too small': along('4x3', 'scan_input_axes=[0], scan_output_axes=[-3]'),
        },
      },
    ],
    'invalid-state-shape': (context) => [
      {
        valid: differences(context),
        broken: {
          'it grows': scanOf(context)(
            { h: '3' },
            { x: '4x3' },
            'v, s',
            't, e: t2 = Concat(t, e, axis=0); o = Identity(e) -> t2, o',
          ),
          'its rank grows': scanOf(context)(
            { h: '3' },
            { x: '4x3' },
            'v, s',
            't, e: t2 = Unsqueeze(t, axes=[0]); o = Identity(e) -> t2, o',
          ),
        },
      },
    ],
    'invalid-scan-count': (context) => [
      {
        valid: differences(context),
        broken: {
          'more than there are': differences(context).replace('num_scan_inputs=1', 'num_scan_inputs=3'),
          zero: differences(context).replace('num_scan_inputs=1', 'num_scan_inputs=0'),
          negative: differences(context).replace('num_scan_inputs=1', 'num_scan_inputs=-1'),
        },
      },
    ],
    'invalid-body-inputs': (context) => [
      {
        valid: differences(context),
        broken: {
          'one more': scanOf(context)(
            { h: '3' },
            { x: '4x3' },
            'v, s',
            't, e, z: t2 = Sub(e, t); o = Add(t2, t2) -> t2, o',
          ),
          'one less': scanOf(context)({ h: '3' }, { x: '4x3' }, 'v, s', 'e: t2 = Sub(e, e); o = Add(t2, t2) -> t2, o'),
        },
      },
    ],
    'invalid-shadowing': (context) => [
      {
        valid: differences(context),
        broken: {
          'an input of the body has the name of a value outside': scanOf(context)(
            { h: '3' },
            { x: '4x3' },
            'v, s',
            'h, e: t2 = Sub(e, h); o = Add(t2, t2) -> t2, o',
          ),
          'a node of the body gives a value of the name of one outside': scanOf(context)(
            { h: '3' },
            { x: '4x3' },
            'v, s',
            't, e: x = Sub(e, t); o = Add(x, x) -> x, o',
          ),
        },
      },
    ],
  },
  draw,
};

/** A scan of some states along some tensors. */
function draw(draws: Draws): string {
  const { context } = draws;
  const isComputed = canCompute(context) && draws.once(2);
  const isBatch = isInBatches(context);
  const batch = draws.size(3, 1);
  const length = draws.size(draws.pick(9, 9, 40), 1);
  const element = draws.sizes(draws.count(0, 3), 0, draws.pick(30, 30, Math.ceil(600 / length)));
  const outside = ['w0', 'w1', 'w2'].slice(0, draws.pick(0, 0, 1, 3));
  const scanned = draws.count(1, 3);
  const states = draws.count(0, 2);
  const range = (count: number) => Array.from({ length: count }, (_, i) => i);
  const rank = element.length + 1;
  const axis = (): number => {
    const place = draws.pick(0, 0, rank - 1, draws.count(0, rank - 1));
    return context.version.since >= 11 && draws.once(3) ? place - rank : place;
  };
  const axes = range(scanned).map(() => (isBatch ? 0 : axis()));
  const hasAxes = !isBatch && draws.once(2);
  const shapeAlong = (i: number): number[] => {
    const place = hasAxes ? (axes[i]! + rank) % rank : 0;
    return [...(isBatch ? [batch] : []), ...element.toSpliced(place, 0, length)];
  };
  const nodes = range(states).map((i) => {
    const source = draws.pick(...range(scanned));
    return `u${i} = ${isComputed ? draws.pick(`Sub(e${source}, t${i})`, `Add(t${i}, e${source})`) : i === 0 ? `Identity(e${source})` : `Identity(t${i - 1})`}`;
  });
  const results = draws.count(states === 0 ? 1 : 0, 3);
  const from = [
    ...range(states).map((i) => `t${i}`),
    ...range(states).map((i) => `u${i}`),
    ...range(scanned).map((i) => `e${i}`),
    ...outside,
  ];
  const stacked = range(results).map((i) => `o${i} = Identity(${draws.pick(...from)})`);
  const list = (name: string, values: readonly number[]) => `, ${name}=[${values}]`;
  const flags = (count: number) => range(count).map(() => draws.pick(0, 1));
  const attributes = isBatch
    ? draws.once(2)
      ? list('directions', flags(scanned))
      : ''
    : [
        hasAxes ? list('scan_input_axes', axes) : '',
        draws.once(2) ? list('scan_input_directions', flags(scanned)) : '',
        results > 0 && draws.once(2) ? list('scan_output_axes', range(results).map(axis)) : '',
        results > 0 && draws.once(2) ? list('scan_output_directions', flags(results)) : '',
      ].join('');
  const lengths = isBatch && draws.once(3);
  // where a sequence that ends before others begins backwards is not said
  const isEven = attributes.includes('1');
  const values = [
    ...(lengths
      ? [
          `l int64 = ${range(batch)
            .map(() => (isEven ? length : draws.detail(1, length)))
            .join(' ')}`,
        ]
      : []),
    ...range(states).map((i) => `h${i} ${drawnData(draws, [...(isBatch ? [batch] : []), ...element], isComputed)}`),
    ...range(scanned).map((i) => `x${i} ${drawnData(draws, shapeAlong(i), isComputed)}`),
    ...outside
      .filter((name) => stacked.some((node) => node.includes(name)))
      .map((name) => `${name} ${drawnData(draws, element, isComputed)}`),
  ];
  const given = [
    ...(isBatch ? [lengths ? 'l' : ''] : []),
    ...range(states).map((i) => `h${i}`),
    ...range(scanned).map((i) => `x${i}`),
  ];
  const own = [...range(states).map((i) => `t${i}`), ...range(scanned).map((i) => `e${i}`)];
  const outputs = [...range(states).map((i) => `u${i}`), ...range(results).map((i) => `o${i}`)];
  const names = [...range(states).map((i) => `v${i}`), ...range(results).map((i) => `s${i}`)];
  return `${values.join('; ')}; ${names.join(', ')} = Scan(${given.join(', ')}, num_scan_inputs=${scanned}${attributes}, body={${own.join(', ')}: ${[...nodes, ...stacked].join('; ')} -> ${outputs.join(', ')}})`;
}
