import { dockerOverlay } from '../../../support/sandboxes.js';
import { probeSuite } from './suite.js';

probeSuite('docker', dockerOverlay);
