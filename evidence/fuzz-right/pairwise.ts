import { styles } from '../kernels/computed.ts';
import { rightKernels } from './kernels.ts';

export default rightKernels('pairwise', styles['in the type, pairwise']);
