import { describe } from 'vitest';
import { wireContract } from '../../contract/wire/contract.js';
import { DIALECTS } from '../../support/dialects/list.js';

describe('the wire contract', () => {
  for (const dialect of DIALECTS) wireContract(dialect);
});
