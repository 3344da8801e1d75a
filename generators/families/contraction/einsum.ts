import { breaking, filled, type NamedCall, type NamedPlans, withKind } from '../../notation/call-notation.ts';
import { edges, longNumbers } from './edges.ts';
import { drawSum } from './equation.ts';

/** An equation and the shapes of its operands. */
const sum = (equation: string, ...shapes: string[]): NamedCall => ({ Inputs: shapes.join(' '), equation });

export const einsum: NamedPlans = {
  draw: drawSum,
  samples: [sum('ij,jk->ik', '2x3', '3x4'), sum('ij,ij->i', '3x4', '3x4'), sum('ij->ji', '2x3')],
  sizes: [[sum('ij,jk->ik', '2x3', '3x4'), sum('ij,jk->ik', '4x2', '2x5'), sum('ij,jk->ik', '5x7', '7x3')]],
  pairs: () => [{ differs: 'the output', calls: [sum('ij,jk->ik', '3x3', '3x3'), sum('ij,jk->ki', '3x3', '3x3')] }],
  aliasCandidates: [sum('ij->ij', '2x3')],
  plans: {
    definition: ({ dtype }) => [
      ...longNumbers(dtype).map((numbers) => ({ Inputs: filled('3x4', numbers), equation: 'ij->i' })),
      sum('ij,jk->ik', '5x9', '9x3'),
      sum('i,i->', '5', '5'),
      sum('i,j->ij', '4', '3'),
      sum('bij,bjk->bik', '2x3x4', '2x4x2'),
      sum('ij->', '3x5'),
      sum('ij->j', '3x5'),
      sum('ijk,k->ij', '2x3x5', '5'),
      sum('ij,jk,kl->il', '2x3', '3x2', '2x4'),
      sum('i,j,k->kji', '2', '3', '4'),
      withKind('distinct', sum('ij,kj->ik', '3x4', '5x4')),
      withKind('distinct', sum('abcd,cd->ab', '2x2x3x2', '3x2')),
      sum('bhid,bhjd->bhij', '1x2x3x4', '1x2x5x4'),
      // batches in another order, as only their letters say
      sum('bhij,hbjk->bhik', '2x2x3x4', '2x2x4x2'),
    ],
    'any-count': [
      sum('i,ij,jk->k', '2', '2x3', '3x2'),
      sum('i->i', '3'),
      sum('i,i->i', '3', '3'),
      sum('i,ij,j->i', '2', '2x3', '3'),
      sum('a,b,c,d,e->edcba', '2', '1', '2', '1', '2'),
    ],
    'output-letters': [
      sum('ijk->kji', '2x3x4'),
      sum('ij,jk->ki', '3x3', '3x3'),
      // one is added, the others exchanged
      withKind('distinct', sum('ijk->ki', '2x3x4')),
      withKind('distinct', sum('zyx->xzy', '2x3x4')),
      // a letter of size 1 may stand anywhere in memory
      sum('ba->a', '3x1'),
      sum('cab->ba', '3x1x1'),
      sum('abc->ca', '1x3x4'),
      sum('ab,bc->ca', '1x3', '3x1'),
      sum('->', 'scalar'),
      sum(',->', 'scalar', 'scalar'),
      sum(',ij->ji', 'scalar', '2x3'),
      // batches of products, each with its dimensions exchanged or apart
      ...['bki', 'kbi', 'ikb'].map((output) => withKind('distinct', sum(`bij,bjk->${output}`, '2x3x4', '2x4x5'))),
    ],
    'implicit-output': [
      sum('ij,jk', '2x3', '3x4'),
      sum('ba', '2x3'),
      sum('ii', '3x3'),
      sum('i,i', '4', '4'),
      sum('kj,ji', '2x3', '3x4'),
      sum('ij,ij', '2x3', '2x3'),
    ],
    'letter-case': [
      sum('aA->Aa', '2x3'),
      sum('aB', '2x3'),
      sum('Aa,ab->Ab', '2x3', '3x4'),
      sum('bA,Ab->bA', '2x3', '3x2'),
      sum('Zz,zZ->Z', '2x3', '3x2'),
    ],
    'repeated-letters': [
      sum('ii->i', '3x3'),
      sum('ii->', '4x4'),
      sum('iij->ij', '2x2x3'),
      sum('iji->j', '3x2x3'),
      sum('iii->i', '3x3x3'),
      sum('ii,i->', '3x3', '3'),
      sum('aab,abb->ab', '2x2x3', '2x3x3'),
    ],
    ellipsis: [
      sum('...ij,...jk->...ik', '2x3x4', '2x4x2'),
      sum('...ij,...jk', '2x3x4', '2x4x2'),
      sum('...->...', '2x3'),
      sum('...i->...', '2x3x4'),
      sum('i...->...', '2x3x4'),
      sum('...i,...i->...i', '2x3x4', '1x3x4'),
      sum('i...j->j...i', '2x3x4'),
      sum('...ii->...i', '2x3x3'),
      sum('...i,i->...', '3x2x4', '4'),
      sum('a...,...b->...ab', '2x3', '3x4'),
      sum('...ij->...', '2x3'),
    ],
    spaces: [sum('i j , j k -> i k', '2x3', '3x4'), sum(' ij -> ji ', '2x3'), sum('... i -> ...', '2x3')],
    'nothing-to-add': [
      sum('ij,jk->ik', '2x0', '0x3'),
      sum('ij->i', '2x0'),
      sum('ij,jk->ik', '0x3', '3x2'),
      sum('ij,j->i', '0x3', '3'),
      sum('i->', '0'),
    ],
    'any-length': [15, 16, 17, 33, 64, 129, 301].map((k) => sum('ik,kj->ij', `2x${k}`, `${k}x2`)),
    accuracy: [
      ...[3, 10, 33].map((k) => withKind('mixed', sum('ik,kj->ij', `2x${k}`, `${k}x2`))),
      withKind('mixed', sum('ijk->i', '2x5x7')),
      withKind('mixed', sum('ij,jk,kl->il', '2x5', '5x4', '4x3')),
      withKind('mixed', sum('ii->', '9x9')),
    ],
    'special-values': (context) => [
      ...[0, 1, 3, 5].map((from) => ({ Inputs: edges(context, '4x4', from), equation: 'ij->i' })),
      ...[1, 2].map((from) => ({ Inputs: edges(context, '5x5', from), equation: 'ii->i' })),
      withKind('zeros', sum('ij,jk->ik', '2x3', '3x2')),
      ...[1, 3].map((from) => ({ Inputs: edges(context, '3x7', from), equation: 'ij->' })),
    ],
  },
  invalid: {
    'invalid-equation': [
      ...breaking({ Inputs: '2x3', equation: 'ij->ji' }, 'equation', 'ijk->ij', 'i->i', 'ij->ik', 'ij->ii', 'i1->i'),
      ...breaking({ Inputs: '2x3 3x4', equation: 'ij,jk->ik' }, 'equation', 'ij->ij', 'ij,jk,kl->il'),
    ],
    'invalid-letter-size': breaking({ Inputs: '2x3', equation: 'ij->ij' }, 'equation', 'ii->i'),
  },
};
