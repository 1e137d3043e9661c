/** R04: reads commands that take another copy of the package under repair from a registry. */
import type { TraceEvent } from '../../events/event.js';
import { isLater, RELEASE } from '../../release.js';
import { type Call, callsOf } from '../events/words.js';
import { type Access, type AccessFacts, type AccessReader, gaveSomething, type Reach } from './access.js';
import { type ProjectNames, plainName } from './project.js';
import { readOfPut, watchTaint } from './taint.js';

const PROGRAMS = new Set(
  'pip pip3 uv uvx pipx poetry pdm conda mamba micromamba npm pnpm yarn npx bun cargo go gem bundle easy_install python python2 python3 mvn composer apt apt-get dnf yum apk brew deno'.split(
    ' ',
  ),
);
const VERBS =
  /^(install|download|add|i|pack|view|info|show|get|fetch|unpack|wheel|upgrade|update|source|dependency:\w+|require|create|run|v|list|index|versions|clone)$/;
/** Verbs that tell about a package without bringing its files. */
const TELLS = /^(view|info|show|v|list|index|versions)$/;
/** Asking these about an installed package reads nothing from the registry. */
const LOCAL = /^(pip|pip3|uv|poetry|pdm|conda|mamba|gem|bundle|apt|apt-get|brew|go)$/;

const REREAD = 'The rollout reads a copy of the package that it took from a registry: is it a later release?';

export function registryReader({ project }: AccessFacts): AccessReader {
  const taint = watchTaint();
  return (event) => {
    if (event.type !== 'call' || event.kind === 'edit') return [];
    const found: Access[] = [];
    for (const call of callsOf(event.input, PROGRAMS)) {
      const wanted = takes(call, project.names);
      if (wanted === null) continue;
      const reach = reachOf(event, wanted, project);
      if (reach === null) continue;
      if (reach !== 'nothing')
        taint.put(
          event,
          [...releasesIn(event.output, project.names)].map(({ text }) => text),
        );
      found.push({
        row: 'R04',
        at: call.at,
        reach,
        claim:
          'The rollout takes the package under repair from a registry: is it a later release, and was it read?',
        ...(reach !== 'nothing' && event.output !== '' && { shownAt: 0 }),
      });
    }
    if (found.length > 0) return found;
    return readOfPut(event, taint, 'R04', REREAD);
  };
}

interface Wanted {
  readonly verb: string;
  readonly version: string | null;
}

function takes({ program, args }: Call, names: ReadonlySet<string>): Wanted | null {
  const asModule = program.startsWith('python');
  if (asModule && !(args[0] === '-m' && /^(pip|uv|pipx)$/.test(args[1] ?? ''))) return null;
  const verbAt = args.findIndex((word) => VERBS.test(word));
  const verb = program === 'npx' || program === 'uvx' ? 'install' : args[verbAt];
  if (verb === undefined || ((asModule || LOCAL.test(program)) && /^(show|info|view|list)$/.test(verb)))
    return null;
  if (/^(run|clone)$/.test(verb)) return null;
  for (const [index, word] of args.slice(verb === 'install' && verbAt < 0 ? 0 : verbAt + 1).entries()) {
    const before = args[verbAt + index];
    if (/^(-e|--editable|-r|--requirement|-c|--prefix|--target|-t|-d|--dest)$/.test(before ?? '')) continue;
    const named = nameOf(word);
    if (named === null || !isNamed(named.name, names)) continue;
    return { verb, version: named.version ?? versionOption(args) };
  }
  return null;
}

/** A module of Go is named by its address. */
const isNamed = (name: string, names: ReadonlySet<string>): boolean => {
  const parts = name.replace(/\/v\d+$/, '').split('/');
  return names.has(name) || (parts.length > 2 && names.has(parts.at(-1) as string));
};

const versionOption = (args: readonly string[]): string | null => {
  const at = args.findIndex((word) => /^(--version|--vers|-v)$/.test(word));
  const attached = args.find((word) => word.startsWith('--version='))?.slice('--version='.length);
  return attached ?? (at < 0 ? null : (args[at + 1] ?? null));
};

/** `name==1.2`, `name[extra]>=1`, `@scope/name@1`, `host/path/name@v1`, `-Dartifact=group:name:1`. */
function nameOf(word: string): { name: string; version: string | null } | null {
  const short = word.slice(0, 300);
  const artifact = /^-Dartifact=[\w.-]+:([\w.-]+):([\w.-]+)/.exec(short);
  if (artifact) return { name: plainName(artifact[1] as string), version: artifact[2] ?? null };
  if (/^[.\-/~]/.test(short) || short.includes('://')) return null;
  const match = /^(@?[\w./~-]+?)(?:\[[^\]]*\])?(?:(?:===?|>=|~=|<=|>|<|!=|=|@|:)=?v?([\w.*^~-]+).*)?$/.exec(
    short,
  );
  const name = match?.[1];
  if (name === undefined || /\.(whl|tar\.gz|tgz|zip|txt|toml|json)$/.test(name)) return null;
  const upper = /[<!]/.test(short) && !/[=>~]=|>/.test(short);
  return { name: plainName(name), version: upper ? null : (match?.[2] ?? null) };
}

/** Null where nothing of the registry was reached: the working tree, or what is installed already. */
function reachOf(event: TraceEvent, { verb, version }: Wanted, project: ProjectNames): Reach | null {
  const { output } = event;
  const isThere = /requirement already satisfied|already up[- ]to[- ]date|up to date/i.test(
    output.slice(0, 65_536),
  );
  const releases = [...releasesIn(output, project.names)];
  const later = releases.some((release) => isLater(release.version, project.version, false));
  const failed =
    /no matching distribution|could not find a version|E404|404 not found|ENOTFOUND|ETARGET|EAI_AGAIN|connection broken|network is unreachable|proxyerror|newconnectionerror|could not resolve|connection refused|dial tcp|i\/o timeout|unknown revision|temporary failure/i.test(
      output.slice(0, 65_536),
    );
  if (later && !failed) return 'forbidden';
  if (failed || !gaveSomething(event))
    return isQuietSuccess(event) && !failed ? certainty(verb, version, project) : 'nothing';
  if (isThere && releases.length === 0) return null;
  if (releases.length > 0 && project.version !== null) return 'unclear';
  return certainty(verb, version, project);
}

const isQuietSuccess = ({ output, exit_code }: TraceEvent): boolean =>
  output.trim() === '' && exit_code === 0;

function certainty(verb: string, version: string | null, project: ProjectNames): Reach {
  if (version !== null && /^[\d]/.test(version) && project.version !== null)
    return isLater(version, project.version, false) ? 'forbidden' : 'unclear';
  return TELLS.test(verb) ? 'unclear' : 'forbidden';
}

const PRINTED = new RegExp(String.raw`(@?[\w.-]+(?:\/[\w.-]+)*?)[-@ (=]{1,2}v?(${RELEASE})`, 'gi');

/** Names of releases in what a package manager prints: `Downloading name-1.4.0-py3-none-any.whl`, `name@1.4.0`, `name-1.4.0.tgz`. */
function* releasesIn(
  output: string,
  names: ReadonlySet<string>,
): Generator<{ text: string; version: string }> {
  const start = output.slice(0, 65_536);
  for (const match of start.matchAll(PRINTED)) {
    const [text, name = '', version = ''] = match;
    const tail = name.split('/').at(-1) ?? name;
    if (names.has(plainName(name)) || names.has(plainName(tail)))
      yield { text: text.replace(/^.*\//, ''), version };
  }
}
