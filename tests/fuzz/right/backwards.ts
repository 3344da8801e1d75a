import { styles } from '../../mutants/computed.ts';
import { rightKernels } from '../right-kernels.ts';

export default rightKernels('backwards', styles['in the type, from right to left']);
