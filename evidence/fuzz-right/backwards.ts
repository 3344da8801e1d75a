import { styles } from '../kernels/computed.ts';
import { rightKernels } from './kernels.ts';

export default rightKernels('backwards', styles['in the type, from right to left']);
