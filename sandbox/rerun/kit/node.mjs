/** A reporter for node:test: the names of a test from the outside in, its file and what it came to. */
import { appendFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const sign = basename(dirname(fileURLToPath(import.meta.url)));
const target = `${process.env.T_REPORT}/${sign}-node-${process.pid}`;
const write = (event) => appendFileSync(target, `${JSON.stringify({ ...event, sign, runner: 'node' })}\n`);

function statusOf(type, { skip, todo, details }) {
  if (skip !== undefined && skip !== false) return 'skip';
  if (type === 'test:pass' || (todo !== undefined && todo !== false)) return 'pass';
  return details?.error?.failureType === 'hookFailed' ? 'error' : 'fail';
}

// biome-ignore lint/style/noDefaultExport: Node takes a reporter this way
export default async function* report(source) {
  /** Per file: the names of the tests that are open, by nesting. */
  const open = new Map();
  /** A test that was started, until it is known whether it only holds others. */
  let started = null;
  const tell = () => {
    if (started !== null) write({ id: started.id, home: started.home });
    started = null;
  };
  for await (const { type, data } of source) {
    if (!['test:start', 'test:pass', 'test:fail'].includes(type)) continue;
    const { nesting, name } = data;
    const file = data.file ?? process.argv[1] ?? '';
    // Node 18 names modules by address.
    const home = file.startsWith('file:') ? fileURLToPath(file) : file;
    const path = open.get(home) ?? [];
    open.set(home, path);
    if (type === 'test:start') {
      path.length = nesting;
      path[nesting] = { name, isParent: false };
      if (nesting > 0 && path[nesting - 1]) path[nesting - 1].isParent = true;
      if (started?.home === home && started.nesting < nesting) started = null;
    }
    // A file stands for itself where it holds no tests, or ended before it could report them.
    const isFile = nesting === 0 && data.file?.endsWith(name);
    if (isFile || path[nesting]?.isParent || data.details?.type === 'suite') continue;
    tell();
    const id = [...path.slice(0, nesting).map((one) => one?.name ?? ''), name].join(' > ');
    if (type === 'test:start') started = { id, home, nesting };
    else write({ id, home, status: statusOf(type, data) });
  }
  tell();
}
