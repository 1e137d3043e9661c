import { bubblewrap } from '../../../support/sandboxes.js';
import { probeSuite } from './suite.js';

probeSuite('bubblewrap', bubblewrap);
