/** Citations of a file in the base or in a candidate's tree: lines of a git object, never of a path on disk. */
import type { GroupMaterial, TreeReader } from '../material.js';
import type { CitationOf } from '../records/citation.js';
import { countLines, renderLines } from '../text/lines.js';
import { plural } from '../text/plural.js';
import { renderMessageLine, renderName } from '../text/render.js';
import { citedText, type Located, MARGIN, MAX_CITED_BYTES, nowhere, section } from './located.js';
import { BASE } from './provenance.js';

export async function inFile(citation: CitationOf<'file'>, material: GroupMaterial): Promise<Located> {
  const tree = treeNamed(citation.tree, material);
  if (typeof tree === 'string') return nowhere(tree);
  const { path, lines } = citation;
  const bytes = await tree.read(path);
  if (bytes === null) return nowhere(`there is no such file in this tree${await alike(path, tree)}`);
  const [from, to] = lines;
  const around = () => {
    const first = Math.max(1, from - MARGIN);
    return [section(renderMessageLine(path), first, renderLines(bytes, first, to + MARGIN, MAX_CITED_BYTES))];
  };
  const count = countLines(bytes);
  if (to > count) return nowhere(`the file has ${plural(count, 'line')}`, around);
  return citedText(renderLines(bytes, from, to, MAX_CITED_BYTES).join('\n'), around);
}

/** The tree of a name, or why there is none. */
function treeNamed(name: string, material: GroupMaterial): TreeReader | string {
  if (name === BASE) return material.base;
  const candidate = material.candidates.find(({ id }) => id === name);
  if (!candidate) return `there is no candidate ${renderName(name)}`;
  return candidate.tree ?? `the patch of ${renderName(name)} is ${candidate.patch.state}, so it has no tree`;
}

/** Paths of the same file name, for a citation that is off by a folder. */
async function alike(path: string, tree: TreeReader): Promise<string> {
  const name = path.split('/').pop();
  const found = (await tree.entries()).filter((entry) => entry.path.split('/').pop() === name).slice(0, 3);
  return found.length === 0
    ? ''
    : `; it has ${found.map((entry) => renderMessageLine(entry.path)).join(', ')}`;
}
