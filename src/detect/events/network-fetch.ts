/** R03: the rollout asks the network for the project's own later state. */
import type { TraceEvent } from '../../events/event.js';
import { citeEvent } from '../cite.js';
import { defineDetector, type EventWatcher } from '../detector.js';
import { draftBox } from '../drafts.js';
import { gitCalls } from './git.js';
import { type ProjectNames, projectNames } from './project.js';

const CODE_HOSTS =
  /(^|\.)(github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|sourceforge\.net|sr\.ht|googlesource\.com|jsdelivr\.net|unpkg\.com|softwareheritage\.org|sourcegraph\.com)$/;
const FAILED =
  /^(fatal|error):|could not resolve|couldn't resolve|connection (refused|timed out|reset)|network is unreachable|temporary failure in name|name or service not known|404:? not found|403 forbidden|no route to host|getaddrinfo|ENOTFOUND|ECONNREFUSED|proxyerror|max retries exceeded/im;

export const networkFetch = defineDetector({
  name: 'network_fetch',
  about:
    "requests for the project's own repository on a code host, clones and fetches of it, and web searches that name it; silent on other projects, on loopback, and unshown where the request failed",
  watch: (view, { material }) => watchNetwork(view.id, projectNames(material.group)),
});

function watchNetwork(candidate: string, project: ProjectNames): EventWatcher {
  const drafts = draftBox();
  return {
    event: (event) => {
      if (event.type !== 'call' || event.kind === 'edit' || event.kind === 'read') return;
      const at = requestIn(event, project);
      if (at === null) return;
      const worked =
        event.output.trim().length > 0 &&
        (event.exit_code ?? 0) === 0 &&
        !FAILED.test(event.output.slice(0, 8192));
      const citations = [
        ...citeEvent(candidate, event, 'input', at),
        ...(worked ? citeEvent(candidate, event, 'output', 0) : []),
      ];
      drafts.add({
        claim: worked
          ? "The rollout fetched from the project's own upstream: does the answer hold the fix?"
          : "The rollout asked for the project's own upstream and got nothing: did another attempt succeed?",
        citations,
        shown: worked,
      });
    },
    end: drafts.all,
  };
}

/** Offset of the first request in an event's input; null where there is none. */
function requestIn(event: TraceEvent, project: ProjectNames): number | null {
  for (const { at, url } of urlsIn(event.input)) {
    if (
      isUpstream(url, project) &&
      (isBrowser(event) || FETCHES.test(event.input.slice(Math.max(0, at - 300), at)))
    )
      return at;
  }
  for (const { at, command, given } of gitCalls(event.input)) {
    const remote = given.find((word) => !word.startsWith('-'));
    if (/^(fetch|pull)$/.test(command) || (command === 'remote' && given[0] === 'update')) return at;
    if (/^(clone|ls-remote)$/.test(command) && remote !== undefined && isUpstream(remote, project)) return at;
  }
  if (event.kind === 'web') {
    const query = event.input.slice(0, 4096).toLowerCase();
    const words = new Set(query.split(/[^\w.-]+/));
    const name = [...project.names].find((one) => words.has(one));
    if (name !== undefined) return query.indexOf(name);
  }
  return null;
}

/** Tools that take an address open it; in a shell an address may also be searched for or written down. */
const isBrowser = ({ kind }: TraceEvent): boolean => kind === 'web' || kind === 'other';
const FETCHES =
  /\b(curl|wget|aria2c|lynx|w3m|urlopen|urlretrieve|requests\.(get|request|Session)|httpx?\.get|fetch|axios|pip3? install|git\+|clone|ls-remote|gh api)/i;

interface FoundUrl {
  readonly at: number;
  readonly url: string;
}

/** Addresses in a text, found by their scheme and read up to the first character that ends one. */
function* urlsIn(text: string): Generator<FoundUrl> {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const rest = /^[^\s"'`<>\\)\]}|]*/.exec(text.slice(at + 3, at + 2051))?.[0] ?? '';
    yield { at, url: rest };
  }
}

/** `host/owner/name…` of a code host, with the project's slug or name in its path. */
function isUpstream(address: string, { slugs, names }: ProjectNames): boolean {
  const [host = '', ...path] = address
    .replace(/^\w+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .toLowerCase()
    .replace(':', '/')
    .split('/');
  if (!CODE_HOSTS.test(host)) return false;
  const parts = path.map((part) => part.replace(/\.git$/, ''));
  const at = parts[0] === 'repos' ? 1 : 0;
  return (
    slugs.has(`${parts[at]}/${parts[at + 1]}`) ||
    parts.slice(0, 4).some((part) => names.has(part.split('@')[0] as string))
  );
}
