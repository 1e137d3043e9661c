/** Says where a trajectory in which no call was found is rather a file of another format: nothing else would tell. */
import { detectFormat } from '../../src/events/detect.js';
import type { TraceFormat } from '../../src/events/format.js';
import { lookAt } from '../../src/events/look.js';
import type { ByteSource } from '../bytes.js';

const LOOKED_AT = 64 * 1024;

/** A warning, or null where the format's own reader knows the file, or no reader does. */
export async function otherFormat(source: ByteSource, format: TraceFormat): Promise<string | null> {
  const start = (await source.read(0, LOOKED_AT)).toString('utf8');
  if (format.recognize(lookAt(source.name, start)) !== null) return null;
  const found = detectFormat(source.name, start);
  if (found === null) return null;
  return `read as ${format.name} it holds no call, and it looks like ${found.format}: correct trajectory.format`;
}
