import { beforeAll } from 'vitest';
import { sandboxContract } from '../../contract/sandbox.js';
import { bubblewrap } from '../../support/sandboxes.js';

// A test file has a process of its own: where it is root's it becomes an ordinary user's for good.
beforeAll(() => {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(65534);
  process.setuid?.(65534);
});

sandboxContract('bubblewrap for an ordinary user', bubblewrap);
