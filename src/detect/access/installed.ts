/** R05: reads copies of the project that are installed or cached on the machine. */
import type { TraceEvent } from '../../events/event.js';
import { isLater, RELEASE } from '../../release.js';
import { type Access, type AccessFacts, type AccessReader, gaveSomething } from './access.js';
import { type ProjectNames, plainName } from './project.js';
import { watchTaint } from './taint.js';

/** Where package managers put what they install, unpack or keep. */
const ROOTS =
  /(?:site-packages|dist-packages|\.?v?env\/lib\/python[\d.]*|conda\d?\/pkgs|miniconda\d?\/pkgs|anaconda\d?\/pkgs|envs\/[\w.-]+\/pkgs|\/pkgs|\.cache\/(?:pip|uv|yarn|pypoetry|pnpm|bazel)|pip-cache|\.cargo\/(?:registry|git)|node_modules|pkg\/mod(?:\/cache\/download)?|\.npm(?:\/_cacache)?|\.m2\/repository|\/gems|\.pnpm(?:-store)?|\.yarn\/cache|\.bun\/install|GOMODCACHE\)?|GOPATH\)?|npm root(?: -g| --global)?\)?|getsitepackages\(\)(?:\[0\])?\S*|purelib\S*|\.local\/lib\/python[\d.]*|\/usr\/(?:local\/)?(?:lib|share|libexec)(?=\/)|\/opt(?=\/)|\/Cellar(?=\/))/g;
const READS =
  /\b(cat|less|more|head|tail|sed|awk|grep|rg|ag|nl|diff|cmp|cp|rsync|vim?|open|read\w*|bat|tar|unzip|zcat|python[\d.]*|node|strings|wc|ls|tree|find|colordiff|mv|ln|install|sha\d*sum|md5sum|git diff|view|source|getsource)\b/;
/** Modules that are asked for their source while another folder is the current one. */
const BY_IMPORT =
  /\b(getsource(?:lines|file)?|__file__|require\.resolve|importlib\.(?:util\.find_spec|resources|metadata))\b/;
/** What merely says where a package lies. */
const LISTS_ONLY =
  /^\s*(ls|find|pip3? (show|list|freeze)|tree|du|stat|which|npm (ls|list)|go list|conda list)\b[^|;&]*$/;

export function installedReader({ project, paths }: AccessFacts): AccessReader {
  const taint = watchTaint();
  return (event) => {
    if (event.type !== 'call' || event.kind === 'edit' || event.kind === 'web') return [];
    const copy = copyIn(event, project);
    if (copy === null) return reread(event, taint, paths);
    const gave = gaveSomething(event);
    taint.put(event);
    if (LISTS_ONLY.test(event.input)) return [];
    const versions = versionsIn(copy.path);
    const later = versions.some((version) => isLater(version, project.version, false));
    const copies = event.output.trim() === '' && /\b(cp|rsync|mv|ln|diff|tar|unzip)\b/.test(event.input);
    const like = likeOf(copy.path, paths);
    return [
      {
        row: 'R05',
        at: copy.at,
        reach: !gave
          ? later && copies
            ? 'forbidden'
            : 'nothing'
          : later && project.version !== null
            ? 'forbidden'
            : 'unclear',
        claim:
          'The rollout reads an installed or cached copy of the project: is it another release, and was it used?',
        ...(gave && { shownAt: 0 }),
        ...(like !== null && { like }),
      },
    ];
  };
}

function reread(
  event: TraceEvent,
  taint: ReturnType<typeof watchTaint>,
  paths: ReadonlySet<string>,
): Access[] {
  const at = taint.find(event);
  if (at < 0 || !gaveSomething(event) || LISTS_ONLY.test(event.input)) return [];
  const like = likeOf(/^\S*/.exec(event.input.slice(at, at + 300))?.[0] ?? '', paths);
  return [
    {
      row: 'R05',
      at,
      reach: 'unclear',
      shownAt: 0,
      claim:
        'The rollout reads a copy of the project that it took from where packages are installed: is it another release?',
      ...(like !== null && { like }),
    },
  ];
}

const IN_PATH = new RegExp(`[-@_/=]v?(${RELEASE})`, 'gi');

/** Releases that stand in a path, such as `name-1.4.0.dist-info` or `module@v1.3.1`. */
const versionsIn = (path: string): string[] =>
  [...path.slice(0, 1000).matchAll(IN_PATH)].map(([, version]) => version as string);

interface Copy {
  readonly at: number;
  readonly path: string;
}

function copyIn(event: TraceEvent, project: ProjectNames): Copy | null {
  const text = event.input.slice(0, 65_536);
  if (event.kind === 'shell' && !READS.test(text)) return null;
  for (const match of text.matchAll(ROOTS)) {
    const from = match.index + match[0].length;
    const path = /^[^\s"'`;|&<>)]*/.exec(text.slice(from, from + 1000))?.[0] ?? '';
    const isOpen = path.replace(/\/+$/, '') === '';
    // `cd …/site-packages && cat name/file.py`: the rest of the path stands in a later word.
    const found = isOpen ? laterWord(text, from, project) : namesCopy(path, project) ? path : null;
    if (found !== null) return { at: match.index, path: found };
  }
  return importIn(text, event, project);
}

function namesCopy(path: string, { folders }: ProjectNames): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  return parts
    .slice(0, 8)
    .some(
      (part, at) =>
        isName(part, folders) ||
        isName(`${part}/${parts[at + 1] ?? ''}`, folders) ||
        isName(parts.slice(at, at + 3).join('/'), folders),
    );
}

/** `name`, `name-1.2.dist-info`, `name@v1.2`, `name-1.2-py3.egg`, `name.py`; module paths write capitals as `!c`. */
function isName(part: string, folders: ReadonlySet<string>): boolean {
  const bare = part
    .replace(/!([a-z])/g, '$1')
    .replace(/(?!^)@.*$/, '')
    .replace(/\.(py|js|mjs|cjs|zip|info|mod|tgz|whl|egg)$/, '')
    .replace(/[-_]v?\d[\w.+-]*$/, '')
    .replace(/\.(dist-info|egg-info|egg)$/, '');
  return bare !== '' && folders.has(plainName(bare));
}

function laterWord(text: string, from: number, project: ProjectNames): string | null {
  for (const [word] of text.slice(from, from + 2000).matchAll(/[\w@./!+-]+/g))
    if (word.includes('/') && namesCopy(word, project)) return word;
  return null;
}

/** A module that is imported somewhere else than in the repository is the installed one. */
function importIn(text: string, event: TraceEvent, { folders }: ProjectNames): Copy | null {
  const at = text.search(BY_IMPORT);
  if (
    at < 0 ||
    event.kind !== 'shell' ||
    !/\bcd\s+(\/tmp|\/|~|\/root|\/home\S*|\/var\S*|\$HOME)(\s|;|&|$)/.test(text)
  )
    return null;
  const name = /\b(?:import|require\(['"]|from)\s*([\w@/-]+)/.exec(text)?.[1];
  return name !== undefined && folders.has(plainName(name.split('.')[0] ?? '')) ? { at, path: name } : null;
}

/** The file of the base that an installed file would be a copy of: the longest common end of their paths. */
function likeOf(path: string, paths: ReadonlySet<string>): string | null {
  const parts = path
    .replace(/["')]+$/, '')
    .split('/')
    .filter((part) => part !== '');
  for (let at = 0; at < parts.length; at++) {
    const rest = parts.slice(at).join('/');
    for (const start of ['', 'src/', 'lib/', 'python/']) if (paths.has(start + rest)) return start + rest;
  }
  return null;
}
