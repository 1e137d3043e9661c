/** Folders of runs with a few attempts, as an importer finds them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

export const traj = (submission: string): string =>
  JSON.stringify({
    info: { exit_status: 'Submitted', submission },
    messages: [{ role: 'user', content: 'Fix.' }],
    trajectory_format: 'mini-swe-agent-1.1',
  });

/** Runs with some attempts at some tasks. */
export async function someRuns(folder: string, runs: number, tasks: number): Promise<string[]> {
  const paths = Array.from({ length: runs }, (_, run) => join(folder, `run${run}`));
  for (const path of paths)
    for (let task = 0; task < tasks; task++) {
      const name = `a__a-${task}`;
      await put(join(path, name, `${name}.traj.json`), traj(`diff of ${task}\n`));
    }
  return paths;
}
