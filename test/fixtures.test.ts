import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  baseTar,
  buildStore,
  FIXTURES,
  filesBelow,
  fixture,
  fixtureNames,
  type Store,
} from '../fixtures/base.js';
import { git, gitLine } from '../fixtures/git.js';
import { rulesOf } from '../fixtures/harness.js';
import { readTrajectory } from '../fixtures/replay.js';
import { Expected, type Relation } from '../src/records/expected.js';
import { Group, type Rollout } from '../src/records/group.js';
import type { Ref } from '../src/records/ref.js';

const names = fixtureNames();
const groupOf = (name: string): Group =>
  Group.parse(JSON.parse(readFileSync(fixture(name, 'group.json'), 'utf8')));
const expectedOf = (name: string): Expected =>
  Expected.parse(JSON.parse(readFileSync(fixture(name, 'expected.json'), 'utf8')));
const pathOf = (ref: Ref | null | undefined): string | null =>
  ref !== null && typeof ref === 'object' ? ref.path : null;

function namedBy(relation: Relation): string[] {
  if ('above' in relation) return relation.above;
  if ('ties' in relation) return relation.ties;
  if ('tier' in relation) return [relation.tier.id];
  if ('cites' in relation) return [relation.cites.id];
  if ('zeroed' in relation) return [relation.zeroed];
  return ['clean' in relation ? relation.clean : relation.masked];
}

const textFiles = (name: string): string[] =>
  filesBelow(fixture(name)).filter((path) => !/\.(bundle|tar)$/.test(path));

let scratch: string;
const stores = new Map<string, Store>();
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'gagar-fixtures-'));
  for (const name of names) stores.set(name, buildStore(name, join(scratch, name)));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const storeOf = (name: string): Store => stores.get(name) as Store;

/** The tree of base + patch, as git applies it without any leniency. */
function treeOf({ dir, base }: Store, patch: Uint8Array): string {
  const options = { cwd: dir, env: { GIT_DIR: dir, GIT_INDEX_FILE: join(dir, 'test-index') } };
  git(['read-tree', base], options);
  if (patch.length > 0) git(['apply', '--cached', '--binary', '-'], { ...options, input: patch });
  return gitLine(['write-tree'], options);
}

const patchOf = (name: string, { patch }: Rollout): Buffer | null => {
  const path = pathOf(patch);
  return path === null ? null : readFileSync(fixture(name, path));
};

test('there are at least seven groups in at least four languages, and no folder without a group', () => {
  expect(names.length).toBeGreaterThanOrEqual(7);
  const commands = names.map((name) => groupOf(name).task.environment?.test_command ?? '');
  for (const tool of ['python3', 'node', 'go', 'sh'])
    expect(
      commands.some((command) => command.includes(tool)),
      tool,
    ).toBe(true);
  const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).sort()).toEqual(names);
});

test('all fixtures together stay below four megabytes', () => {
  const sizes = filesBelow(FIXTURES).map((path) => statSync(join(FIXTURES, path)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
});

describe.each(names)('%s', (name) => {
  test('names only files that exist, and every stored patch, log and trajectory is named', () => {
    const { task, rollouts } = groupOf(name);
    const refs = [
      task.statement,
      ...(task.hints ?? []),
      task.tree,
      task.reference_patch,
      task.tests?.test_patch,
    ];
    const own = rollouts.flatMap((rollout) => [
      pathOf(rollout.patch),
      pathOf(rollout.test_log),
      pathOf(rollout.trajectory?.file),
    ]);
    const wanted = [...refs.map(pathOf), task.repo?.path ?? null, ...own].filter((path) => path !== null);
    expect(wanted.filter((path) => !existsSync(fixture(name, path)))).toEqual([]);
    const stored = ['patches', 'logs', 'trajectories'].flatMap((folder) =>
      readdirSync(fixture(name, folder)).map((file) => `${folder}/${file}`),
    );
    expect(stored.filter((path) => !wanted.includes(path))).toEqual([]);
  });

  test('is a fixture of four to eight rollouts whose verdicts agree with their tests', () => {
    const group = groupOf(name);
    const { purpose, rollouts, task } = group;
    expect(purpose).toBe('fixture');
    expect(rollouts.length).toBeGreaterThanOrEqual(4);
    expect(rollouts.length).toBeLessThanOrEqual(8);
    const named = [...(task.tests?.fail_to_pass ?? []), ...(task.tests?.pass_to_pass ?? [])];
    const { verdict } = rulesOf(group);
    for (const { id, passed, patch, tests } of rollouts) {
      if (patch === null) expect([id, passed, tests]).toEqual([id, false, undefined]);
      else if (verdict === 'exit_code') expect([id, passed]).toEqual([id, tests?.exit_code === 0]);
      else expect([id, passed]).toEqual([id, named.every((test) => tests?.status[test] === 'pass')]);
    }
  });

  test('expects only relations between its own rollouts', () => {
    const ids = groupOf(name).rollouts.map(({ id }) => id);
    const { relations, needs_model } = expectedOf(name);
    expect(relations.flatMap(namedBy).filter((id) => !ids.includes(id))).toEqual([]);
    expect(needs_model).toEqual([...new Set(needs_model)].sort((a, b) => a - b));
  });

  test('cites lines that stand in the candidate it names', () => {
    const { rollouts } = groupOf(name);
    for (const relation of expectedOf(name).relations) {
      const because = 'tier' in relation ? relation.tier.because : undefined;
      const rollout = rollouts.find(({ id }) => namedBy(relation).includes(id)) as Rollout;
      const patch = patchOf(name, rollout)?.toString('utf8') ?? '';
      if (because !== undefined) expect(patch).toContain(`+++ b/${because.path}\n`);
      if ('cites' in relation && relation.cites.kind === 'patch')
        expect(patch).toContain(relation.cites.contains);
    }
  });

  test('keeps its base in readable files and in a bundle or tar of the same content', () => {
    const { task } = groupOf(name);
    const store = storeOf(name);
    if (task.repo === undefined) {
      expect(readFileSync(fixture(name, 'base.tar')).equals(baseTar(name))).toBe(true);
      return;
    }
    expect(task.repo.base_commit).toBe(store.base);
    const bundled = join(scratch, `${name}-bundle`);
    git(['clone', '--quiet', '--bare', fixture(name, 'base.bundle'), bundled], { cwd: scratch });
    const listed = (dir: string): string => gitLine(['rev-list', '--objects', '--all'], { cwd: dir });
    const own = gitLine(['rev-list', '--objects', store.base], { cwd: store.dir });
    expect(listed(bundled).split('\n').sort()).toEqual(own.split('\n').sort());
  });

  test('has no commit after the base in its bundle', () => {
    const { later } = storeOf(name);
    if (later === null) return;
    const bundled = join(scratch, `${name}-later`);
    git(['clone', '--quiet', '--bare', fixture(name, 'base.bundle'), bundled], { cwd: scratch });
    expect(() => git(['cat-file', '-e', later], { cwd: bundled })).toThrow();
  });

  test('has patches that git applies as they are, the reference and the test patch included', () => {
    const { rollouts, task } = groupOf(name);
    const store = storeOf(name);
    for (const ref of [task.reference_patch, task.tests?.test_patch]) {
      const path = pathOf(ref);
      if (path !== null) expect(treeOf(store, readFileSync(fixture(name, path)))).toMatch(/^[0-9a-f]{40}$/);
    }
    for (const rollout of rollouts) {
      const patch = patchOf(name, rollout);
      if (patch !== null)
        expect([rollout.id, treeOf(store, patch)]).toEqual([rollout.id, expect.any(String)]);
    }
  });

  test('ties exactly the rollouts that end in one tree', () => {
    const byTree = new Map<string, string[]>();
    for (const rollout of groupOf(name).rollouts.filter(({ passed }) => passed)) {
      const patch = patchOf(name, rollout) as Buffer;
      const tree = treeOf(storeOf(name), patch);
      byTree.set(tree, [...(byTree.get(tree) ?? []), rollout.id]);
    }
    const { relations } = expectedOf(name);
    const zeroed = new Set(relations.flatMap((relation) => ('zeroed' in relation ? [relation.zeroed] : [])));
    const clones = [...byTree.values()]
      .map((ids) => ids.filter((id) => !zeroed.has(id)))
      .filter((ids) => ids.length > 1);
    expect(relations.flatMap((relation) => ('ties' in relation ? [relation.ties] : []))).toEqual(clones);
  });

  test('has trajectories whose calls all have an answer', () => {
    for (const { trajectory, turns } of groupOf(name).rollouts) {
      const { messages, calls } = readTrajectory(fixture(name, pathOf(trajectory?.file) as string));
      expect(calls.length).toBeGreaterThanOrEqual(3);
      expect(turns).toBe(messages.filter(({ role }) => role === 'assistant').length);
      const asked = messages.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0);
      const answered = messages.filter(({ role }) => role === 'tool').length;
      expect(answered).toBe(asked);
    }
  });

  test('holds no path of the machine it was made on', () => {
    const machine = new RegExp(
      `/(${['root', 'home', 'Users', 'work', 'usr/lib'].join('|')})/|gagar-place|(?<!/)/tmp/gagar`,
    );
    const found = textFiles(name).filter((path) => machine.test(readFileSync(fixture(name, path), 'utf8')));
    expect(found).toEqual([]);
  });

  test('names people only by addresses that belong to nobody', () => {
    const addresses = textFiles(name).flatMap((path) =>
      [...readFileSync(fixture(name, path), 'utf8').matchAll(/[\w.+-]+@([\w-]+\.)+[a-z]{2,}\b/g)].map(
        ([address]) => address,
      ),
    );
    expect([...new Set(addresses)].filter((address) => !address.endsWith('.example'))).toEqual([]);
  });
});
