/** What an event reached outside the allowed material, as far as code can tell from the event itself. */
import type { TraceEvent } from '../../events/event.js';
import type { GroupMaterial } from '../../material.js';
import type { LeakRow } from '../catalogue.js';
import { type ProjectNames, projectNames } from './project.js';

/**
 * - `forbidden`: it reached what is no part of the allowed material, and got something from there
 * - `unclear`: perhaps; only the text that it got can tell
 * - `nothing`: it got nothing
 */
export type Reach = 'forbidden' | 'unclear' | 'nothing';

export interface Access {
  readonly row: LeakRow;
  readonly reach: Reach;
  /** Offset into the input: the place to be cited. */
  readonly at: number;
  /** Offset into the output that shows the reach, where one does. */
  readonly shownAt?: number;
  readonly claim: string;
  /** Path of a file of the base that an innocent copy would be equal to. */
  readonly like?: string;
  /** Worth a question only where its text tells something. */
  readonly quiet?: true;
}

/** Reads the events of one candidate in order. */
export type AccessReader = (event: TraceEvent) => readonly Access[];

/** What is read from the group once. */
export interface AccessFacts {
  readonly project: ProjectNames;
  /** Sorted ids of the base commit and its ancestors; null where nobody knows. */
  readonly ancestors: readonly string[] | null;
  /** Object ids of the base's files. */
  readonly blobs: readonly string[];
  readonly paths: ReadonlySet<string>;
  /** Paths of tests that the candidates do not have. */
  readonly hidden: readonly string[];
}

export async function accessFacts(material: GroupMaterial): Promise<AccessFacts> {
  const entries = await material.base.entries();
  const paths = new Set(entries.map(({ path }) => path));
  const { tests } = material.group.task;
  const named = [...material.testPatch.map(({ path }) => path), ...(tests?.protected_paths ?? [])];
  return {
    project: await projectNames(material),
    ancestors: material.ancestors,
    blobs: entries.map(({ oid }) => oid),
    paths,
    hidden: named.filter((path) => !paths.has(path) && !/[*?[]/.test(path) && !hasFolder(paths, path)),
  };
}

const hasFolder = (paths: ReadonlySet<string>, folder: string): boolean => {
  const start = `${folder.replace(/\/+$/, '')}/`;
  for (const path of paths) if (path.startsWith(start)) return true;
  return false;
};

/** What programs print instead of what was asked for. */
const FAILED =
  /^(fatal|error|curl|wget|E|W|ERROR|ls|cat|sed|head|tail|find|cp|diff|grep|tar|python\d?)[:!] |^npm (ERR!|error) |\b(could not resolve|couldn't resolve|connection (refused|timed out|reset)|network is unreachable|temporary failure in name|name or service not known|404:? (not found|client error)|403:? forbidden|response 40\d|no route to host|getaddrinfo|ENOTFOUND|ECONNREFUSED|proxyerror|max retries exceeded|no such file or directory|no matching distribution|could not find a version|unknown revision|bad (object|revision)|not a valid object|command not found|permission denied|operation not permitted|did not match any|does not exist|not available|urlopen error)\b/i;
/** What harnesses, progress bars and tracebacks add. */
const STATUS =
  /^\s*(\[?(the )?command (completed|exited|failed|finished)\b.*|<\/?\w+>.*|exit code:? \d+|\[exit.*|% total.*|dload .*|[\d\s:%.-]+|traceback .*|file ".*|retrying.*|collecting .*)$/i;

/** True where the output is more than an error. */
export function gaveSomething({ output, exit_code }: TraceEvent): boolean {
  const lines = output.slice(0, 16_384).split('\n').slice(0, 200);
  const rest = lines.filter(
    (line) => line.trim() !== '' && !FAILED.test(line.slice(0, 400)) && !STATUS.test(line),
  );
  return rest.length > ((exit_code ?? 0) === 0 ? 0 : 3);
}
