import type { GraphEntry } from './entry.ts';

/** Convolutions, pools and products of matrices with the nodes that are folded into them. */
export const windows: readonly GraphEntry[] = [
  {
    id: 'pad-conv',
    text: 'What Pad writes is data to the convolution behind it, which pads with zeros and along its windows alone.',
    graphs: {
      'a value that is not 0':
        'x 1x2x4x4; W 3x2x3x3; V scalar = 1.5; P int64 = 0 0 1 1 0 0 1 1; a = Pad(x, P, V); y = Conv(a, W)',
      zeros: 'x 1x2x4x4; W 3x2x3x3; a = Pad(x, pads=[0,0,1,1,0,0,1,1]); y = Conv(a, W)',
      'zeros, and pads of its own':
        'x 1x1x3x4; W 1x1x2x2; a = Pad(x, pads=[0,0,1,0,0,0,0,2]); y = Conv(a, W, pads=[0,1,1,0])',
      'negative pads': 'x 1x1x5x5; W 1x1x2x2; a = Pad(x, pads=[0,0,-1,0,0,0,0,-2]); y = Conv(a, W)',
      'pads of the channels': 'x 1x1x3x3; W 2x3x2x2; a = Pad(x, pads=[0,1,0,0,0,1,0,0]); y = Conv(a, W)',
      'pads of the batch': 'x 1x1x3x3; W 1x1x2x2; B 1 = 2; a = Pad(x, pads=[1,0,0,0,0,0,0,0]); y = Conv(a, W, B)',
      'the edge repeated': 'x 1x1x3x3; W 1x1x3x3; a = Pad(x, pads=[0,0,1,1,0,0,1,1], mode=edge); y = Conv(a, W)',
      'pads that are not the same on both sides':
        'x 1x1x4x4; W 1x1x3x3; a = Pad(x, pads=[0,0,2,0,0,0,0,1]); y = Conv(a, W, strides=[2,2])',
      'in front of SAME_UPPER':
        'x 1x1x3x3; W 1x1x2x2; a = Pad(x, pads=[0,0,1,1,0,0,1,1]); y = Conv(a, W, auto_pad=SAME_UPPER, strides=[2,2])',
      'the padded data needed as well':
        'x 1x1x3x3; W 1x1x3x3; a = Pad(x, pads=[0,0,1,1,0,0,1,1]); y = Conv(a, W) -> a, y',
    },
  },
  {
    id: 'pad-pool',
    text: 'What Pad writes is data to the pool behind it: it counts in an average, and may be the greatest.',
    graphs: {
      'zeros above negative numbers':
        'x 1x1x2x2 = -4 -8 -12 -16; a = Pad(x, pads=[0,0,1,1,0,0,1,1]); y = MaxPool(a, kernel_shape=[2,2])',
      'zeros that an average counts':
        'x 1x1x2x2 = 4 8 12 16; a = Pad(x, pads=[0,0,1,1,0,0,1,1]); y = AveragePool(a, kernel_shape=[2,2])',
      'the least number':
        'x 1x1x2x2 = -4 -8 -12 -16; V scalar = -Infinity; P int64 = 0 0 1 1 0 0 1 1; a = Pad(x, P, V); y = MaxPool(a, kernel_shape=[2,2])',
      'zeros that an average counts anyway':
        'x 1x1x3x3; a = Pad(x, pads=[0,0,1,1,0,0,0,0]); y = AveragePool(a, kernel_shape=[2,2], count_include_pad=1)',
      'the edge repeated':
        'x 1x1x3x3; a = Pad(x, pads=[0,0,1,0,0,0,0,1], mode=edge); y = AveragePool(a, kernel_shape=[2,2])',
      'in front of an average of all': 'x 1x2x2x2; a = Pad(x, pads=[0,0,1,0,0,0,0,1]); y = GlobalAveragePool(a)',
    },
  },
  {
    id: 'conv-add',
    text: 'A sum behind a convolution is its bias only where it goes along the channels.',
    graphs: {
      'along the width, as many as channels': 'x 1x2x3x3; W 3x2x1x1; B 3 = 1 2 4; a = Conv(x, W); y = Add(a, B)',
      'along the channels': 'x 1x2x3x3; W 3x2x1x1; B 1x3x1x1 = 1 2 4; a = Conv(x, W); y = Add(a, B)',
      'along the channels, of rank 3':
        'x 2x2x3x3; W 3x2x2x2; C 3 = 3 -1 2; B 3x1x1 = 1 2 4; a = Conv(x, W, C); y = Add(a, B)',
      'along the batch': 'x 2x2x3x3; W 2x2x1x1; B 2x1x1x1 = 1 2; a = Conv(x, W); y = Add(a, B)',
      'a larger shape': 'x 1x2x1x1; W 2x2x1x1; B 1x2x3x3; a = Conv(x, W); y = Add(a, B)',
      'one number': 'x 1x2x3x3; W 3x2x1x1; B scalar = 2; a = Conv(x, W); y = Add(a, B)',
      'data, then Relu': 'x 1x2x3x3; z 1x3x3x3; W 3x2x1x1; a = Conv(x, W); b = Add(z, a); y = Relu(b)',
      'data, with groups': 'x 1x4x3x3; z 1x4x3x3; W 4x2x1x1; a = Conv(x, W, group=2); y = Add(a, z)',
      'a constant of the whole shape, with groups':
        'x 1x4x2x2; B 1x4x2x2; W 4x2x1x1; C 4 = 3 -1 2 5; a = Conv(x, W, C, group=2); y = Add(a, B)',
      'along the channels, with groups':
        'x 1x4x3x3; W 4x2x1x1; B 4x1x1 = 1 2 4 -8; a = Conv(x, W, group=2); y = Add(a, B)',
      'a channel of its own each': 'x 1x3x3x3; W 3x1x2x2; B 3x1x1 = 1 2 4; a = Conv(x, W, group=3); y = Add(a, B)',
      'of a transposed convolution': 'x 1x2x3x3; W 2x3x2x2; B 3x1x1 = 1 2 4; a = ConvTranspose(x, W); y = Add(a, B)',
      'the convolution itself': 'x 1x2x3x3; W 2x2x1x1; a = Conv(x, W); y = Add(a, a)',
      'taken from a constant': 'x 1x2x3x3; W 3x2x1x1; B 1x3x1x1 = 1 2 4; a = Conv(x, W); y = Sub(B, a)',
      'the convolution needed as well':
        'x 1x2x3x3; W 3x2x1x1; B 1x3x1x1 = 1 2 4; a = Conv(x, W); y = Add(a, B) -> a, y',
      'weights that come at run time': 'x 1x2x3x3; w 3x2x1x1; B 1x3x1x1 = 1 2 4; a = Conv(x, w); y = Add(a, B)',
    },
  },
  {
    id: 'conv-mul', // with a bias of fractions, so that no sum is 0, whose sign would be another question
    text: 'A factor behind a convolution belongs into its weights and bias only where it goes along the channels.',
    graphs: {
      'along the width, as many as channels':
        'x 1x2x3x3; W 3x2x1x1; C 3 = 3.5 -1.25 2.75; F 3 = 1 2 4; a = Conv(x, W, C); y = Mul(a, F)',
      'along the channels, with a bias':
        'x 1x2x3x3; W 3x2x2x2; C 3 = 3.5 -1.25 2.75; F 1x3x1x1 = 1 2 -4; a = Conv(x, W, C); y = Mul(a, F)',
      'in front of it, along the input channels':
        'x 1x2x3x3; W 3x2x2x2; F 1x2x1x1 = 2 -1; a = Mul(x, F); y = Conv(a, W)',
      'with groups':
        'x 1x4x3x3; W 4x2x2x2; C 4 = 0.5 -0.25 1.5 0.75; F 4x1x1 = 1 2 -1 4; a = Conv(x, W, C, group=2); y = Mul(a, F)',
      'of transposed weights':
        'x 1x2x3x3; W 2x3x2x2; C 3 = 0.5 -0.25 1.5; F 3x1x1 = 1 2 -4; a = ConvTranspose(x, W, C); y = Mul(a, F)',
      divided: 'x 1x2x3x3; W 2x2x1x1; C 2 = 0.5 -0.25; F 2x1x1 = 2 -4; a = Conv(x, W, C); y = Div(a, F)',
    },
  },
  {
    id: 'conv-batchnorm',
    text: 'Scales, shifts, means and variances of BatchNormalization belong into weights and bias channel by channel.',
    graphs: {
      'scales of 0 and below':
        'x 1x2x3x3; W 3x2x2x2; S 3 = 0 -1 2; B 3 = 1 0 -2; M 3 = 2 1 0; V 3 = 1 4 0.25; a = Conv(x, W); y = BatchNormalization(a, S, B, M, V, epsilon=0)',
      'a bias':
        'x 1x2x3x3; W 2x2x2x2; C 2 = 4 -8; S 2 = 1 2; B 2 = 1 0; M 2 = 2 1; V 2 = 4 1; a = Conv(x, W, C); y = BatchNormalization(a, S, B, M, V, epsilon=0)',
      'a large epsilon':
        'x 1x2x3x3; W 2x2x1x1; S 2 = 1 2; B 2 = 1 0; M 2 = 2 1; V 2 = 3 0; a = Conv(x, W); y = BatchNormalization(a, S, B, M, V, epsilon=1)',
      'with groups':
        'x 1x4x3x3; W 4x2x2x2; S 4 = 1 2 -1 4; B 4 = 1 0 2 -1; M 4 = 2 1 0 -1; V 4 = 4 1 0.25 16; a = Conv(x, W, group=2); y = BatchNormalization(a, S, B, M, V, epsilon=0)',
      'in front of a convolution that pads':
        'x 1x2x3x3; W 3x2x3x3; S 2 = 1 -2; B 2 = 4 -3; M 2 = 2 1; V 2 = 4 1; a = BatchNormalization(x, S, B, M, V, epsilon=0); y = Conv(a, W, pads=[1,1,1,1])',
      'behind transposed weights':
        'x 1x2x3x3; W 2x3x2x2; S 3 = 1 -2 0; B 3 = 4 -3 1; M 3 = 2 1 0; V 3 = 4 1 0.25; a = ConvTranspose(x, W); y = BatchNormalization(a, S, B, M, V, epsilon=0)',
      'parameters that come at run time':
        'x 1x2x3x3; W 2x2x2x2; s 2 = 0 -2; b 2 = 1 0; m 2 = 2 1; v 2 = 4 1; a = Conv(x, W); y = BatchNormalization(a, s, b, m, v, epsilon=0)',
      'the convolution needed as well':
        'x 1x2x3x3; W 2x2x1x1; S 2 = 2 -1; B 2 = 1 0; M 2 = 2 1; V 2 = 4 1; a = Conv(x, W); y = BatchNormalization(a, S, B, M, V, epsilon=0) -> a, y',
      'then Relu':
        'x 1x2x3x3; W 3x2x2x2; S 3 = 0 -1 2; B 3 = 1 0 -2; M 3 = 2 1 0; V 3 = 1 4 0.25; a = Conv(x, W); b = BatchNormalization(a, S, B, M, V, epsilon=0); y = Relu(b)',
    },
  },
  {
    id: 'conv-activation',
    text: 'A function behind a convolution is computed of what the convolution gives, whoever else reads that.',
    graphs: {
      'read by another node as well': 'x 1x2x3x3; W 3x2x1x1; a = Conv(x, W); b = Relu(a); y = Add(a, b)',
      'Clip with a least value above 0': 'x 1x2x3x3; W 3x2x1x1; a = Conv(x, W); y = Clip(a, min=1, max=6)',
      'Clip whose least value is above the greatest':
        'x 1x2x3x3; W 3x2x1x1; a = Conv(x, W); y = Clip(a, min=3, max=-3)',
      'Clip with bounds at run time':
        'x 1x2x3x3; W 3x2x1x1; l scalar = -2; h scalar = 5; a = Conv(x, W); y = Clip(a, l, h)',
      'LeakyRelu with a slope above 1': 'x 1x2x3x3; W 3x2x1x1; a = Conv(x, W); y = LeakyRelu(a, alpha=2)',
      'LeakyRelu with a negative slope':
        'x 1x2x3x3; W 3x2x1x1; C 3 = 0.5 -0.25 1.5; a = Conv(x, W, C); y = LeakyRelu(a, alpha=-0.5)',
      HardSigmoid: 'x 1x2x3x3; W 3x2x1x1; a = Conv(x, W); y = HardSigmoid(a, alpha=0.25, beta=0.75)',
      'PRelu with a slope for each channel':
        'x 1x2x3x3; W 3x2x1x1; S 3x1x1 = 2 0.5 -1; a = Conv(x, W); y = PRelu(a, S)',
      Relu: 'x 1x2x3x3; W 3x2x2x2; C 3 = 3 -1 2; a = Conv(x, W, C, pads=[1,0,0,1], strides=[2,1]); y = Relu(a)',
      'Relu, with groups': 'x 1x4x3x3; W 4x2x2x2; a = Conv(x, W, group=2); y = Relu(a)',
      'two convolutions of the same weights': 'x 1x2x4x4; W 2x2x2x2; a = Conv(x, W); b = Relu(a); y = Conv(b, W)',
      'Relu behind a pool': 'x 1x1x3x3; a = MaxPool(x, kernel_shape=[2,2]); y = Relu(a)',
      'Relu between convolution and sum': 'x 1x2x3x3; W 3x2x1x1; z 1x3x3x3; a = Conv(x, W); b = Relu(a); y = Add(b, z)',
    },
  },
  {
    id: 'matmul-add',
    text: 'A product of matrices and a sum are a Gemm only where both are matrices and the sum broadcasts as its C does.',
    graphs: {
      'along the rows': 'x 3x2; W 2x3; B 3x1 = 1 2 4; a = MatMul(x, W); y = Add(a, B)',
      'a sum larger than the product': 'x 1x3; W 3x4; b 2x4; a = MatMul(x, W); y = Add(a, b)',
      'a batch': 'x 2x2x3; W 3x4; B 4 = 1 2 4 -1; a = MatMul(x, W); y = Add(a, B)',
      'a vector': 'x 3; W 3x4; B 4 = 1 2 4 -1; a = MatMul(x, W); y = Add(a, B)',
      'along the columns': 'x 3x2; W 2x3; B 3 = 1 2 4; a = MatMul(x, W); y = Add(a, B)',
      'one number in front': 'x 3x2; W 2x3; B scalar = 2; a = MatMul(x, W); y = Add(B, a)',
      'a sum of rank 3': 'x 2x3; W 3x2; b 2x1x2; a = MatMul(x, W); y = Add(a, b)',
      'the product needed as well': 'x 3x2; W 2x3; B 3 = 1 2 4; a = MatMul(x, W); y = Add(a, B) -> a, y',
      'weights that come at run time': 'x 3x2; w 2x3; b 3; a = MatMul(x, w); y = Add(a, b)',
    },
  },
  {
    id: 'matmul-batchnorm',
    text: 'Scales and shifts of BatchNormalization belong into a product of matrices only where its channels are columns.',
    graphs: {
      'a batch, whose rows are the channels':
        'x 2x3x4; W 4x3; S 3 = 1 -2 0.5; B 3 = 4 -3 1; M 3 = 2 1 0; V 3 = 4 1 0.25; a = MatMul(x, W); y = BatchNormalization(a, S, B, M, V, epsilon=0)',
      'columns that are the channels':
        'x 2x4; W 4x3; S 3 = 1 -2 0.5; B 3 = 4 -3 1; M 3 = 2 1 0; V 3 = 4 1 0.25; a = MatMul(x, W); y = BatchNormalization(a, S, B, M, V, epsilon=0)',
      'behind Gemm':
        'x 2x4; W 3x4; C 3 = 1 -1 8; S 3 = 1 -2 0.5; B 3 = 4 -3 1; M 3 = 2 1 0; V 3 = 4 1 0.25; a = Gemm(x, W, C, transB=1, beta=2); y = BatchNormalization(a, S, B, M, V, epsilon=0)',
      'a transposition between':
        'x 2x3x4; W 4x3; S 3 = 1 -2 0.5; B 3 = 4 -3 1; M 3 = 2 1 0; V 3 = 4 1 0.25; a = MatMul(x, W); t = Transpose(a, perm=[0,2,1]); y = BatchNormalization(t, S, B, M, V, epsilon=0)',
    },
  },
  {
    id: 'matmul-scale',
    text: 'A factor belongs to a product of matrices only where it is one number, or goes along what the product keeps.',
    graphs: {
      'along the dimension that is summed': 'x 2x3; F 3 = 1 2 0.5; W 3x3; a = Mul(x, F); y = MatMul(a, W)',
      'along the columns': 'x 2x3; W 3x3; F 3 = 1 2 0.5; a = MatMul(x, W); y = Mul(a, F)',
      'one number': 'x 2x3; W 3x4; F scalar = 0.5; a = MatMul(x, W); y = Mul(a, F)',
      'along the rows, square': 'x 3x3; W 3x3; F 3x1 = 1 2 0.5; a = MatMul(x, W); y = Mul(a, F)',
      'two products in a row': 'x 2x3; V 3x4; W 4x2; a = MatMul(x, V); y = MatMul(a, W)',
      'a factor that makes a number a vector': 'x scalar; F 1 = 2; W 1x3; a = Mul(x, F); y = MatMul(a, W)',
      'a factor that makes a matrix a batch': 'x 2x3; F 1x1x1 = 2; W 3x4; a = Mul(x, F); y = MatMul(a, W)',
      'a factor that makes the product a batch': 'x 2x3; F 1x1x1 = 2; W 3x4; a = MatMul(x, W); y = Mul(a, F)',
      'one product from both sides': 'x 3x3; a = MatMul(x, x); y = MatMul(a, x)',
    },
  },
  {
    id: 'gemm-activation',
    text: 'A function behind Gemm is computed of all that Gemm gives, alpha, beta and C included.',
    graphs: {
      'a negative alpha': 'x 2x3; W 3x4; C 4 = 1 2 4 -1; a = Gemm(x, W, C, alpha=-0.5, beta=2); y = Relu(a)',
      'C along the rows': 'x 3x3; W 3x3; C 3x1 = 1 2 -4; a = Gemm(x, W, C, transB=1); y = Relu(a)',
      'read by another node as well': 'x 2x3; W 3x4; C 4 = 1 2 4 -1; a = Gemm(x, W, C); b = Relu(a); y = Sub(a, b)',
      'a sum behind it': 'x 2x3; W 3x4; C 4 = 1 2 4 -1; B 2x1 = 3 -3; a = Gemm(x, W, C, beta=0.5); y = Add(a, B)',
      'Gemm twice':
        'x 2x3; V 3x4; C 4 = 1 2 4 -1; W 4x2; D 2 = 1 -1; a = Gemm(x, V, C, alpha=2); b = Relu(a); y = Gemm(b, W, D, beta=-1)',
      'in front of Gemm': 'x 2x3; W 3x4; C 4 = 1 2 4 -1; a = Relu(x); y = Gemm(a, W, C)',
      'a sum behind one without C, which beta concerns':
        'x 2x3; W 3x4; B 4 = 1 2 4 -1; a = Gemm(x, W, beta=2); y = Add(a, B)',
      'a sum behind one without C, whose alpha is not 1':
        'x 2x3; W 3x4; b 2x4; a = Gemm(x, W, alpha=2, beta=0); y = Add(b, a)',
    },
  },
  {
    id: 'reshape-matmul',
    text: 'A product of matrices sees the shape that a reshape in front of it gives.',
    graphs: {
      'batches that are merged':
        'x 2x3x4; W 4x2; a = Reshape(x, shape=[6,4]); b = MatMul(a, W); y = Reshape(b, shape=[2,3,2])',
      'rows that are cut anew': 'x 4x3; W 6x2; a = Reshape(x, shape=[2,6]); y = MatMul(a, W)',
      'Flatten in front of Gemm': 'x 2x2x3; W 6x2; C 2 = 1 -1; a = Flatten(x); y = Gemm(a, W, C)',
      'a convolution of one point behind a transposition':
        'x 1x3x3x2; W 2x2x1x1; a = Transpose(x, perm=[0,3,1,2]); b = Conv(a, W); y = Transpose(b, perm=[0,2,3,1])',
    },
  },
];
