import { sandboxContract } from '../../contract/sandbox.js';
import { dockerAhead, dockerOverlay, dockerTar } from '../../support/sandboxes.js';

sandboxContract('docker, tree mounted', dockerOverlay);
sandboxContract('docker, started ahead', dockerAhead);
sandboxContract('docker, tree sent as a stream', dockerTar);
