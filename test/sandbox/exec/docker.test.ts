import { sandboxContract } from '../../contract/sandbox.js';
import { dockerOverlay, dockerTar } from '../../support/sandboxes.js';

sandboxContract('docker, tree mounted', dockerOverlay);
sandboxContract('docker, tree sent as a stream', dockerTar);
