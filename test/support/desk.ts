/** The judge's tools over material in memory, for tests that call one tool at a time. */
import type { Sandbox } from '../../sandbox/exec/port.js';
import { unavailable } from '../../sandbox/exec/port.js';
import { type Case, openCase } from '../../src/judge/case.js';
import { type Ledger, openLedger } from '../../src/judge/ledger.js';
import type { Lead } from '../../src/records/citation.js';
import { type CheckBook, openChecks } from '../../tools/checks.js';
import { type Instruments, judgeTools } from '../../tools/list.js';
import { invoke, type JudgeTool, type Observation } from '../../tools/tool.js';
import { type MaterialSpec, memoryMaterial } from './material.js';

export const NONCE = '0123456789abcdef01234567';

export interface TestDesk {
  readonly caseFile: Case;
  readonly ledger: Ledger;
  readonly checks: CheckBook;
  readonly tools: readonly JudgeTool[];
  call(name: string, args?: Record<string, unknown> | null): Promise<Observation>;
}

export interface DeskSpec extends MaterialSpec {
  readonly leads?: readonly Lead[];
  readonly sandbox?: Sandbox;
  readonly instruments?: Partial<Instruments>;
  /** Id of the representative by id. */
  readonly twins?: Readonly<Record<string, string>>;
}

/** Candidates keep their ids as aliases. */
export async function testDesk({
  leads = [],
  sandbox,
  instruments,
  twins = {},
  ...spec
}: DeskSpec): Promise<TestDesk> {
  const material = await memoryMaterial(spec);
  const caseFile = openCase({
    material,
    aliases: new Map(material.candidates.map(({ id }) => [id, id])),
    representatives: new Map(Object.entries(twins)),
  });
  const checks = openChecks();
  const ledger = openLedger({ caseFile, leads, checks });
  const nowhere = async () => ({ matches: [], complete: true });
  const tools = judgeTools({
    caseFile,
    ledger,
    checks,
    sandbox: sandbox ?? unavailable('no sandbox here'),
    workspace: { search: nowhere, searchAll: async () => new Map() },
    check: { time_s: 5 },
    reference: null,
    again: null,
    runShell: null,
    ...instruments,
  });
  const { signal } = new AbortController();
  return {
    caseFile,
    ledger,
    checks,
    tools,
    call: (name, args = {}) =>
      invoke(
        tools,
        { name, arguments: args, malformed: args === null ? { problem: 'it is cut off' } : null },
        { nonce: NONCE, signal },
      ),
  };
}

export const leadOf = (id: string, candidate: string, more: Partial<Lead> = {}): Lead => ({
  id,
  detector: 'debris',
  candidate,
  claim: 'Is it needed?',
  citations: [],
  status: 'left_open',
  reason: '',
  finding_ids: [],
  ...more,
});
