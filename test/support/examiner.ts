/** A scripted examiner that uses every tool on every candidate, and then scores. */
import type { ModelRequest } from '../../harness/providers/port.js';
import type { ScriptPlay, ScriptTurn } from '../../harness/providers/scripted.js';
import { scoresFor, submit } from './scoring.js';

type Calls = NonNullable<ScriptTurn['calls']>;

/** All tool results so far as one text. */
export const shownTo = ({ messages }: ModelRequest): string =>
  messages
    .flatMap((message) =>
      message.role === 'user' ? [...message.results.map(({ text }) => text), ...message.text] : [],
    )
    .join('\n');

export const aliasesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/^(c-[a-z]{4}) (?:passed|failed)/gm)].map(([, alias]) => alias as string)),
];
const passedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/^(c-[a-z]{4}) passed/gm)].map(([, alias]) => alias as string)),
];
const leadsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/^ {2}(L\d+) /gm)].map(([, id]) => id as string)),
];

const lookAt = (candidate: string): Calls => [
  { name: 'show_patch', arguments: { candidate } },
  { name: 'read_summaries', arguments: { candidate } },
  { name: 'read_events', arguments: { candidate, from: 'e1', to: 'e40' } },
  { name: 'read_test_log', arguments: { candidate } },
  { name: 'read_file', arguments: { tree: candidate, path: '.' } },
];

const acrossAll = (aliases: readonly string[]): Calls => [
  { name: 'compare_patches', arguments: { candidates: [...aliases] } },
  { name: 'search_events', arguments: { pattern: 'test|patch', regex: true } },
  { name: 'search_code', arguments: { tree: 'all', pattern: 'return' } },
  { name: 'read_file', arguments: { tree: 'base', path: 'README.md' } },
  { name: 'rerun', arguments: { candidate: aliases[0] } },
  { name: 'shell', arguments: { command: 'ls' } },
  { name: 'no_such_tool', arguments: {} },
  { name: 'read_file', arguments: '{"tree": "base", ' },
  {
    name: 'record_finding',
    arguments: { candidate: aliases[0], about: 'precision', polarity: 'negative', claim: 'It is wrong.' },
  },
];

const close = (lead: string): Calls[number] => ({
  name: 'close_lead',
  arguments: { lead, status: 'explained', reason: 'looked at and found harmless' },
});

/** Looks at everything, closes every lead as explained, and ends with nothing found. */
export const curious: ScriptPlay = (request, index) => {
  const text = shownTo(request);
  const aliases = aliasesIn(text);
  switch (index) {
    case 0:
      return { calls: [{ name: 'list_candidates' }, { name: 'read_task' }] };
    case 1:
      return { calls: aliases.flatMap(lookAt) };
    case 2:
      return { calls: acrossAll(aliases) };
    case 3:
      return {
        calls: [
          ...leadsIn(text).map(close),
          { name: 'finish', arguments: { nothing_found: passedIn(text) } },
        ],
      };
    default:
      return undefined;
  }
};

/** Investigates as `play` does, then gives everybody on each sheet the same scores, or those that `five` says. */
export const thenScore =
  (play: ScriptPlay, five: (alias: string) => unknown = () => 4): ScriptPlay =>
  (request, index) =>
    isScoring(request) ? submit(scoresFor(request, five)) : play(request, index);

export const isScoring = ({ tools }: ModelRequest): boolean =>
  tools.some(({ name }) => name === 'submit_scores');
