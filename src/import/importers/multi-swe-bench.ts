/** Multi-SWE-bench: a folder per pull request with `report.json`, `fix.patch` and the logs of three runs. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, type JsonObject, text } from '../../text/json.js';
import type { AttemptFacts, Claim, TestStatuses } from '../claim.js';
import type { Importer } from '../importer.js';
import { filesBeside, type Run, type SourceFile } from '../source.js';

const LOG = 'fix-patch-run.log';
const OWN = ['report.json', 'fix.patch', LOG, 'test-patch-run.log', 'run.log', 'test.patch'];

export const multiSweBench: Importer = {
  name: 'multi-swe-bench',
  about: 'Multi-SWE-bench evaluation folders (report.json, fix.patch, fix-patch-run.log)',
  resultsOnly: true,
  async *claims(run) {
    const folders = new Set(
      run.files
        .filter(({ path }) => baseName(path) === LOG || /\/pr-\d+\/report\.json$/.test(path))
        .map(({ path }) => folderOf(path)),
    );
    for (const folder of folders) {
      const claim = await claimOf(run, folder);
      if (claim !== null) yield claim;
    }
  },
};

async function claimOf(run: Run, folder: string): Promise<Claim | null> {
  const own = new Map(
    filesBeside(run, folder)
      .filter(({ path }) => OWN.includes(baseName(path)))
      .map((file) => [baseName(file.path), file]),
  );
  const report = (await own.get('report.json')?.outline()) ?? null;
  const instance = instanceOf(report, folder);
  if (instance === null) return null;
  return {
    format: 'multi-swe-bench',
    why: 'an evaluation folder of Multi-SWE-bench',
    instance,
    attempt: null,
    parts: own.has('fix.patch') ? ['verdict', 'patch'] : ['verdict'],
    rank: 0,
    files: [...own.values()],
    read: async () => readFolder(own, report),
  };
}

/** The report names the pull request; else the folder does: `<org>/<repo>/evals/pr-<number>`. */
function instanceOf(report: JsonObject | null, folder: string): string | null {
  const { org, repo, number } = report ?? {};
  if (typeof org === 'string' && typeof repo === 'string' && typeof number === 'number')
    return `${org}__${repo}-${number}`;
  const match = /(?:^|\/)([\w.-]+)\/([\w.-]+)\/(?:evals|instances)\/pr-(\d+)$/.exec(folder);
  return match ? `${match[1]}__${match[2]}-${match[3]}` : null;
}

function readFolder(own: ReadonlyMap<string, SourceFile>, report: JsonObject | null): AttemptFacts {
  const patch = own.get('fix.patch');
  const log = own.get(LOG);
  return {
    ...(report === null
      ? { passed: false, validity: { status: 'infra', reason: 'there is no report.json' } }
      : readReport(report)),
    ...(patch !== undefined && { patch: patch.raw }),
    ...(log !== undefined && { log: log.raw }),
  };
}

function readReport(report: JsonObject): AttemptFacts {
  const fix = isObject(report['fix_patch_result']) ? report['fix_patch_result'] : {};
  const status = new Map<string, TestStatuses[string]>();
  const add = (list: unknown, word: TestStatuses[string]): void => {
    for (const id of Array.isArray(list) ? list : []) if (typeof id === 'string') status.set(id, word);
  };
  add(fix['skipped_tests'], 'skip');
  add(fix['passed_tests'], 'pass');
  add(fix['failed_tests'], 'fail');
  const fixed = isObject(report['fixed_tests']) ? Object.keys(report['fixed_tests']) : [];
  const kept = isObject(report['p2p_tests']) ? Object.keys(report['p2p_tests']) : [];
  const valid = report['valid'];
  const message = text(report, 'error_msg');
  // The patch alone decides here: with it no test ran at all, which a broken build explains as well as the machine.
  const nothing = status.size === 0 && valid !== true;
  return {
    passed: valid === true,
    ...(typeof valid !== 'boolean' && {
      validity: { status: 'unknown', reason: 'report.json has no verdict' },
    }),
    tests: { status: Object.fromEntries(status) },
    ...(valid === true && { task: { fail_to_pass: fixed, pass_to_pass: kept } }),
    warnings: [
      ...(message ? [message.slice(0, 300)] : []),
      ...(nothing ? ['no test ran with the patch: a broken build or a broken machine, see the log'] : []),
    ],
  };
}
