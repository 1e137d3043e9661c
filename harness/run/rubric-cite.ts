/** Runs `gagar rubric cite`: opens the groups that a rubric names, and resolves the citations of its sources. */
import { loadGroup } from '../../sandbox/load/group.js';
import { openGroup } from '../../sandbox/open-group.js';
import { Fault } from '../../src/fault.js';
import { foreignRubric } from '../../src/grs/check-rubric.js';
import { type CitedSource, resolveSources, sourcesOf } from '../../src/grs/sources.js';
import { plural } from '../../src/text/plural.js';
import { renderName } from '../../src/text/render.js';
import { environment } from '../environment.js';
import { EXIT } from '../exit.js';
import { openBench } from '../grade/bench.js';
import { readTaskRubric } from '../grs/rubric-file.js';
import { listenForInterrupt } from './lifetime.js';

/** @throws Fault input where rubric or group cannot be used, or the group is of another task */
export async function runRubricCite(
  file: string,
  groups: readonly string[],
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const { value: rubric } = readTaskRubric(file);
  const checked: CitedSource[] = [];
  const seen = new Set<string>();
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  for (const path of groups) {
    const loaded = await loadGroup(path);
    const why = foreignRubric(rubric, loaded.group);
    if (why !== null) throw new Fault('input', why, { file });
    const dockerHost = environment.dockerHost();
    await using opened = await openGroup(loaded, { ...bench, dockerHost, signal: interrupt.signal });
    seen.add(loaded.group.group_id);
    checked.push(...(await resolveSources(rubric, opened.material)));
  }
  for (const source of sourcesOf(rubric))
    if (!seen.has(source.group_id))
      checked.push({ ...source, problems: ['its group was not given: name it behind the rubric'] });
  report(checked, json);
}

function report(checked: readonly CitedSource[], json: boolean): void {
  const bad = checked.filter(({ problems }) => problems.length > 0);
  for (const source of json ? checked : bad)
    process.stdout.write(json ? `${JSON.stringify(source)}\n` : sourceText(source));
  const citations = checked.reduce((sum, source) => sum + source.citations, 0);
  if (!json)
    process.stdout.write(
      `${plural(checked.length, 'source')}, ${plural(citations, 'citation')}; ${plural(bad.length, 'source does', 'sources do')} not stand\n`,
    );
  if (bad.length > 0) process.exitCode = EXIT.some_failed;
}

function sourceText({ criterion, group_id, rollout, problems }: CitedSource): string {
  const name = `${renderName(criterion)} from ${renderName(rollout)} of ${renderName(group_id)}`;
  return problems.map((problem) => `${name}: ${renderName(problem)}\n`).join('');
}
