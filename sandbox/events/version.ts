/** The version that a document says it has, looked for in its first and last kilobytes. */
import type { TraceFormat } from '../../src/events/format.js';
import { clip } from '../../src/text/clip.js';
import type { ByteSource } from '../bytes.js';

const LOOKED_AT = 64 * 1024;

/** A warning where a file names a version that its reader does not know; it is read all the same. */
export async function unknownVersion(
  source: ByteSource,
  { name, version }: TraceFormat,
): Promise<string | null> {
  if (version === undefined) return null;
  const start = await source.read(0, LOOKED_AT);
  const end = await source.read(Math.max(LOOKED_AT, source.size - LOOKED_AT), LOOKED_AT);
  // Inside of a string the quotes of the field would be escaped, and not be found.
  const pattern = new RegExp(String.raw`"${version.field}"\s*:\s*(?:"([^"\\]{1,200})"|(-?\d{1,20}))`);
  const match = pattern.exec(start.toString('latin1')) ?? pattern.exec(end.toString('latin1'));
  const found = match?.[1] ?? match?.[2];
  if (found === undefined || version.known.test(found)) return null;
  const said = JSON.stringify(clip(found, 100));
  return `${version.field} ${said} is not a version of ${name} that is known; read as far as it is understood`;
}
