/** Names of tasks: `owner__name-number` in SWE-bench and its kin, found in paths, with the repository that it stands for. */

const ID = /[A-Za-z0-9][\w.-]*__[A-Za-z0-9][\w.-]*-\d+/;
const WHOLE = new RegExp(`^(?:instance_)?(${ID.source})$`);

/** The name of the task that a path tells: the innermost folder or file that is called like one. */
export function instanceIn(path: string): string | null {
  for (const dated of path.split('/').reverse()) {
    const part = dated.replace(/_\d{4}-\d\d-\d\d[_T][\d:-]+$/, '');
    const match = WHOLE.exec(part) ?? WHOLE.exec(part.replace(/\.(?:traj\.json|[A-Za-z]+)$/, ''));
    if (match) return match[1] ?? null;
  }
  const loose = ID.exec(path.slice(-400));
  return loose === null ? null : loose[0];
}

export const isInstance = (name: string): boolean => WHOLE.test(name);

/** `django/django` of `django__django-11179`; null for other names. */
export function repoOf(instance: string): string | null {
  const match = /^([\w.-]+?)__([\w.-]+)-\d+$/.exec(instance);
  return match ? `${match[1]}/${match[2]}` : null;
}

/** The public image in which SWE-bench evaluates an instance. */
export const imageOf = (instance: string): { ref: string; workdir: string } => ({
  ref: `swebench/sweb.eval.x86_64.${instance.toLowerCase().replace('__', '_1776_')}:latest`,
  workdir: '/testbed',
});

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
export const isCommit = (text: unknown): text is string => typeof text === 'string' && COMMIT.test(text);
