/** One way to read a trial of a harness, in a process of its own: prints seconds and peak memory. Usage: node trial-methods.mjs index|lines FORMAT FILE SMALL_FILE (dist/ must be built) */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { measured } from './measured.mjs';

const [method, format, path, small] = process.argv.slice(2);

const METHODS = {
  /** As an import and a grade read it: its trials are found, each is indexed. */
  async index(file) {
    const { fileAt } = await import('../dist/sandbox/import/walk.js');
    const { openEvents } = await import('../dist/sandbox/events/open.js');
    const { trialsOf } = await import('../dist/sandbox/events/trials.js');
    const { formatNamed } = await import('../dist/src/events/formats.js');
    const named = formatNamed(format);
    const source = await fileAt(file, 'trial', () => {}).open();
    let count = 0;
    for (const trial of await trialsOf(source, named)) {
      const events = await openEvents(named, [await trial.open()]);
      count += events.count;
      await events[Symbol.asyncDispose]();
    }
    await source[Symbol.asyncDispose]();
    if (count < 100) throw new Error(`${count} events in ${file}`);
  },
  /** The same records, one a line. */
  async lines(file) {
    const Row = z.record(z.string(), z.unknown());
    const rows = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    for await (const row of rows) if (row !== '') Row.parse(JSON.parse(row));
  },
};

await measured(METHODS[method], path, { small, first: 30 });
