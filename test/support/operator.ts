/** An operator for tests: closes every lead, finds nothing, scores everybody the same; what it says is read off the answers. */
import { newRun, type OperatorRun } from '../../harness/operator/run.js';
import { type OperatorSession, openOperatorSession } from '../../harness/operator/session.js';
import { scoresFor, aliasesIn as sheetAliases } from './scoring.js';

export const operatorRun = (
  folder: string,
  name = 'cashbook',
  who = 'Ada',
  driver: 'none' | 'bubblewrap' = 'none',
): OperatorRun => newRun({ group: `fixtures/${name}`, folder, name: who, config: { driver } });

/** Calls of tools that end an investigation without a finding, given what list_candidates said. */
export function closingCalls(listed: string): [string, Record<string, unknown>][] {
  const leads = [...new Set([...listed.matchAll(/^ {2}(L\d+) /gm)].map(([, id]) => id))];
  const passed = [...listed.matchAll(/^(c-[a-z]{4}) passed/gm)].map(([, alias]) => alias);
  return [
    ...leads.map((lead): [string, Record<string, unknown>] => [
      'close_lead',
      { lead, status: 'explained', reason: 'looked at and found harmless' },
    ]),
    ['finish', { nothing_found: passed }],
  ];
}

export async function investigate(session: OperatorSession): Promise<void> {
  const { text } = await session.call('list_candidates', {});
  for (const [tool, args] of closingCalls(text)) await session.call(tool, args);
}

/** Submits `score` for everybody on the sheet that is due. */
export const scoreAll = (session: OperatorSession, score = 4) => {
  if (session.asked === null) throw new Error('nothing is asked');
  return session.call(
    'submit_scores',
    scoresFor(session.asked, () => score),
  );
};

export const aliasesAsked = (session: OperatorSession): string[] =>
  session.asked === null ? [] : sheetAliases(session.asked);

export type Calls = readonly (readonly [tool: string, args: Record<string, unknown>])[];

/** A finished run of an operator, with further calls before the leads are closed. */
export async function recordRun(run: OperatorRun, calls: Calls = []): Promise<void> {
  await using session = await openOperatorSession(run, new AbortController().signal);
  for (const [tool, args] of calls) await session.call(tool, args);
  await investigate(session);
  while (session.asked !== null) await scoreAll(session);
}
