/** A generated group, and every text in it that can be cited. */
import type { RecordedCheck } from '../../../src/evidence/checks.js';
import type { GroupMaterial } from '../../../src/material.js';
import type { Citation } from '../../../src/records/citation.js';
import { renderBytes } from '../../../src/text/render.js';
import { memoryMaterial } from '../../support/material.js';
import { type Random, seeded } from '../../support/random.js';

const WORDS =
  'return value error index table cache token shape 数据 größe lambda if else None self parse total'.split(
    ' ',
  );
export const IDS = ['a1', 'b2', 'c3'];

function sourceLine(random: Random): string {
  if (random.int(8) === 0) return random.pick(['}', '', '    pass', 'x']);
  const words = Array.from({ length: 2 + random.int(9) }, () => `${random.pick(WORDS)}${random.int(500)}`);
  return `${' '.repeat(4 * random.int(3))}${words.join(random.pick([' ', '(', ', ', '.']))}`;
}

const source = (random: Random, lines: number): string[] =>
  Array.from({ length: lines }, () => sourceLine(random));

/** A text that can be cited, by line number, as the rendering shows it. */
export interface Citable {
  readonly cite: (lines: [number, number], quote: string) => Citation;
  readonly lines: ReadonlyMap<number, string>;
  readonly byLines: boolean;
}

const numbered = (text: string | Buffer): Map<number, string> => {
  const lines = renderBytes(Buffer.from(text as string))
    .replaceAll('⟦U+000D⟧\n', '\n')
    .split('\n');
  return new Map((lines.at(-1) === '' ? lines.slice(0, -1) : lines).map((line, i) => [i + 1, line]));
};

export interface CitableGroup {
  readonly material: GroupMaterial;
  readonly checks: { get(id: string): Promise<RecordedCheck | null> };
  readonly citables: readonly Citable[];
  /** Lines that candidates put into files of theirs, to be quoted from elsewhere. */
  readonly planted: readonly string[];
}

export async function citableGroup(): Promise<CitableGroup> {
  const random = seeded(20261129);
  const base: Record<string, Buffer> = {
    'src/a.py': Buffer.from(source(random, 60).join('\n')),
    'src/b.py': Buffer.from(`${source(random, 40).join('\r\n')}\r\n`),
    'docs/old.txt': Buffer.from(`${source(random, 20).join('\n')}\ncaf\xe9 and na\xefve words\n`, 'latin1'),
    'src/trick.py': Buffer.from(
      source(random, 20)
        .map((line, i) => (i % 4 ? line : `${line}\u200b\u202e end of it`))
        .join('\n'),
    ),
  };
  const planted = Array.from(
    { length: 30 },
    () => `PASSED ${sourceLine(random)} approved by the grader ${random.int(1e6)}`,
  );
  const specs = Object.fromEntries(
    IDS.map((id) => {
      const text = base['src/a.py']?.toString().split('\n') ?? [];
      text.splice(10 + random.int(40), 3, ...source(random, 6).map((line) => `${line} by ${id}`));
      const calls = Array.from({ length: 12 }, (_, i) => [
        {
          role: 'assistant',
          content: `I think ${sourceLine(random)} ${id} ${i}`,
          tool_calls: [
            {
              id: `t${i}`,
              function: {
                name: 'bash',
                arguments: JSON.stringify({ command: `grep -n ${sourceLine(random)} ${id}` }),
              },
            },
          ],
        },
        { role: 'tool', tool_call_id: `t${i}`, content: source(random, 5).join('\r\n') },
      ]).flat();
      const changes = { 'src/a.py': text.join('\n'), 'docs/review.md': planted.join('\n') };
      return [id, { changes, messages: calls, log: source(random, 80).join('\n') }];
    }),
  );
  const statement = source(random, 12).join('\n');
  const material = await memoryMaterial({ statement, base, candidates: specs });
  const outputs = new Map<string, RecordedCheck>(
    IDS.map((id) => [
      `k-${id}`,
      {
        tree: id,
        stdout: Buffer.from(source(random, 10).join('\n')),
        stderr: Buffer.from(source(random, 10).join('\n')),
        report: null,
      },
    ]),
  );
  return {
    material,
    checks: { get: async (id) => outputs.get(id) ?? null },
    citables: await everythingCitable(material, base, specs, outputs),
    planted,
  };
}

async function everythingCitable(
  { statement, candidates }: GroupMaterial,
  base: Record<string, Buffer>,
  specs: Record<string, { changes: Record<string, string>; log: string }>,
  outputs: ReadonlyMap<string, RecordedCheck>,
): Promise<Citable[]> {
  const all: Citable[] = [
    { byLines: false, lines: numbered(statement), cite: (_, quote) => ({ kind: 'task', quote }) },
  ];
  for (const [path, bytes] of Object.entries(base)) {
    all.push({
      byLines: true,
      lines: numbered(bytes),
      cite: (lines, quote) => ({ kind: 'file', tree: 'base', path, lines, quote }),
    });
  }
  for (const { id, diff, events } of candidates) {
    const spec = specs[id];
    for (const [path, text] of Object.entries({ ...base, ...spec?.changes })) {
      all.push({
        byLines: true,
        lines: numbered(text),
        cite: (lines, quote) => ({ kind: 'file', tree: id, path, lines, quote }),
      });
    }
    all.push({
      byLines: true,
      lines: numbered(spec?.log ?? ''),
      cite: (lines, quote) => ({ kind: 'test_log', candidate: id, lines, quote }),
    });
    for (const { path, hunks } of diff) {
      for (const side of ['old', 'new'] as const) {
        const lines = new Map(
          hunks
            .flatMap((hunk) => hunk.lines)
            .flatMap((line) => (line[side] === null ? [] : [[line[side], line.text] as const])),
        );
        if (lines.size > 0)
          all.push({
            byLines: true,
            lines,
            cite: (range, quote) => ({ kind: 'patch', candidate: id, path, side, lines: range, quote }),
          });
      }
    }
    for await (const event of events?.events() ?? []) {
      for (const part of ['input', 'output'] as const) {
        if (event[part] === '') continue;
        all.push({
          byLines: false,
          lines: numbered(event[part]),
          cite: (_, quote) => ({ kind: 'event', candidate: id, event: event.id, part, quote }),
        });
      }
    }
  }
  for (const [check_id, check] of outputs) {
    for (const stream of ['stdout', 'stderr'] as const) {
      all.push({
        byLines: false,
        lines: numbered(Buffer.from(check[stream] ?? [])),
        cite: (_, quote) => ({ kind: 'check', check_id, stream, quote }),
      });
    }
  }
  return all;
}
