/** Trajectories for tests: read with the real index from bytes in memory. */

import { memoryBytes } from '../../sandbox/bytes.js';
import { type EventIndex, openEvents } from '../../sandbox/events/open.js';
import type { TraceEvent } from '../../src/events/event.js';
import { formatNamed } from '../../src/events/formats.js';
import type { TrajectoryFormat } from '../../src/vocabulary.js';

export const indexOf = (
  content: string | Buffer,
  format: TrajectoryFormat = 'openai-chat',
  name = 'trajectory.json',
): Promise<EventIndex> =>
  openEvents(formatNamed(format), [memoryBytes(Buffer.from(content as string), name)]);

export interface ReadTrajectory {
  readonly events: readonly TraceEvent[];
  readonly summaries: readonly string[];
  readonly warnings: readonly string[];
}

/** Reads a whole small trajectory. */
export async function readTrajectory(
  content: string | Buffer | readonly unknown[],
  format: TrajectoryFormat = 'openai-chat',
): Promise<ReadTrajectory> {
  const bytes = Array.isArray(content) ? JSON.stringify(content) : (content as string | Buffer);
  await using index = await indexOf(bytes, format);
  const events: TraceEvent[] = [];
  for await (const event of index.events()) events.push(event);
  const summaries: string[] = [];
  for await (const { line } of index.turns()) summaries.push(line);
  return { events, summaries, warnings: index.warnings };
}
