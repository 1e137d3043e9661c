/** The names under which the task's own project is known outside: what a rollout would ask the network for. */
import type { Group } from '../../records/group.js';

export interface ProjectNames {
  /** `owner/name` forms, lower case. */
  readonly slugs: ReadonlySet<string>;
  /** Package and repository names, lower case. */
  readonly names: ReadonlySet<string>;
}

export function projectNames({ task }: Group): ProjectNames {
  const slugs = new Set<string>();
  const names = new Set<string>();
  const fromUrl = /[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(task.repo?.url ?? '');
  // SWE-bench style: owner__name-123.
  const fromId = /^([\w.-]+?)__([\w.-]+?)-[\w.]+$/.exec((task.id ?? '').slice(0, 200));
  for (const found of [fromUrl, fromId]) {
    if (found?.[1] === undefined || found[2] === undefined) continue;
    slugs.add(`${found[1]}/${found[2]}`.toLowerCase());
    names.add(found[2].toLowerCase());
  }
  if (task.package !== undefined) names.add(plainName(task.package.name));
  return { slugs, names };
}

/** Registries take `_`, `.` and `-` as one. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_.]+/g, '-');
