/** Lays a whole group out as files for eyes and text tools: task, base, and every candidate under its alias. */
import { chmod, link, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CandidateMaterial, EventReader, TreeReader } from '../../src/material.js';
import { readerTree } from '../exec/reader-tree.js';
import { TreeWriter, writeTree } from '../exec/write-tree.js';
import { resolveRef } from '../load/ref.js';
import type { OpenGroup } from '../open-group.js';

/**
 * Writes `task.md`, `base/` and `candidates/<alias>/{tree,patch.diff,test.log,summary.md,events.jsonl}` below `root`, which
 * exists and is empty. What a candidate has not is left out.
 * @param aliases id by alias
 */
export async function layOutGroup(
  opened: OpenGroup,
  aliases: ReadonlyMap<string, string>,
  root: string,
): Promise<void> {
  const { material } = opened;
  const hints = material.hints.map((hint, index) => `## Hint ${index + 1}\n\n${hint.trimEnd()}\n`);
  await writeText(join(root, 'task.md'), [[`${material.statement.trimEnd()}\n`, ...hints].join('\n')]);
  const base = join(root, 'base');
  await makeFolder(base);
  await writeTree(base, readerTree(material.base, material.base).base());
  await makeFolder(join(root, 'candidates'));
  for (const [alias, id] of aliases) {
    const index = material.candidates.findIndex((one) => one.id === id);
    const candidate = material.candidates[index];
    const own = join(root, 'candidates', alias);
    if (candidate !== undefined) await layOutCandidate(opened, candidate, index, base, own);
  }
}

async function layOutCandidate(
  { material, loaded }: OpenGroup,
  { tree, rollout, events }: CandidateMaterial,
  index: number,
  base: string,
  root: string,
): Promise<void> {
  await makeFolder(root);
  if (tree !== null) await layOutTree(material.base, tree, base, join(root, 'tree'));
  const texts = { 'patch.diff': 'patch', 'test.log': 'test_log' } as const;
  for (const [name, part] of Object.entries(texts)) {
    const ref = rollout[part];
    if (ref === undefined || ref === null) continue;
    const handle = await resolveRef(ref, loaded.folder, { field: `rollouts[${index}].${part}` });
    await writeText(join(root, name), handle.stream());
  }
  if (events === null) return;
  await writeText(join(root, 'summary.md'), summaryLines(events));
  await writeText(join(root, 'events.jsonl'), eventLines(events));
}

/** Unchanged files are second names of the base's, so sixteen candidates cost little more than one. */
async function layOutTree(
  base: TreeReader,
  tree: TreeReader,
  baseFolder: string,
  root: string,
): Promise<void> {
  await makeFolder(root);
  const { files, removed } = await readerTree(base, tree).delta();
  const changed = new Set([...files.map(({ path }) => path), ...removed]);
  const writer = new TreeWriter(root);
  for (const { path, mode } of await base.entries()) {
    if (changed.has(path) || mode === '160000') continue;
    await writer.makeParents(path);
    // Linux gives a link a second name as well, without following it.
    await link(join(baseFolder, path), join(root, path));
  }
  for (const file of files) await writer.write(file);
}

async function* summaryLines(events: EventReader): AsyncGenerator<string> {
  for await (const { line } of events.turns()) yield `- ${line}\n`;
}

async function* eventLines(events: EventReader): AsyncGenerator<string> {
  for await (const event of events.events()) yield `${JSON.stringify(event)}\n`;
}

/** The box is another user: for everyone to read, whatever our umask is. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path);
  await chmod(path, 0o755);
}

async function writeText(
  path: string,
  parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await using file = await open(path, 'wx');
  for await (const part of parts) await file.writeFile(part);
  await file.chmod(0o644);
}
