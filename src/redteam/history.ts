/** The history of a generated project: what its commits hold, and how their ids get into texts. */
import { changed } from './diff.js';
import type { Files, Project } from './scene.js';

export interface Commit {
  readonly name: 'root' | 'parent' | 'base' | 'fix';
  readonly message: string;
  readonly files: Files;
  /** Seconds since the epoch. */
  readonly time: number;
}

const DAY = 86_400;
const FIRST = 1_698_900_000;

/** From the first commit to upstream's fix; the base is the last but one. */
export function historyOf(project: Project): readonly Commit[] {
  const { files, source, fixed, test, hidden, issue } = project;
  const tested = new Set([test, 'tests/lib.sh', 'tests/run.sh', 'tests/__init__.py']);
  const begun = Object.fromEntries(Object.entries(files).filter(([path]) => !tested.has(path)));
  const silent = { ...files, 'README.md': `# ${project.name}\n` };
  return [
    { name: 'root', message: 'Begin', files: { ...begun, 'README.md': `# ${project.name}\n` }, time: FIRST },
    { name: 'parent', message: 'Add tests', files: silent, time: FIRST + 12 * DAY },
    { name: 'base', message: 'Say what it is for', files, time: FIRST + 40 * DAY },
    {
      name: 'fix',
      message: `Repair ${source} (#${issue})`,
      files: changed(files, { [source]: fixed, [test]: hidden }),
      time: FIRST + 75 * DAY,
    },
  ];
}

/** What `@{name}` stands for: commits by name, `blob` and `baseblob` of the source, `tree` and `basetree`. */
export type Ids = Readonly<Record<string, string>>;

const PLACE = /@\{([a-z]+)(?:\.(\d+))?\}/g;

/** Puts ids in their places; what stands in braces and is no name of ours (`stash@{0}`) stays. */
export const withIds = (text: string, ids: Ids): string =>
  text.replace(PLACE, (whole, name: string, digits?: string) => {
    const id = Object.hasOwn(ids, name) ? ids[name] : undefined;
    return id === undefined ? whole : id.slice(0, digits === undefined ? id.length : Number(digits));
  });
