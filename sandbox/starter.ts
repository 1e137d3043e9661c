/** Runs programs from a small process beside this one: each start stops a process for as long as its memory is large. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type RunOptions, type RunResult, run } from './process.js';

/** What `run` of process.ts does, wherever it is done. */
export type Run = typeof run;

export interface Starter extends AsyncDisposable {
  readonly run: Run;
}

/** What the two processes say to each other. */
export type Order =
  | { readonly id: number; readonly argv: Parameters<Run>[0]; readonly options: Omit<RunOptions, 'signal'> }
  | { readonly cancel: number };
export type Answer =
  | { readonly id: number; readonly result: RunResult }
  | { readonly id: number; readonly error: string };

/** The child runs built code alone; from source it is the one that was built last. */
const CHILD = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../dist/sandbox/starter-child.js' : './starter-child.js',
    import.meta.url,
  ),
);

/**
 * A fork copies the page tables of the whole process, 3 ms for 250 MB, and nothing else happens meanwhile; many groups in
 * flight, or a host with a large heap, pay that for every git. Where the small process is gone, this one starts programs itself.
 */
export function openStarter(): Starter {
  const child = fork(CHILD, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
    // Out of reach of a Ctrl-C at the terminal: it ends with its channel.
    detached: true,
  });
  const open = new Map<number, (answer: Answer) => void>();
  const hold = holder(child);
  let asked = 0;
  const close = (answer: Answer): void => {
    open.get(answer.id)?.(answer);
    open.delete(answer.id);
    hold(open.size > 0);
  };
  child.on('message', close);
  const lost = (): void => {
    for (const id of [...open.keys()]) close({ id, result: LOST });
  };
  child.on('error', lost);
  child.on('disconnect', lost);
  hold(false);
  return {
    run: async (argv, { signal, ...options }) => {
      if (!child.connected) return await run(argv, { ...options, signal });
      const id = ++asked;
      const cancel = (): void => send(child, { cancel: id });
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        const answer = await new Promise<Answer>((resolve) => {
          open.set(id, resolve);
          hold(true);
          send(child, { id, argv, options });
          if (signal?.aborted) cancel();
        });
        if ('error' in answer) throw new TypeError(answer.error);
        return answer.result;
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** As a program ends that was killed with its starter. */
const LOST: RunResult = {
  exitCode: null,
  signal: 'SIGKILL',
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  timedOut: false,
  cancelled: false,
  truncated: false,
  startError: null,
};

/** A channel that broke is told by `disconnect`. */
function send(child: ChildProcess, order: Order): void {
  if (child.connected) child.send(order, () => {});
}

/** While nothing runs, the child keeps nobody from ending. */
function holder(child: ChildProcess): (held: boolean) => void {
  return (held) => {
    if (held) {
      child.ref();
      child.channel?.ref();
    } else {
      child.unref();
      child.channel?.unref();
    }
  };
}
