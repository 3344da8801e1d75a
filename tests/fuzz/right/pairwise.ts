import { styles } from '../../mutants/computed.ts';
import { rightKernels } from '../right-kernels.ts';

export default rightKernels('pairwise', styles['in the type, pairwise']);
