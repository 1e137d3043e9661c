/** The parts of a path inside a tree or a run: names with `/` between them, whatever the system is. */

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What stands before the name; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Folders above a path, outermost first: `a/b/c` gives `a`, `a/b`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
