/** Lets a judge write a task's rubric from stored groups, one after the other; what is written goes along. */
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/exec/port.js';
import type { OpenGroup } from '../../sandbox/open-group.js';
import { contendersOf, type GroupFacts, representatives } from '../../src/fold/facts.js';
import type { RubricDraft } from '../../src/grs/draft.js';
import { nonceOf, orderOf, workspaceAliases } from '../../src/judge/alias.js';
import { type Case, openCase } from '../../src/judge/case.js';
import type { JudgeIdentity } from '../../src/records/result.js';
import { frame } from '../../src/text/frame.js';
import { renderText } from '../../src/text/render.js';
import { openChecks } from '../../tools/checks.js';
import { synthesizeTools } from '../../tools/synthesize-list.js';
import { specOf } from '../../tools/tool.js';
import { type BudgetLimits, openBudget } from '../judge/budget.js';
import { Conversation } from '../judge/conversation.js';
import { openDesk } from '../judge/desk.js';
import { type InvestigationEnd, investigate } from '../judge/investigate.js';
import { openRecording } from '../judge/run-recording.js';
import { openSession } from '../judge/session.js';
import { promptDigest, render } from '../prompts.js';
import { checkLimits } from '../rerun/task-check.js';
import type { ReaderOptions } from './port.js';

const SYNTHESIZE_PROTOCOL = 'synthesize-rubric/1';
const PURPOSE = 'synthesize';

export interface SynthesizeOptions {
  readonly kind: string;
  readonly reader: ReaderOptions;
  readonly limits: BudgetLimits;
  readonly signal: AbortSignal;
  readonly onTurn: (criteria: number) => void;
  /** Run folder for the recordings, one folder a group. */
  readonly folder?: string | undefined;
}

/** @param number of the group, from 1 */
export async function synthesizeFrom(
  { facts, opened, sandbox }: { facts: GroupFacts; opened: OpenGroup; sandbox: Sandbox },
  number: number,
  draft: RubricDraft,
  options: SynthesizeOptions,
): Promise<InvestigationEnd> {
  const { reader, limits, signal, folder } = options;
  const seed = facts.inputDigest;
  const nonce = nonceOf(seed, PURPOSE);
  const { caseFile, ids } = caseOf(facts, opened);
  draft.open({ caseFile, ids });
  const recording =
    folder === undefined
      ? null
      : await openRecording(
          join(folder, String(number)),
          {
            group: opened.loaded.file,
            input_digest: seed,
            judge: identityOf(seed, ids, options),
            config: { limits: { ...limits } },
            aliases: Object.fromEntries(ids),
          },
          reader.provider,
        );
  await using _ = recording?.recorder ?? null;
  const checks = openChecks();
  const check = checkLimits(facts.group.task);
  const tools = synthesizeTools({ caseFile, workspace: opened.workspace, sandbox, checks, check }, draft);
  const conversation = new Conversation({
    system: render('grs/synthesize-system', { nonce }),
    tools: tools.map(specOf),
    start: render('grs/synthesize-start', {
      statement: frame(renderText(opened.material.statement), nonce),
      candidates: caseFile.candidates.length,
      known: knownText(draft, nonce),
    }),
    max_output_tokens: reader.max_output_tokens,
    context_tokens: reader.context_tokens,
  });
  const session = openSession({
    provider: reader.provider,
    recorder: recording?.recorder ?? null,
    earlier: recording?.earlier ?? [],
  });
  const desk = openDesk({
    session,
    conversation,
    tools,
    ledger: draft,
    checks,
    budget: openBudget(limits, { deadline: null, signal }),
    nonce,
    signal,
    onStep: (turn) => {
      if (turn !== null) options.onTurn(draft.criteria.length);
    },
    work: { phase: 'assess', prompts: 'grs/synthesize' },
  });
  return await investigate(desk);
}

function caseOf(facts: GroupFacts, opened: OpenGroup): { caseFile: Case; ids: Map<string, string> } {
  const aliases = workspaceAliases(
    facts.inputDigest,
    facts.rollouts.map(({ id }) => id),
  );
  const visible = facts.rollouts.filter(({ valid }) => valid).map(({ id }) => id);
  const ordered = orderOf(facts.inputDigest, visible, PURPOSE).map((id): [string, string] => [
    id,
    aliases.get(id) ?? id,
  ]);
  const caseFile = openCase({
    material: opened.material,
    aliases: new Map(ordered),
    representatives: representatives(contendersOf(facts)),
  });
  return { caseFile, ids: new Map(ordered.map(([id, alias]) => [alias, id])) };
}

/** What other groups of the task have led to: written by the judge, but from material of strangers. */
function knownText({ criteria }: RubricDraft, nonce: string): string {
  if (criteria.length === 0) return 'Nothing is written yet.';
  const lines = criteria.map(
    ({ id, rubric, weight, text }) => `${id} (${rubric}, weight ${weight}): ${text}`,
  );
  return `Other groups of this task have led to these criteria; support, mend or drop them, and add what is missing.\n${frame(renderText(lines.join('\n')), nonce)}`;
}

const identityOf = (
  seed: string,
  ids: ReadonlyMap<string, string>,
  { kind, reader: { provider } }: SynthesizeOptions,
): JudgeIdentity => ({
  kind,
  provider: provider.kind,
  model: provider.model,
  protocol: SYNTHESIZE_PROTOCOL,
  prompt_digest: promptDigest('grs'),
  rubric_digest: '',
  profile_digest: '',
  seed,
  alias_map: Object.fromEntries(ids),
});
