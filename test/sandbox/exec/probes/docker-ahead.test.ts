import { dockerAhead } from '../../../support/sandboxes.js';
import { probeSuite } from './suite.js';

probeSuite('docker, its container started ahead', dockerAhead, { ahead: true });
