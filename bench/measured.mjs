/** Runs one method in this process and prints its seconds, of the clock and of the processor, and its memory in kB, as JSON. */

/** A grader reads many trajectories in one process: the `first` ones, which teach the compiler, are not counted. */
export async function measured(run, path, { small, first }) {
  for (let i = 0; i < first; i++) await run(small);
  const start = process.resourceUsage().maxRSS;
  const before = process.cpuUsage();
  const began = performance.now();
  await run(path);
  const wall = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  const peak = process.resourceUsage().maxRSS;
  process.stdout.write(JSON.stringify({ wall, cpu: (user + system) / 1e6, peak, start }));
}
