/** Runs what a group's re-run needs: base, reference and candidates in their forms, equal trees once. */
import { randomBytes, randomInt } from 'node:crypto';
import { Fault } from '../../src/fault.js';
import type { CandidateMaterial, TreeReader } from '../../src/material.js';
import type { Ref } from '../../src/records/ref.js';
import type { ControlNames } from '../../src/rerun/control.js';
import { type Evaluation, evaluationOf } from '../../src/rerun/evaluation.js';
import type { MachineryRules } from '../../src/rerun/machinery.js';
import { putBackText } from '../../src/rerun/pristine.js';
import {
  type Control,
  flakyIn,
  type Gauge,
  gaugeOf,
  notPassed,
  runsAny,
  survivalOf,
  type TestRun,
  unlessUnrun,
} from '../../src/rerun/verdict.js';
import type { Judged } from '../../src/rerun/witness.js';
import { readerTree } from '../exec/reader-tree.js';
import { limit } from '../limit.js';
import { resolveRef } from '../load/ref.js';
import type { OpenGroup } from '../open-group.js';
import { controlledForm, overlaid, pristineForm } from './forms.js';
import type { Kit } from './kit.js';
import type { RerunOptions } from './options.js';
import { runTests, type TestBench } from './run.js';

export interface Outcome extends Judged {
  readonly candidate?: readonly string[];
  readonly pristine?: readonly string[];
  readonly flaky?: readonly string[];
  readonly putBack?: string;
}

export interface GroupEvaluation extends Evaluation {
  readonly hasReference: boolean;
  /** A tree that nobody forged, and its run. */
  readonly witness: { readonly what: string; readonly tree: TreeReader; readonly run: TestRun | undefined };
}

/** More at once would slow each down, and the time limit is the task's. */
const AT_ONCE = 2;

interface Evaluated {
  readonly evaluation: GroupEvaluation;
  readonly collected: readonly string[];
}

/** What one run of a group finds out and the next one need not: a promise that rejects is forgotten. */
export interface KnownRuns {
  readonly byTree: Map<string, Promise<Outcome>>;
  readonly group: Map<'trusted', Promise<TreeReader>>;
  readonly gauge: Map<'gauge', Promise<Gauge | null>>;
  readonly evaluated: Map<'evaluation', Promise<Evaluated>>;
}

export const nothingKnown = (): KnownRuns => ({
  byTree: new Map(),
  group: new Map(),
  gauge: new Map(),
  evaluated: new Map(),
});

function once<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}

export class GroupRun {
  checks = 0;
  private readonly inTurn = limit(AT_ONCE);
  private readonly times: number;
  private readonly command: string;

  constructor(
    private readonly opened: OpenGroup,
    private readonly kit: Kit,
    private readonly options: RerunOptions,
    private readonly known: KnownRuns = nothingKnown(),
  ) {
    this.times = options.times ?? 1;
    this.command = opened.material.group.task.environment?.test_command ?? '';
  }

  evaluation(): Promise<Evaluated> {
    return once(this.known.evaluated, 'evaluation', () => this.evaluate());
  }

  private async evaluate(): Promise<Evaluated> {
    const { tests, reference_patch } = this.opened.material.group.task;
    const trusted = await this.trustedTree();
    const [base, reference] = await Promise.all([
      this.repeat('base', trusted),
      reference_patch === undefined ? null : this.reference(reference_patch, trusted),
    ]);
    const evaluation = evaluationOf({
      failToPass: tests?.fail_to_pass ?? [],
      passToPass: tests?.pass_to_pass ?? [],
      base,
      reference: reference?.runs ?? null,
      referenceAsItIs: reference?.asItIs ?? null,
    });
    const witness =
      reference === null
        ? { what: 'base', tree: trusted, run: base[0] }
        : { what: 'reference', tree: reference.tree, run: reference.runs[0] };
    return {
      evaluation: { ...evaluation, hasReference: reference !== null, witness },
      collected: collectedIn(base),
    };
  }

  /** Never rejects for what a candidate does. */
  async candidate(material: CandidateMaterial, evaluation: GroupEvaluation): Promise<Outcome> {
    const { id, rollout, tree, patch } = material;
    const unknown = (reason: string): Outcome => ({ survival: { survives: null, reason } });
    const { only } = this.options;
    if (only !== undefined && !only.includes(id)) return unknown('not asked for');
    if (only === undefined && !rollout.passed) return unknown('has no pass to confirm');
    if (tree === null) return unknown(`has no tree: its patch is ${patch.state}`);
    if (evaluation.unavailable !== null) return unknown(evaluation.unavailable);
    return once(this.known.byTree, tree.oid, () => this.runTree(id, tree, evaluation));
  }

  private async runTree(id: string, tree: TreeReader, evaluation: GroupEvaluation): Promise<Outcome> {
    const { workspace } = this.opened;
    const { deciding, undecided, reportable } = evaluation;
    const { tree: pristine, plan } = await pristineForm(
      workspace,
      tree,
      await this.trustedTree(),
      this.rules(),
    );
    const [[candidate], runs] = await Promise.all([this.repeat(id, tree, 1), this.repeat(id, pristine)]);
    const question = { deciding, runs, reportable, control: null };
    const first = survivalOf(question);
    const gauge = first.survives && reportable ? await this.gauge(evaluation) : null;
    const control = gauge && (await this.controlled(id, pristine, runs[0], deciding));
    const decided = gauge && control ? survivalOf({ ...question, control: { ...control, gauge } }) : first;
    return {
      survival: unlessUnrun(decided, runs, undecided),
      candidate: candidate?.collected ?? [],
      pristine: collectedIn(runs),
      flaky: flakyIn(runs, deciding),
      putBack: putBackText(plan),
      changedTests: [...plan.edits.values()].some((entry) => entry !== null),
      isWitness: decided.survives === true,
      ranNone: !runs.some((run) => runsAny(run, deciding)),
    };
  }

  /** The tree with controls, run once; null where none can be written or none tells anything. */
  private async controlled(
    what: string,
    tree: TreeReader,
    run: TestRun | undefined,
    deciding: readonly string[],
  ): Promise<Omit<Control, 'gauge'> | null> {
    const names = freshNames();
    const form = run && (await controlledForm(this.opened.workspace, tree, run, deciding, names));
    if (!form) return null;
    const [controlled] = await this.repeat(what, form, 1);
    return controlled ? { run: controlled, names } : null;
  }

  private gauge({ deciding, witness }: GroupEvaluation): Promise<Gauge | null> {
    const { what, tree, run } = witness;
    return once(this.known.gauge, 'gauge', async () => {
      const control = await this.controlled(what, tree, run, deciding);
      return control && gaugeOf(control);
    });
  }

  private async reference(ref: Ref, trusted: TreeReader) {
    const tree = await this.patched(ref, 'task.reference_patch');
    const { workspace } = this.opened;
    const pristine = await pristineForm(workspace, tree, trusted, this.rules());
    const runs = await this.repeat('reference', pristine.tree);
    const { fail_to_pass = [], pass_to_pass = [] } = this.opened.material.group.task.tests ?? {};
    const fails = runs.some((run) => notPassed(run, [...fail_to_pass, ...pass_to_pass]) !== null);
    if (!fails) return { tree: pristine.tree, runs, asItIs: null };
    const whole = await overlaid(workspace, tree, trusted, this.testFiles());
    const [asItIs] = whole.oid === pristine.tree.oid ? runs : await this.repeat('reference', whole, 1);
    return { tree: pristine.tree, runs, asItIs: asItIs ?? null };
  }

  private repeat(what: string, tree: TreeReader, times = this.times): Promise<TestRun[]> {
    const source = readerTree(this.opened.workspace.base, tree);
    const once = async (): Promise<TestRun> => {
      const run = await runTests(this.bench(), source);
      this.checks += 1;
      this.options.onProgress?.({ what, checks: this.checks });
      return run;
    };
    return Promise.all(Array.from({ length: times }, () => this.inTurn(once, this.options.signal)));
  }

  private bench(): TestBench {
    const { sandbox, signal } = this.options;
    const { environment, image, repo } = this.opened.material.group.task;
    return {
      sandbox,
      kit: this.kit,
      environment: { ...environment, test_command: this.command },
      folder: /^\/|(^|\/)\.\.(\/|$)/.test(repo?.workdir ?? '') ? '' : (repo?.workdir ?? ''),
      workdir: image?.workdir,
      signal,
    };
  }

  private trustedTree(): Promise<TreeReader> {
    const ref = this.opened.material.group.task.tests?.test_patch;
    return once(this.known.group, 'trusted', async () =>
      ref === undefined ? this.opened.workspace.base : this.patched(ref, 'task.tests.test_patch'),
    );
  }

  /** @throws Fault input where the patch does not fit the base: then nothing can be said about any candidate */
  private async patched(ref: Ref, field: string): Promise<TreeReader> {
    const bytes = await (await resolveRef(ref, this.opened.loaded.folder, { field })).bytes();
    const { report, tree } = await this.opened.workspace.buildCandidate(bytes);
    if (tree !== null) return tree;
    if (report.state === 'empty') return this.opened.workspace.base;
    const why = report.reason === undefined ? '' : ` (${report.reason})`;
    throw new Fault('input', `is ${report.state}${why}: it has to fit the base`, { field });
  }

  private testFiles(): Set<string> {
    const { testPatch } = this.opened.material;
    return new Set(
      testPatch.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath])),
    );
  }

  private rules(): MachineryRules {
    const { group, referencePatch } = this.opened.material;
    return {
      protectedPaths: { patterns: group.task.tests?.protected_paths ?? [], files: this.testFiles() },
      command: this.command,
      product: new Set(referencePatch.map(({ path }) => path)),
    };
  }
}

const collectedIn = (runs: readonly TestRun[]): string[] =>
  [...new Set(runs.flatMap(({ collected }) => collected))].sort();

const LETTERS = 'cdefghijklmnopqrstuvwxyz';

/** The letters of the controls stand behind the stem, so it holds none of them. */
function freshNames(): Omit<ControlNames, 'file'> {
  const stem = [...randomBytes(10)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  const left = randomInt(1000, 100_000);
  return { stem, left, right: left + randomInt(1, 1000) };
}
