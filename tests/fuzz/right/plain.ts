import { styles } from '../../mutants/computed.ts';
import { rightKernels } from '../right-kernels.ts';

export default rightKernels('plain', styles['in the type, from left to right']);
