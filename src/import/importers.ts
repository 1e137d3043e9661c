/** The hand-written list of import formats; a format is one file and one line here. */
import { Fault } from '../fault.js';
import { nearest } from '../text/nearest.js';
import type { Importer } from './importer.js';
import { harbor } from './importers/harbor.js';
import { multiSweBench } from './importers/multi-swe-bench.js';
import { patches, tables } from './importers/patches.js';
import { swebench } from './importers/swebench.js';
import { swebenchPro } from './importers/swebench-pro.js';
import { terminalBench } from './importers/terminal-bench.js';
import { TRAJECTORY_IMPORTERS } from './importers/trajectories.js';

/**
 * In the order in which they are offered the files of a run. Trials that hold what an agent wrote come first, so that no
 * table in its artifacts is read as one of results; plain patches come last.
 */
export const IMPORTERS: readonly Importer[] = [
  harbor,
  terminalBench,
  tables,
  multiSweBench,
  swebenchPro,
  swebench,
  ...TRAJECTORY_IMPORTERS,
  patches,
];

/**
 * The importers for a name: all of them for `auto`; for results that hold no trajectories also those of agents.
 * @throws Fault usage for an unknown name
 */
export function importersFor(name: string): readonly Importer[] {
  if (name === 'auto') return IMPORTERS;
  const own = IMPORTERS.filter((importer) => importer.name === name);
  if (own.length === 0) {
    const names = importerNames();
    const near = nearest(name, names);
    const hint = near === null ? '' : `; did you mean ${near}?`;
    throw new Fault(
      'usage',
      `${JSON.stringify(name)} is no import format${hint} Known: auto, ${names.join(', ')}`,
    );
  }
  if (!own.some(({ resultsOnly }) => resultsOnly)) return own;
  // Bare patches stay last: one that lies beside a trajectory belongs to it.
  return own.length === 1 ? [...own, ...TRAJECTORY_IMPORTERS] : [tables, ...TRAJECTORY_IMPORTERS, patches];
}

export const importerNames = (): string[] => [...new Set(IMPORTERS.map((importer) => importer.name))];
