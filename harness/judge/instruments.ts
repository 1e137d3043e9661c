/** The tools of one investigation with the ledger and the checks that they write to, empty at first. */
import type { Sandbox } from '../../sandbox/exec/port.js';
import type { GroupView } from '../../sandbox/workspace/view.js';
import { type Ledger, openLedger } from '../../src/judge/ledger.js';
import { type CheckBook, openChecks } from '../../tools/checks.js';
import { judgeTools } from '../../tools/list.js';
import type { JudgeTool } from '../../tools/tool.js';
import type { JudgeRequest } from '../grade/judge.js';
import { checkLimits } from '../rerun/task-check.js';
import type { BlindGroup } from './blind-group.js';
import { reruns, shellOver } from './code-runs.js';

export interface Instruments {
  readonly ledger: Ledger;
  readonly checks: CheckBook;
  /** What runs code does so in this sandbox, or looks into this view. */
  tools(sandbox: Sandbox, view: GroupView): readonly JudgeTool[];
}

export function layOut(
  request: JudgeRequest,
  blind: BlindGroup,
  { show_reference }: { readonly show_reference: boolean },
): Instruments {
  const { opened } = request;
  const checks = openChecks();
  const ledger = openLedger({ caseFile: blind.caseFile, leads: blind.leads.toAnswer, checks });
  return {
    ledger,
    checks,
    tools: (sandbox, view) =>
      judgeTools({
        caseFile: blind.caseFile,
        ledger,
        checks,
        sandbox,
        workspace: opened.workspace,
        check: checkLimits(opened.material.group.task),
        reference: show_reference ? opened.material.referencePatch : null,
        again: reruns(opened, blind.ids, sandbox),
        runShell: shellOver(view, sandbox),
      }),
  };
}
