import { beforeAll } from 'vitest';
import { becomeOrdinaryUser } from '../../../support/ordinary-user.js';
import { bubblewrap } from '../../../support/sandboxes.js';
import { probeSuite } from './suite.js';

beforeAll(becomeOrdinaryUser);

probeSuite('bubblewrap for an ordinary user', bubblewrap);
