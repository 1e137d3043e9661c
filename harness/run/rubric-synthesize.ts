/** Runs `gagar rubric synthesize`: opens the stored groups of one task, lets the judge write, and writes the YAML. */
import { existsSync } from 'node:fs';
import { inputDigest } from '../../sandbox/load/digest.js';
import { type LoadedGroup, loadGroup } from '../../sandbox/load/group.js';
import { openGroup } from '../../sandbox/open-group.js';
import { Fault } from '../../src/fault.js';
import { factsOf } from '../../src/fold/facts.js';
import { foreignRubric } from '../../src/grs/check-rubric.js';
import { openDraft } from '../../src/grs/draft.js';
import { plural } from '../../src/text/plural.js';
import { type Bench, openBench } from '../grade/bench.js';
import { rubricOf } from '../grs/rubric-file.js';
import { type SynthesizeOptions, synthesizeFrom } from '../grs/synthesize.js';
import { openTaskSandbox } from '../rerun/sandbox.js';
import { writeWhole } from '../write-whole.js';
import { yamlText } from '../yaml.js';
import { nameOf, providerOptions } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import { openProvider } from './open-provider.js';
import {
  DEFAULTS,
  fromCommandLine,
  type GradeConfig,
  limitsOf,
  readConfig,
  sandboxFlags,
} from './options.js';

export interface SynthesizeCommand {
  readonly out: string;
  readonly run?: string;
  readonly config?: string;
  /** The options of GradeConfig, as commander reads them. */
  readonly [option: string]: unknown;
}

/** @throws Fault usage without a judge, input for groups of different tasks, environment where the judge does not get there */
export async function runSynthesize(paths: readonly string[], options: SynthesizeCommand): Promise<void> {
  const config = { ...readConfig(options.config), ...fromCommandLine(options) };
  if (existsSync(options.out))
    throw new Fault('usage', 'is there already, and may have been edited; name another file with -o', {
      file: options.out,
    });
  const groups = await Promise.all(paths.map((path) => loadGroup(path)));
  const task = taskOf(groups);
  const draft = openDraft(task);
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  const work: SynthesizeOptions = {
    ...(await judgeOf(config)),
    limits: limitsOf(config),
    signal: interrupt.signal,
    onTurn: (criteria) => process.stderr.write(`${plural(criteria, 'criterion', 'criteria')}\n`),
    folder: options.run,
  };
  for (const [index, loaded] of groups.entries()) {
    process.stderr.write(`reading ${loaded.group.group_id}\n`);
    await fromGroup(loaded, index + 1, draft, work, { bench, config });
  }
  if (draft.criteria.length === 0 || draft.finish().length > 0)
    throw new Fault('environment', `the judge wrote no whole rubric: ${draft.finish().join('; ')}`);
  const { value, digest } = rubricOf(draft.rubric(), options.out);
  await writeWhole(options.out, yamlText(value));
  process.stdout.write(
    `${options.out}: ${value.solution.length} + ${value.behaviour.length} criteria, ${digest}\n`,
  );
}

/** All groups are of one task, from one base. */
function taskOf(groups: readonly LoadedGroup[]): { task_id: string; base_commit: string | null } {
  const [first] = groups;
  if (first === undefined) throw new Fault('usage', 'give at least one group');
  const { id, repo } = first.group.task;
  const task = { task_id: id ?? first.group.group_id, base_commit: repo?.base_commit ?? null };
  for (const { group, file } of groups) {
    const why = foreignRubric(task, group);
    if (why !== null) throw new Fault('input', `a rubric is written for one task: it ${why}`, { file });
  }
  return task;
}

/** Judges that know one kind of answer only. */
const UNABLE: readonly string[] = ['static', 'answers', 'simulated', 'recorded'];

async function judgeOf(config: GradeConfig): Promise<Pick<SynthesizeOptions, 'kind' | 'reader'>> {
  const { judge } = config;
  if (judge === undefined || UNABLE.includes(nameOf(judge)))
    throw new Fault(
      'usage',
      'needs a judge that can read and write: --judge anthropic --model …; by hand, write the YAML (docs/rubric.md)',
    );
  const reader = {
    provider: await openProvider(judge, providerOptions(config)),
    context_tokens: config.context_tokens ?? DEFAULTS.context_tokens,
    max_output_tokens: config.max_output_tokens ?? DEFAULTS.max_output_tokens,
  };
  return { kind: nameOf(judge), reader };
}

async function fromGroup(
  loaded: LoadedGroup,
  number: number,
  draft: ReturnType<typeof openDraft>,
  work: SynthesizeOptions,
  { bench, config }: { readonly bench: Bench; readonly config: GradeConfig },
): Promise<void> {
  const flags = sandboxFlags(config);
  const { dockerHost } = flags;
  await using opened = await openGroup(loaded, { ...bench, dockerHost, signal: work.signal });
  const digest = await inputDigest(loaded, opened.workspace.base.oid);
  const facts = factsOf(loaded.group, digest, opened.built);
  await using sandbox = await openTaskSandbox(loaded.group.task, flags);
  const end = await synthesizeFrom({ facts, opened, sandbox }, number, draft, work);
  work.signal.throwIfAborted();
  if (end.status === 'failed')
    throw new Fault('environment', `${end.failure.reason}: ${end.failure.detail}`, { file: loaded.file });
  if (end.status === 'incomplete')
    process.stderr.write(`gagar: the work on ${loaded.group.group_id} was cut short: ${end.reason}\n`);
}
