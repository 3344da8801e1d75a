import { styles } from '../../mutants/computed.ts';
import { rightKernels } from '../right-kernels.ts';

export default rightKernels('wider', styles['in the next wider type']);
