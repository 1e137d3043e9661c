import { docker } from '../../../support/sandboxes.js';
import { probeSuite } from './suite.js';

probeSuite('docker', docker);
