// Starts well, and ends at the first case that it is asked.
import { speak } from '../../backends/fakes/frames.mjs';

speak(() => process.exit(1));
