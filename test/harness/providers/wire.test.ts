import { describe } from 'vitest';
import { wireContract } from '../../contract/wire.js';
import { DIALECTS } from '../../support/dialects.js';

describe('the wire contract', () => {
  for (const dialect of DIALECTS) wireContract(dialect);
});
