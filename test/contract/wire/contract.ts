/** What every HTTP adapter keeps over a real connection: bounds, endings, repeats, and nothing said of the key. */
import { describe } from 'vitest';
import type { Dialect } from '../../support/dialects/dialect.js';
import { asking } from './asking.js';
import { readsConnection } from './reading.js';
import { repeatsWhatMayPass } from './repeating.js';
import { tellsTheServer } from './telling.js';
import { waitsNoLonger } from './waiting.js';

export function wireContract(dialect: Dialect): void {
  const over = asking(dialect);
  describe(`${dialect.kind} over HTTP`, () => {
    readsConnection(over);
    waitsNoLonger(over);
    repeatsWhatMayPass(over);
    tellsTheServer(over);
  });
}
