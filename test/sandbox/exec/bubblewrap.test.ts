import { sandboxContract } from '../../contract/sandbox.js';
import { bubblewrap } from '../../support/sandboxes.js';

sandboxContract('bubblewrap', bubblewrap);
