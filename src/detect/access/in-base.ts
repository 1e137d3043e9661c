/** Whether a path that a rollout names is one of the base, wherever the checkout lies on its machine. */

/** Folders that a checkout may lie in are short; a longer way to a file of the same name is another file. */
const MAX_ROOT = 4;

/** @param isForeign true for a part of a path that no checkout lies under */
export function isInBase(path: string, paths: ReadonlySet<string>, isForeign: RegExp): boolean {
  const parts = path
    .replace(/\/+$/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const deepest = path.startsWith('/') || path.startsWith('~') ? Math.min(MAX_ROOT, parts.length - 1) : 0;
  for (let at = 0; at <= deepest; at++) {
    const root = `${parts.slice(0, at).join('/')}/`;
    if (at > 0 && isForeign.test(root)) return false;
    if (hasPath(paths, parts.slice(at).join('/'))) return true;
  }
  return false;
}

/** A file or a folder of the base. */
function hasPath(paths: ReadonlySet<string>, path: string): boolean {
  if (paths.has(path)) return true;
  const folder = `${path}/`;
  for (const known of paths) if (known.startsWith(folder)) return true;
  return false;
}
