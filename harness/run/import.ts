/** Runs `gagar import`: checks the options, shows progress, prints a line for each group. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDataset } from '../../sandbox/import/dataset.js';
import { readResults } from '../../sandbox/import/results.js';
import { type ImportedGroup, importRuns } from '../../sandbox/import/run.js';
import type { Scanned } from '../../sandbox/import/scan.js';
import { whyNot } from '../../sandbox/load/open.js';
import { Fault } from '../../src/fault.js';
import { faultText } from '../../src/fault-text.js';
import type { TaskFacts } from '../../src/import/claim.js';
import type { UserFacts } from '../../src/import/group.js';
import { importersFor } from '../../src/import/importers.js';
import { isCommit, repoOf } from '../../src/import/instance.js';
import { defined, mergeTasks } from '../../src/import/row.js';
import { checkRepoAddress } from '../../src/records/repo-address.js';
import { clip } from '../../src/text/clip.js';
import { plural } from '../../src/text/plural.js';
import { renderName } from '../../src/text/render.js';
import { EXIT } from '../exit.js';
import { importProgress } from './import-progress.js';
import { listenForInterrupt } from './lifetime.js';

export interface ImportCommand {
  readonly out: string;
  readonly instance?: string;
  readonly dataset?: string;
  readonly statement?: string;
  readonly repo?: string;
  readonly base?: string;
  readonly image?: string;
  readonly workdir: string;
  readonly results?: string;
  readonly concurrency: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** @throws Fault usage or input where nothing can be imported, Fault cancelled */
export async function runImport(
  format: string,
  paths: readonly string[],
  command: ImportCommand,
): Promise<void> {
  importersFor(format);
  const concurrency = Number(command.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 256)
    throw new Fault('usage', `--concurrency is ${JSON.stringify(command.concurrency)}; expected 1 to 256`);
  const given = await givenBy(command);
  const table = command.results === undefined ? null : await readResults(command.results);
  using interrupt = listenForInterrupt();
  using progress = importProgress(command.quiet === true);
  const refused: Fault[] = [];
  const lost: string[] = [];
  const { quiet: _, json, concurrency: __, out, ...settings } = command;
  const groups = await importRuns({
    format,
    paths,
    out,
    instance: command.instance,
    given,
    override: (attempt, all) => table?.of(attempt, all),
    rows: table?.ids,
    settings: { format, ...settings },
    concurrency,
    signal: interrupt.signal,
    events: {
      ...progress,
      scanned: (scanned) => progress.say(scannedText(scanned)),
      refused: (fault) => refused.push(fault),
      strayed: (file, ids) => lost.push(unusedText(file, ids)),
    },
  });
  progress[Symbol.dispose]();
  // What the only group failed of is the error of the command.
  const fault = groups.length === 1 ? groups[0]?.fault : null;
  for (const group of json || !fault ? groups : [])
    process.stdout.write(json ? `${JSON.stringify(asRecord(group))}\n` : groupText(group));
  const [unused, doubtful] = [table?.unused() ?? [], table?.doubtful() ?? []];
  if (unused.length > 0) lost.push(unusedText(command.results ?? '', unused));
  if (doubtful.length > 0) lost.push(doubtfulText(command.results ?? '', doubtful));
  // A verdict that is lost can turn a group over: it is told whoever wants quiet.
  for (const text of lost) process.stderr.write(`gagar: ${text}\n`);
  for (const fault of refused)
    process.stderr.write(`gagar: ${faultText(fault)}; the other paths were imported\n`);
  if (fault) throw fault;
  const failed = groups.some(({ status }) => status === 'failed');
  process.exitCode = failed || refused.length + lost.length > 0 ? EXIT.some_failed : EXIT.ok;
}

/** A row that decides nothing is most often a name that is written otherwise. */
function unusedText(file: string, ids: readonly string[]): string {
  const [id = ''] = ids;
  const example = /^[\w.-]{1,40}$/.test(id) ? id : 'ID';
  return `${renderName(file)}: no attempt is called ${listed(ids)}; call the patch or trajectory so (${example}.diff, ${example}.json, or a folder ${example}), write the id as a rollout's in group.json, its file, folder or run, or take the row out; an empty file is no attempt`;
}

const doubtfulText = (file: string, ids: readonly string[]): string =>
  `${renderName(file)}: several attempts are called ${listed(ids)}, so none of them has its verdict; write the path of its file, or RUN/NAME, as the id`;

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(clip(id, 80)));
  const more = ids.length > shown.length ? `, and ${ids.length - shown.length} more` : '';
  return renderName(shown.join(', ')) + more;
}

/** What options and data set say of a task. @throws Fault usage */
async function givenBy(command: ImportCommand): Promise<(instance: string) => UserFacts> {
  const { base, image, workdir, statement, repo } = command;
  if (base !== undefined && !isCommit(base)) {
    const way = 'expected its full id (git -C PATH rev-parse HEAD)';
    throw new Fault('usage', `--base is ${JSON.stringify(base)}; ${way}`);
  }
  const own: TaskFacts = defined({
    base_commit: base,
    image: image === undefined ? undefined : { ref: image, workdir },
    statement: statement === undefined ? undefined : readStatement(statement),
  });
  if (repo !== undefined) repoFor(repo, 'owner/name');
  const tasks = command.dataset === undefined ? null : await readDataset(command.dataset);
  return (instance) => {
    const task = mergeTasks([own, tasks?.get(instance)]);
    return { task, ...(repo !== undefined && { repo: repoFor(repo, task.repo ?? repoOf(instance)) }) };
  };
}

function readStatement(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Fault('input', whyNot(cause as NodeJS.ErrnoException), { file }, { cause });
  }
}

/** `mirrors/{owner}/{name}` with the names of the task's repository put in. */
function repoFor(template: string, fullName: string | null): { path: string } | { url: string } {
  const [owner = '', name = ''] = (fullName ?? '').split('/');
  if (/\{(?:owner|name)\}/.test(template) && name === '')
    throw new Fault(
      'usage',
      `--repo is ${JSON.stringify(template)}, but the task does not name its repository`,
    );
  const address = checkRepoAddress(
    template.replaceAll('{owner}', owner).replaceAll('{name}', name),
    '--repo',
  );
  return address.kind === 'local' ? { path: resolve(address.path) } : { url: address.url };
}

/** Kinds of finds that are shown of one run. */
const MAX_KINDS = 8;

/** What was recognised, and why. */
function scannedText({ run, claims }: Scanned): string {
  const counts = new Map<string, number>();
  for (const { format, why } of claims) {
    const kind = `${format} (${renderName(why)})`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const found = [...counts].map(([kind, count]) => `${count} ${kind}`);
  const more = found.length > MAX_KINDS ? [`${found.length - MAX_KINDS} more kinds`] : [];
  const shown = [...found.slice(0, MAX_KINDS), ...more].join('; ');
  return `${renderName(run.label)}: ${plural(run.files.length, 'file')}, ${shown || 'nothing known'}`;
}

const MAX_WARNINGS = 5;

function groupText(group: ImportedGroup): string {
  const { status, folder, group_id, rollouts, passed, masked, trajectories, warnings, fault } = group;
  if (fault !== null) return `failed  ${renderName(folder)}: ${faultText(fault)}\n`;
  const name = `${renderName(folder)}: ${renderName(group_id)}`;
  if (status === 'kept') return `kept    ${name}, ${plural(rollouts, 'rollout')}, imported before\n`;
  const counts = [
    plural(rollouts, 'rollout'),
    `${passed} passed`,
    `${masked} masked`,
    plural(trajectories, 'trajectory', 'trajectories'),
  ];
  const shown = [...new Set(warnings)].slice(0, MAX_WARNINGS);
  const more = new Set(warnings).size - shown.length;
  return [
    `written ${name}, ${counts.join(', ')}`,
    ...shown.map((warning) => `    warning: ${renderName(warning)}`),
    ...(more > 0 ? [`    and ${plural(more, 'more warning')} in group.json (import_warnings)`] : []),
    '',
  ].join('\n');
}

const asRecord = ({ fault, ...group }: ImportedGroup) => ({
  ...group,
  ...(fault !== null && { error: faultText(fault) }),
});
