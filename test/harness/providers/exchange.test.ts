import { expect, test } from 'vitest';
import { openExchange } from '../../../harness/providers/exchange.js';

test.each([
  // Nobody can listen on either.
  ['http://127.0.0.1:9/v1', /bad port/],
  ['http://127.0.0.1:2/v1', /ECONNREFUSED at http:\/\/127\.0\.0\.1:2$/],
])('a connection to %s that cannot be made says why', async (address, why) => {
  const exchange = openExchange({ onBytes: () => {}, maxBytes: 1 });
  await expect(exchange.fetch(address)).rejects.toThrow();
  expect(exchange.failure).toMatchObject({ stop: 'connection_lost', detail: expect.stringMatching(why) });
});
