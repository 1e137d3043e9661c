import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../sandbox/exec/port.js';
import type { GroupRerun } from '../../../sandbox/rerun/rerun.js';
import { type Change, rerunCase } from '../../support/rerun-group.js';
import { bubblewrap, dockerOverlay } from '../../support/sandboxes.js';
import { forgedNode, honestNode, nodeGroup } from './node-cases.js';
import {
  forgedPytest,
  forgedUnittest,
  honestPytest,
  honestUnittest,
  pytestGroup,
  unittestGroup,
} from './python-cases.js';

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
    open: dockerOverlay,
    group: unittestGroup,
    forged: some(forgedUnittest),
    honest: some(honestUnittest),
  },
  {
    name: 'node:test in containers',
    open: dockerOverlay,
    group: nodeGroup,
    forged: some(forgedNode),
    honest: some(honestNode),
  },
  // Only the image has pytest.
  {
    name: 'pytest in containers',
    open: dockerOverlay,
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
