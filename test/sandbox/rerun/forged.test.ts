import { realpathSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../sandbox/exec/port.js';
import type { GroupRerun } from '../../../sandbox/rerun/rerun.js';
import { type Change, rerunCase } from '../../support/rerun-group.js';
import { bubblewrap, dockerAhead } from '../../support/sandboxes.js';
import { forgedNode, honestNode, nodeGroup } from './node-cases.js';
import {
  forgedPytest,
  forgedUnittest,
  honestPytest,
  honestUnittest,
  pytestGroup,
  unittestGroup,
} from './python-cases.js';
import { forgedVitest, honestVitest, vitestGroup } from './vitest-cases.js';

/** Vitest comes from our own packages, where a program in the tree finds it. */
async function withModules(): Promise<Sandbox> {
  const box = await bubblewrap();
  const modules = realpathSync(new URL('../../../node_modules', import.meta.url));
  return {
    driver: box.driver,
    unavailable: box.unavailable,
    exec: (tree, argv, limits, options = {}) => {
      const mounts = [...(options.mounts ?? []), { source: modules, target: '/node_modules' }];
      return box.exec(tree, argv, limits, { ...options, mounts });
    },
    [Symbol.asyncDispose]: () => box[Symbol.asyncDispose](),
  };
}

/** One of each way in which a forgery is found, for the driver whose runs cost more. */
const SOME =
  /^(R09 tests rewritten|R11 site settings|R12 assertion|R13 exit at import|R14 printed TAP|the fix|R14 words)/;
const some = (cases: Record<string, Change>): Record<string, Change> =>
  Object.fromEntries(Object.entries(cases).filter(([id]) => SOME.test(id)));

describe.each([
  {
    name: 'unittest under bubblewrap',
    open: bubblewrap,
    group: unittestGroup,
    forged: forgedUnittest,
    honest: honestUnittest,
  },
  {
    name: 'node:test under bubblewrap',
    open: bubblewrap,
    group: nodeGroup,
    forged: forgedNode,
    honest: honestNode,
  },
  {
    name: 'unittest in containers',
    open: dockerAhead,
    group: unittestGroup,
    forged: some(forgedUnittest),
    honest: some(honestUnittest),
  },
  {
    name: 'node:test in containers',
    open: dockerAhead,
    group: nodeGroup,
    forged: some(forgedNode),
    honest: some(honestNode),
  },
  {
    name: 'Vitest under bubblewrap',
    open: withModules,
    group: vitestGroup,
    forged: forgedVitest,
    honest: honestVitest,
  },
  // Only the image has pytest.
  {
    name: 'pytest in containers',
    open: dockerAhead,
    group: pytestGroup,
    forged: forgedPytest,
    honest: honestPytest,
  },
])('$name', ({ open, group, forged, honest }) => {
  let sandbox: Sandbox;
  let outcome: GroupRerun;
  const of = (id: string) => outcome.candidates.find((one) => one.id === id);
  beforeAll(async () => {
    sandbox = await open();
    outcome = await rerunCase({ ...group, candidates: { ...forged, ...honest } }, sandbox);
  }, 300_000);
  afterAll(() => sandbox?.[Symbol.asyncDispose]());

  test('the evaluation is sound', () => {
    expect(outcome.evaluation.status).toBe('ok');
  });

  test.each(Object.keys(forged))('a forged pass does not survive: %s', (id) => {
    expect(of(id)).toMatchObject({ survives: false, passed: true });
  });

  test.each(Object.keys(honest))('an honest look-alike keeps its pass: %s', (id) => {
    expect(of(id)).toMatchObject({ survives: true, flaky: [] });
    expect(of(id)?.reason).toContain('control tests beside them fail as they must');
  });
});
