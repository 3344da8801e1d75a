import type { GraphEntry } from './entry.ts';

const attributes = 'x 2x3; a = Softmax(x, axis=0); y = Transpose(a, perm=[1,0])';

const sparse = {
  says: ['onnx.proto', 'SparseTensorProto'],
  graphs: {
    'an operand': 'x 2x3; C 2x3 = 0 2 0 0 0 -1; y = Add(x, C)',
    'a weight': 'x 2x3; W 3x4 = 1 0 0 0 0 0 2 0 0 0 0 0; y = MatMul(x, W)',
  },
  dtypes: ['float32', 'int64'],
} as const;

/** Models with the same meaning in other forms: writers of models differ, and a runtime reads what all of them write. */
export const forms: readonly GraphEntry[] = [
  {
    id: 'typed-fields',
    text: 'The elements of a tensor may be stored in the field of their type instead of raw_data.',
    form: 'typed fields',
    says: ['onnx.proto', 'TensorProto'],
    graphs: {
      'a constant': 'x 2x3; C 2x3; y = Concat(x, C, axis=0)',
      'a single element': 'x 2x3; C 2x1; y = Concat(x, C, axis=1)',
      'an attribute': 'x 3; c = Constant(value=[1,0,1]); y = Concat(x, c, axis=0)',
      'nothing in it': 'x 2x3; C 0x3; y = Concat(x, C, axis=0)',
    },
    dtypes: [
      ...(['float32', 'float16', 'float64', 'bfloat16', 'int64', 'int32', 'int16', 'int8'] as const),
      ...(['uint8', 'uint16', 'uint32', 'uint64', 'bool'] as const),
    ],
  },
  {
    id: 'constants-as-defaults',
    text: 'A constant may be a graph input as well: it is the default of an input that is not given.',
    form: 'constants as defaults',
    says: ['IR.md', 'Graphs: initializers'],
    graphs: {
      'an operand': 'x 2x3; C 2x3; y = Add(x, C)',
      'a weight': 'x 1x2x3x3; W 3x2x1x1; y = Conv(x, W)',
      'a shape': 'x 2x3; S int64 = 3 2; y = Reshape(x, S)',
      'two constants': 'x 2x3; A 3; B 3; s = Add(A, B); y = Mul(x, s)',
    },
  },
  {
    id: 'defaults-replaced',
    text: 'A value that is given for a graph input with a default replaces the default.',
    form: 'defaults replaced',
    says: ['IR.md', 'Graphs: initializers'],
    graphs: {
      'a sum that could be folded': 'x 2x3; a 3; b 3; s = Add(a, b); y = Mul(x, s)',
      'an operand': 'x 2x3; c 2x3; y = Add(x, c)',
      'a weight': 'x 1x2x3x3; w 3x2x1x1; y = Conv(x, w)',
      'a bound': 'x 6 = -3 -1 0 2 4 9; l scalar = 2; y = Clip(x, l)',
    },
  },
  {
    id: 'sizes-unknown',
    text: 'Sizes of inputs may be symbolic, and outputs may have no shape.',
    form: 'sizes unknown',
    says: ['IR.md', 'Static tensor shapes'],
    graphs: {
      'a shape that is computed': 'x 2x3x4; z 4x6; s = Shape(z); y = Reshape(x, s)',
      'a product of matrices': 'x 2x3; w 3x4; b 4; a = MatMul(x, w); y = Add(a, b)',
      'a convolution': 'x 1x2x5x4; W 3x2x3x3; y = Conv(x, W, auto_pad=SAME_UPPER)',
      'dimensions that are added and removed':
        'x 2x3; a = Unsqueeze(x, axes=[0]); y = ReduceSum(a, axes=[1], keepdims=0)',
      'a transposition': 'x 2x3x4; a = Transpose(x, perm=[2,0,1]); y = Concat(a, a, axis=-1)',
    },
  },
  {
    id: 'names-shared',
    text: 'Nodes, values and graphs have separate namespaces: they may share a name.',
    form: 'names shared',
    says: ['IR.md', 'Names within a graph'],
    graphs: {
      'a few nodes': 'x 2x3; b 3; a = Add(x, b); c = Abs(a); y = Add(c, b)',
      'a node twice': 'x 2x3; a = Abs(x); y = Abs(a)',
    },
  },
  {
    id: 'names-left-empty',
    text: 'An optional input or output at the end may have an empty name instead of being left out.',
    form: 'names left empty',
    says: ['IR.md', 'Optional inputs and outputs'],
    graphs: {
      inputs: 'x 4x5; y = Slice(x, starts=[1], ends=[3])',
      'a bias': 'x 1x2x3x3; W 3x2x1x1; y = Conv(x, W)',
      outputs: 'x 1x1x4x4; y = MaxPool(x, kernel_shape=[2,2])',
      'all but the first': 'x 2x3; y = Clip(x)',
      'inputs and outputs': 'x 2x3; y = Dropout(x)',
    },
  },
  {
    id: 'described',
    text: 'Descriptions and metadata anywhere in a model do not change it.',
    form: 'described',
    says: ['IR.md', 'Optional metadata'],
    graphs: {
      'a few nodes': 'x 2x3; B 3; a = Add(x, B); c = Abs(a); y = Add(c, B)',
    },
  },
  {
    id: 'in-a-function',
    text: 'A model may have functions of its own, which its nodes call like operators.',
    form: 'in a function',
    says: ['IR.md', 'Model: functions'],
    graphs: {
      'a few nodes': 'x 2x3; B 3; a = Add(x, B); c = Abs(a); y = Add(c, B)',
      'several outputs': 'x 2x4; a = Abs(x); b = Sub(a, x); c = Add(a, b) -> c, a',
      attributes,
      'lists of integers': 'x 1x2x5x4; W 2x2x3x3; y = Conv(x, W, pads=[0,1,2,1], strides=[2,1])',
      'a float, an integer and a tensor':
        'x 2x3; W 4x3; c = Constant(value=[1,2,0,1]); y = Gemm(x, W, c, alpha=0.5, transB=1)',
      'a text': 'x 1x2x5x4; W 2x2x3x3; y = Conv(x, W, auto_pad=SAME_LOWER)',
    },
  },
  {
    id: 'in-a-function-with-defaults',
    text: 'An attribute of a function that its call leaves out has the default of the function.',
    form: 'in a function with defaults',
    says: ['IR.md', 'Model: functions'],
    graphs: {
      attributes,
      'a float': 'x 2x3; W 3x4; C 4; y = Gemm(x, W, C, alpha=0.5, beta=2)',
    },
  },
  {
    id: 'in-a-function-with-defaults-replaced',
    text: 'An attribute of a call replaces the default of its function.',
    form: 'in a function with defaults replaced',
    says: ['IR.md', 'Model: functions'],
    graphs: {
      attributes,
      'a float': 'x 2x3; W 3x4; C 4; y = Gemm(x, W, C, alpha=0.5, beta=2)',
    },
  },
  {
    id: 'in-a-function-of-a-function',
    text: 'A function may call another function of the model.',
    form: 'in a function of a function',
    says: ['IR.md', 'Model: functions'],
    graphs: {
      'a few nodes': 'x 2x3; B 3; a = Add(x, B); c = Abs(a); y = Add(c, B)',
    },
  },
  {
    id: 'sparse-constants',
    text: 'A constant may be stored as its nonzero elements and their indices in the flattened tensor.',
    form: 'sparse constants',
    ...sparse,
  },
  {
    id: 'sparse-constants-by-axis',
    text: 'A constant may be stored as its nonzero elements and an index for each of their axes.',
    form: 'sparse constants by axis',
    ...sparse,
  },
];
