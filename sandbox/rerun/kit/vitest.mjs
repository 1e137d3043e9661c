/** A reporter for Vitest: every test case with its names, file and state. */
import { appendFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const sign = basename(dirname(fileURLToPath(import.meta.url)));
const file = `${process.env.T_REPORT}/${sign}-vitest-${process.pid}`;
const write = (event) => appendFileSync(file, `${JSON.stringify({ ...event, sign, runner: 'vitest' })}\n`);
const STATES = {
  passed: 'pass',
  failed: 'fail',
  skipped: 'skip',
  pass: 'pass',
  fail: 'fail',
  skip: 'skip',
  todo: 'skip',
};

// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter this way
export default class {
  seen = false;

  onTestCaseReady(test) {
    write({ id: test.fullName, home: test.module.moduleId });
  }

  onTestCaseResult(test) {
    this.seen = true;
    write({ id: test.fullName, home: test.module.moduleId, status: STATES[test.result().state] });
  }

  /** Vitest before 3 knows only this. */
  onFinished(files = []) {
    if (this.seen) return;
    const visit = (task, names, home) => {
      const path = [...names, task.name];
      if (task.tasks) for (const inner of task.tasks) visit(inner, path, home);
      else write({ id: path.join(' > '), home, status: STATES[task.result?.state ?? task.mode] });
    };
    for (const one of files) for (const task of one.tasks ?? []) visit(task, [], one.filepath);
  }
}
