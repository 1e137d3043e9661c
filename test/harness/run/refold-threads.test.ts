import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { refoldInThreads, startThreads } from '../../../harness/run/refold-threads.js';

const lines = async function* (): AsyncGenerator<Uint8Array> {
  // Two pieces: the answer that nobody comes to wait for breaks as well.
  yield Buffer.from('{"a":1}\n');
  yield Buffer.from('{"b":2}\n');
};

test('threads that cannot load what they fold with end the run, whether they break before or after they are sent something', async () => {
  // Beside the sources there is no refold-thread.js: that lies in dist.
  await using threads = startThreads();
  const lost = { code: expect.stringContaining('MODULE_NOT_FOUND') };
  await expect(refoldInThreads(threads, lines(), new PassThrough())).rejects.toMatchObject(lost);
  await expect(refoldInThreads(threads, lines(), new PassThrough())).rejects.toMatchObject(lost);
  await expect(threads.use({})).rejects.toMatchObject(lost);
});
