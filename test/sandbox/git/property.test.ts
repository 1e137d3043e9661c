import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileDiff } from '../../../src/diff/model.js';
import { renderBytes } from '../../../src/text/render.js';
import { commitAll, type Lab, openLab, sh } from './lab.js';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab[Symbol.asyncDispose]());

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '',
      'a',
      'b',
      '    x = 1',
      '-- end',
      '++ b/x',
      '@@ -1 +1 @@',
      'diff --git a/x b/x',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('caf\xE9', 'tail  ', 'cr\r', '\\ No newline at end of file', 'z'.repeat(300)),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ maxLength: 12 })
      .map((text) => Buffer.from(text.replaceAll('\n', '')).toString('latin1')),
  },
);
const text = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, ended]) => lines.join(end) + (ended && lines.length > 0 ? end : ''));
/** Keeps most of the old lines, so that hunks have context. */
const edited = (old: string) =>
  fc.oneof(
    text,
    fc
      .array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 2 }), fc.array(line, { maxLength: 3 })), {
        maxLength: 4,
      })
      .map((edits) => {
        const lines = old.split('\n');
        for (const [at, lost, fresh] of edits) lines.splice(Math.min(at, lines.length), lost, ...fresh);
        return lines.join('\n');
      }),
  );
const change = text.chain((before) => edited(before).map((after) => ({ before, after })));
const name = fc.constantFrom(
  'plain.txt',
  'dir/in side.txt',
  'caf\u00E9.txt',
  'a b/c.txt',
  '-dash',
  'x"q".txt',
  'tab\tname',
  'b/y.txt',
);

async function write(dir: string, path: string, latin1: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), Buffer.from(latin1, 'latin1'));
}

/** The new lines of a file as its hunks and the old lines give them. */
function replay(old: readonly string[], { hunks }: FileDiff): string[] {
  const lines: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    lines.push(...old.slice(at, start));
    at = start + hunk.oldLines;
    lines.push(...hunk.lines.filter(({ type }) => type !== 'deleted').map((item) => item.text));
  }
  return [...lines, ...old.slice(at)];
}

const shownLines = (latin1: string) => {
  const lines = latin1.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((item) => renderBytes(Buffer.from(item.replace(/\r$/, ''), 'latin1')));
};

test('what git makes of an edit applies, reads back byte for byte and replays from its parsed hunks', async () => {
  let round = 0;
  const files = fc.uniqueArray(fc.record({ name, change }), {
    selector: (file) => file.name,
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(files, fc.constantFrom('-U3', '-U1', '-U10'), async (drawn, context) => {
      round += 1;
      const dir = join(lab.dir, `round-${round}`);
      sh(['git', 'init', '-q', dir], lab.dir);
      await write(dir, 'keep', 'keep\n');
      for (const file of drawn) await write(dir, file.name, file.change.before);
      commitAll(dir);
      for (const file of drawn) await write(dir, file.name, file.change.after);
      const patch = sh(['git', 'diff', '--binary', context, 'HEAD'], dir);
      await using workspace = await lab.open(dir);
      const { report, diff, tree } = await workspace.buildCandidate(patch);
      expect(report.state).toBe(patch.length === 0 ? 'empty' : 'applied');
      expect(report.notes).toEqual([]);
      for (const file of drawn) {
        const shown = file.name.replace('\t', '⟦U+0009⟧');
        const read = await (tree ?? workspace.base).read(shown);
        expect(Buffer.from(read ?? []).toString('latin1')).toBe(file.change.after);
        const own = diff.find(({ path }) => path === shown);
        if (own?.kind === 'text')
          expect(replay(shownLines(file.change.before), own)).toEqual(shownLines(file.change.after));
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);
