import { styles } from '../kernels/computed.ts';
import { rightKernels } from './kernels.ts';

export default rightKernels('wider', styles['in the next wider type']);
