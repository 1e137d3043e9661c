/**
 * Input tokens of an investigation with its scoring passes, beside everything in one prompt. Tokens are bytes / 4.
 * Run: npx tsx bench/tokens.ts [GROUP…] (default: the bundled groups). A group with a recorded run plays its turns; any
 * other one is examined by a script that opens every patch, log and event, which no judge needs to do.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { openBench } from '../harness/grade/bench.js';
import { gradeGroup } from '../harness/grade/grade.js';
import type { Judge, JudgeRequest } from '../harness/grade/judge.js';
import { foldSettings } from '../harness/grade/settings.js';
import { DEFAULT_BUDGET } from '../harness/judge/budget.js';
import { modelJudge } from '../harness/judge/model-judge.js';
import { scorePasses } from '../harness/judge/score.js';
import { estimateInput, estimateTokens } from '../harness/providers/estimate.js';
import type { ModelRequest, Provider } from '../harness/providers/port.js';
import { recorded } from '../harness/providers/recorded.js';
import { scripted } from '../harness/providers/scripted.js';
import { readRecording } from '../harness/recording-file.js';
import { openTaskSandbox } from '../harness/rerun/sandbox.js';
import { DEFAULTS } from '../harness/run/options.js';
import { loadGroup } from '../sandbox/load/group.js';
import type { CandidateMaterial, GroupMaterial } from '../src/material.js';
import { curious, thenScore } from '../test/support/examiner.js';
import { diffLines } from '../tools/diff-lines.js';

interface Row {
  readonly candidates: number;
  readonly how: string;
  readonly naive: number;
  readonly requests: number;
  /** Sum over all requests, and the part that stood at the front of the request before. */
  readonly input: number;
  readonly cached: number;
  readonly largest: number;
}

/** What was asked, in tokens; a request is cached as far as it begins with the messages of the one before. */
function counted(provider: Provider) {
  const sums = { requests: 0, input: 0, cached: 0, largest: 0 };
  let before: ModelRequest | null = null;
  const next: Provider['next'] = (request, limits) => {
    const tokens = estimateInput(request);
    sums.requests += 1;
    sums.input += tokens;
    sums.cached += before === null ? 0 : sharedTokens(before, request);
    sums.largest = Math.max(sums.largest, tokens);
    before = { ...request, messages: [...request.messages] };
    return provider.next(request, limits);
  };
  return { sums, provider: { kind: provider.kind, model: provider.model, next } satisfies Provider };
}

function sharedTokens(before: ModelRequest, now: ModelRequest): number {
  if (before.system !== now.system) return 0;
  let same = 0;
  while (same < before.messages.length && before.messages[same] === now.messages[same]) same += 1;
  return estimateInput({ ...now, messages: now.messages.slice(0, same) });
}

async function everything({ statement, hints, candidates }: GroupMaterial): Promise<number> {
  let tokens = estimateTokens([statement, ...hints].join('\n'));
  for (const candidate of candidates) tokens += await tokensOf(candidate);
  return tokens;
}

async function tokensOf({ diff, events, testLog }: CandidateMaterial): Promise<number> {
  let tokens = estimateTokens(diffLines(diff).join('\n')) + Math.ceil((testLog?.bytes ?? 0) / 4);
  if (events !== null)
    for await (const { input, output } of events.events()) tokens += estimateTokens(input + output);
  return tokens;
}

async function providerFor(group: string): Promise<{ readonly how: string; readonly provider: Provider }> {
  const file = join(group, 'run', 'recording.jsonl');
  if (!existsSync(file)) return { how: 'reads all', provider: scripted(thenScore(curious)) };
  return { how: 'recorded', provider: recorded(await readRecording(file)) };
}

async function measure(group: string): Promise<Row> {
  const { how, provider } = await providerFor(group);
  const { sums, provider: counting } = counted(provider);
  const model = modelJudge({
    kind: 'bench',
    provider: counting,
    score: scorePasses,
    limits: { ...DEFAULT_BUDGET, turns: 1000 },
    context_tokens: DEFAULTS.context_tokens,
    max_output_tokens: DEFAULTS.max_output_tokens,
    show_reference: false,
    openSandbox: ({ facts }) => openTaskSandbox(facts.group.task, {}),
  });
  let naive = 0;
  const judge: Judge = {
    kind: 'bench',
    judge: async (request: JudgeRequest) => {
      naive = await everything(request.opened.material);
      return model.judge(request);
    },
  };
  await using bench = await openBench();
  const { signal } = new AbortController();
  const options = { bench, judge, settings: foldSettings(), emit: () => {}, signal };
  const { fallback, n } = await gradeGroup(await loadGroup(group), options);
  const ending = fallback === null ? how : `${how}, ${fallback.reason}`;
  return { candidates: n, how: ending, naive, ...sums };
}

const bundled = (): string[] =>
  readdirSync('fixtures')
    .map((name) => join('fixtures', name))
    .filter((path) => existsSync(join(path, 'group.json')));

const thousands = (tokens: number): string => `${(tokens / 1000).toFixed(1)}k`.padStart(9);
const given = process.argv.slice(2);
process.stdout.write(
  `${'group'.padEnd(18)}${'n'.padStart(4)}  one prompt  requests    input   cached      new  largest  judge\n`,
);
for (const group of given.length > 0 ? given : bundled()) {
  const { candidates, how, naive, requests, input, cached, largest } = await measure(group);
  const numbers = [input, cached, input - cached, largest].map(thousands).join('');
  process.stdout.write(
    `${basename(resolve(group)).padEnd(18)}${String(candidates).padStart(4)}   ${thousands(naive)}${String(requests).padStart(10)}${numbers}  ${how}\n`,
  );
}
