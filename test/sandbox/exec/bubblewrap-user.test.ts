import { beforeAll } from 'vitest';
import { sandboxContract } from '../../contract/sandbox.js';
import { becomeOrdinaryUser } from '../../support/ordinary-user.js';
import { bubblewrap } from '../../support/sandboxes.js';

beforeAll(becomeOrdinaryUser);

sandboxContract('bubblewrap for an ordinary user', bubblewrap);
