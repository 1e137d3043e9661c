/** A test file has a process of its own: where it is root's, it becomes an ordinary user's for good. */
export function becomeOrdinaryUser(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(65534);
  process.setuid?.(65534);
}
