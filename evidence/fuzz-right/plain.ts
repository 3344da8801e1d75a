import { styles } from '../kernels/computed.ts';
import { rightKernels } from './kernels.ts';

export default rightKernels('plain', styles['in the type, from left to right']);
