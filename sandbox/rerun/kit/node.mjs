/** A reporter for node:test: the names of a test from the outside in, its file and what it came to. */
import { appendFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const sign = basename(dirname(fileURLToPath(import.meta.url)));
const file = `${process.env.T_REPORT}/${sign}-node-${process.pid}`;
const write = (event) => appendFileSync(file, `${JSON.stringify({ ...event, sign, runner: 'node' })}\n`);

function statusOf(type, { skip, todo, details }) {
  if (skip !== undefined && skip !== false) return 'skip';
  if (type === 'test:pass' || (todo !== undefined && todo !== false)) return 'pass';
  return details?.error?.failureType === 'hookFailed' ? 'error' : 'fail';
}

export default async function* report(source) {
  /** Per file: the names of the tests that are open, by nesting, and which of them have tests inside. */
  const open = new Map();
  for await (const { type, data } of source) {
    if (!['test:start', 'test:pass', 'test:fail'].includes(type)) continue;
    const home = data.file ?? process.argv[1] ?? '';
    const path = open.get(home) ?? [];
    open.set(home, path);
    const { nesting, name } = data;
    if (type === 'test:start') {
      path.length = nesting;
      if (nesting > 0 && path[nesting - 1]) path[nesting - 1].isParent = true;
      path[nesting] = { name, isParent: false };
    }
    // A file stands for itself where it holds no tests, or ended before it could report them.
    const isFile = nesting === 0 && data.file !== undefined && data.file.endsWith(name);
    if (isFile || path[nesting]?.isParent || data.details?.type === 'suite') continue;
    const id = [...path.slice(0, nesting).map((one) => one?.name ?? ''), name].join(' > ');
    write(type === 'test:start' ? { id, home, start: true } : { id, home, status: statusOf(type, data) });
  }
}
