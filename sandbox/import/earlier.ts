/** What an earlier import wrote at a place, and which of its rollouts a new one there would throw away. */
import { Fault } from '../../src/fault.js';
import { fileName } from '../../src/import/group.js';
import type { Attempt } from '../../src/import/join.js';
import { baseName } from '../../src/paths.js';
import { clip } from '../../src/text/clip.js';
import { isObject, type JsonObject, text } from '../../src/text/json.js';

const MAX_SHOWN = 5;

/**
 * The same runs with changed or further files are made anew; what nobody names any more is not replaced.
 * @throws Fault usage
 */
export function refuseLoss(
  earlier: JsonObject,
  name: string,
  attempts: readonly Attempt[],
  folder: string,
): void {
  const id = text(earlier, 'group_id') ?? '';
  // A group that no file named was called after its folder.
  if (id !== name && id !== fileName(baseName(folder.replace(/\/+$/, ''))))
    throw new Fault(
      'usage',
      `holds the group ${JSON.stringify(clip(id, 80))}, imported before; name another place with -o, or remove it`,
      { file: folder },
    );
  const listed = earlier['rollouts'];
  const rollouts = Array.isArray(listed) ? listed.filter(isObject) : [];
  const now = new Set(attempts.flatMap(keysOfAttempt));
  const lost = rollouts.filter((rollout) => {
    const keys = keysOfRollout(rollout);
    return keys.length > 0 && !keys.some((key) => now.has(key));
  });
  if (lost.length === 0) return;
  const ids = lost.slice(0, MAX_SHOWN).map((rollout) => clip(text(rollout, 'id') ?? '', 80));
  const more = lost.length > ids.length ? ', …' : '';
  const message = `holds ${rollouts.length} rollouts, imported before, and ${lost.length} of them (${ids.join(', ')}${more}) are not among these runs; name all runs, or another place with -o`;
  throw new Fault('usage', message, { file: folder });
}

/** Labels grow where two runs are called alike, at their beginning alone. */
const keyOf = (run: string, file: string): string => JSON.stringify([baseName(run), file]);

const keysOfAttempt = ({ run, claims }: Attempt): string[] =>
  claims.flatMap(({ files }) =>
    files.map(({ path, place }) => keyOf(run, place === '' ? path : `${path}:${place}`)),
  );

function keysOfRollout({ extra }: JsonObject): string[] {
  const from = isObject(extra) && isObject(extra['import']) ? extra['import'] : {};
  const sources = Array.isArray(from['sources']) ? from['sources'].filter(isObject) : [];
  const files = sources.flatMap((source) => (Array.isArray(source['files']) ? source['files'] : []));
  return files.filter((file) => typeof file === 'string').map((file) => keyOf(text(from, 'run') ?? '', file));
}
