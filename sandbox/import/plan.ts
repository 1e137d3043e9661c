/** What an import will write: which attempts make which group, and where it will lie. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { fileName } from '../../src/import/group.js';
import type { Attempt } from '../../src/import/join.js';

export interface Planned {
  readonly name: string;
  readonly folder: string;
  readonly attempts: readonly Attempt[];
}

export function planOf(
  attempts: readonly Attempt[],
  { out, instance }: { readonly out: string; readonly instance?: string | undefined },
): Planned[] {
  const byTask = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const name = attempt.instance ?? instance ?? fileName(out.split('/').filter(Boolean).at(-1) ?? 'group');
    byTask.set(name, [...(byTask.get(name) ?? []), attempt]);
  }
  const alone = byTask.size === 1;
  const used = new Set<string>();
  return [...byTask].map(([name, own]) => {
    let folder = fileName(name);
    while (used.has(folder)) folder += '_';
    used.add(folder);
    return { name, folder: alone ? out : join(out, folder), attempts: own };
  });
}

/** The last part of each path; where two are the same, as much more as tells them apart. */
export function labelsOf(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split('/').filter((part) => part !== '' && part !== '.'));
  const tail = (of: readonly string[], size: number): string => of.slice(-size).join('/');
  return parts.map((own) => {
    let size = 1;
    while (size < own.length && parts.some((other) => other !== own && tail(other, size) === tail(own, size)))
      size += 1;
    return tail(own, size).replace(/\.gz$/, '') || 'run';
  });
}

/** @throws Fault usage where two paths share files: their attempts would count twice */
export async function refuseOverlaps(paths: readonly string[]): Promise<void> {
  const found = await Promise.all(
    paths.map(async (path) => ({ path, real: `${await realpath(path).catch(() => null)}/` })),
  );
  // Below a folder nothing else stands between it and what lies in it.
  const sorted = found.filter(({ real }) => real !== 'null/').sort((a, b) => (a.real < b.real ? -1 : 1));
  for (const [at, { path, real }] of sorted.entries()) {
    const other = sorted[at - 1];
    if (other === undefined || !real.startsWith(other.real)) continue;
    const how = real === other.real ? 'is the same as' : 'lies in';
    throw new Fault(
      'usage',
      `${how} ${JSON.stringify(other.path)}; name it once, or its attempts count twice`,
      {
        file: path,
      },
    );
  }
}
