/** AutoCodeRover: a folder of conversations, patches and facts about its task. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts, Claim } from '../claim.js';
import { exitFacts } from '../exit.js';
import type { Importer } from '../importer.js';
import { instanceIn } from '../instance.js';
import { defined, mergeTasks, taskOfRow } from '../row.js';
import { filesBeside, type Run, type SourceFile } from '../source.js';

const CONVERSATION = /^(debug_agent_write_patch|conversation_round)_(\d{1,6})\.json$/;
const PATCH = /^extracted_patch_(\d{1,6})\.diff$/;
/** Copies of a folder keep the patch under another name; the developer's own is the reference. */
const OTHER_PATCH = /^(?!developer_patch)(.{1,100})\.(?:diff|patch)$/;

export const autocoderover: Importer = {
  name: 'autocoderover',
  about: 'AutoCodeRover output folders',
  async *claims(run) {
    const folders = new Set(
      run.files.filter(({ path }) => CONVERSATION.test(baseName(path))).map(({ path }) => folderOf(path)),
    );
    for (const folder of folders) yield await claimOf(run, folder);
  },
};

/** The one with the highest number. */
function lastOf(files: readonly SourceFile[], pattern: RegExp, group: number): SourceFile | undefined {
  const numberOf = ({ path }: SourceFile): number => Number(pattern.exec(baseName(path))?.[group] ?? -1);
  return files
    .filter(({ path }) => pattern.test(baseName(path)))
    .reduce<SourceFile | undefined>(
      (best, file) => (best === undefined || numberOf(file) > numberOf(best) ? file : best),
      undefined,
    );
}

async function claimOf(run: Run, folder: string): Promise<Claim> {
  const own = filesBeside(run, folder);
  // The patch writer's conversation begins with all rounds of the search, and the last round with the others.
  const writers = own.filter(({ path }) => baseName(path).startsWith('debug_agent'));
  const conversation = lastOf(writers, CONVERSATION, 2) ?? lastOf(own, CONVERSATION, 2);
  const patch = lastOf(own, PATCH, 1) ?? own.find(({ path }) => OTHER_PATCH.test(baseName(path)));
  return {
    format: 'autocoderover',
    why: `a folder of AutoCodeRover (${baseName(conversation?.path ?? '')})`,
    instance: await instanceOf(own, folder === '' ? run.label : folder),
    attempt: null,
    parts: patch === undefined ? ['trajectory'] : ['trajectory', 'patch'],
    rank: 1,
    files: conversation === undefined ? own : [conversation, ...own.filter((file) => file !== conversation)],
    read: async () => ({
      ...(await readFolder(own, patch)),
      ...(conversation && { trajectory: { format: 'autocoderover', files: [conversation] } }),
    }),
  };
}

/** The folder may have been copied under another name than the harness gave it. */
async function instanceOf(own: readonly SourceFile[], folder: string): Promise<string | null> {
  const meta = await own.find(({ path }) => baseName(path) === 'meta.json')?.outline();
  return (meta && text(meta, 'task_id')) || instanceIn(folder);
}

async function readFolder(own: readonly SourceFile[], patch: SourceFile | undefined): Promise<AttemptFacts> {
  const named = (name: string): SourceFile | undefined => own.find(({ path }) => baseName(path) === name);
  const [meta, status, cost] = await Promise.all(
    ['meta.json', 'extract_status.json', 'cost.json'].map(async (name) => await named(name)?.outline()),
  );
  const row = isObject(meta?.['task_info']) ? taskOfRow(meta['task_info']) : {};
  const statement = named('problem_statement.txt');
  const listed = Array.isArray(status?.['extract_status']) ? status['extract_status'] : [];
  const last = listed.filter((word) => typeof word === 'string').at(-1);
  const tokens = wholeNumber(cost?.['total_output_tokens']);
  const applicable = patch !== undefined || last === 'APPLICABLE_PATCH';
  return {
    ...(last === undefined
      ? {}
      : exitFacts(applicable ? 'submitted' : last.replace('RAW_PATCH', 'format'), applicable)),
    ...(patch !== undefined && { patch: patch.raw }),
    ...(patch === undefined && last !== undefined && { patch: null }),
    ...(tokens !== null && tokens > 0 && { tokens }),
    task: mergeTasks([statement && { statement: statement.raw }, row]),
    policy: defined({ model: cost ? text(cost, 'model') : undefined, harness: 'autocoderover' }),
  };
}
