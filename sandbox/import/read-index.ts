/** Reads the trajectory of an attempt once through its index: counts, warnings, and what the agent was asked. */
import { formatNamed } from '../../src/events/formats.js';
import { Fault } from '../../src/fault.js';
import type { TrajectoryFiles } from '../../src/import/claim.js';
import type { Indexed } from '../../src/import/group.js';
import type { ByteSource } from '../bytes.js';
import { openEvents } from '../events/open.js';
import type { OpenedFile } from './file.js';

/** A trajectory, or why it cannot be read at all. */
export async function readIndex(
  { format, files }: TrajectoryFiles,
  signal?: AbortSignal,
): Promise<Indexed | { readonly fault: string }> {
  const sources: ByteSource[] = [];
  try {
    for (const file of files) sources.push(await (file as OpenedFile).open());
    await using index = await openEvents(formatNamed(format), sources, signal ? { signal } : {});
    let calls = 0;
    let results = 0;
    let asked: string | null = null;
    for await (const row of index.rows()) {
      if (row.type === 'call') {
        calls += 1;
        if (!row.notes.includes('no_result_recorded')) results += 1;
      } else if (asked === null && row.role === 'user' && row.type === 'message') {
        asked = (await index.get(row.id))?.input || null;
      }
    }
    return { turns: index.turnCount, calls, results, asked, warnings: index.warnings };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'input') throw error;
    return { fault: error.message };
  }
}
