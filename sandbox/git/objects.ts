/** Reads objects through live `git cat-file` processes: one per git directory, a bounded number alive, started anew when one dies. */
import { Fault } from '../../src/fault.js';
import type { LiveProcess } from '../process.js';
import { answerReader } from './answers.js';
import type { Git } from './git.js';

export interface ObjectReader {
  /** All bytes of an object: ask for its size before. */
  read(oid: string): Promise<Uint8Array>;
  /** Size of an object in bytes. */
  size(oid: string): Promise<number>;
  /** Ends the process behind it with the last reader of its git directory. */
  close(): Promise<void>;
}

export interface ObjectPool extends AsyncDisposable {
  reader(gitDir: string): ObjectReader;
}

interface Answer {
  readonly size: number;
  readonly contents: Uint8Array;
}

interface Request {
  readonly command: 'info' | 'contents';
  readonly oid: string;
  attempts: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Conversation {
  ask(request: Request): void;
  readonly waiting: number;
  close(): Promise<void>;
}

const MAX_LIVE = 8;

export function objectPool(git: Git, maxLive = MAX_LIVE): ObjectPool {
  /** In the order of their last use. */
  const live = new Map<string, Conversation>();
  /** Open readers of a git directory. */
  const readers = new Map<string, number>();
  let isOpen = true;

  const conversation = (gitDir: string): Conversation => {
    if (!isOpen) throw new Fault('internal', 'an object was asked for after its readers were closed');
    const talk =
      live.get(gitDir) ?? startTalking(git, gitDir, { gone, again: (request) => ask(gitDir, request) });
    live.delete(gitDir);
    live.set(gitDir, talk);
    retireOldest(talk);
    return talk;
  };

  const gone = (talk: Conversation) => {
    for (const [key, other] of live) if (other === talk) live.delete(key);
  };

  const retireOldest = (inUse: Conversation) => {
    for (const talk of [...live.values()]) {
      if (live.size <= maxLive) return;
      if (talk === inUse || talk.waiting > 0) continue;
      gone(talk);
      void talk.close();
    }
  };

  const ask = (gitDir: string, request: Request) => {
    try {
      conversation(gitDir).ask(request);
    } catch (error) {
      request.reject(error);
    }
  };

  const answer = (gitDir: string, command: Request['command'], oid: string) =>
    new Promise<Answer>((resolve, reject) => {
      ask(gitDir, { command, oid, attempts: 0, resolve, reject });
    });

  return {
    reader: (gitDir) => {
      readers.set(gitDir, (readers.get(gitDir) ?? 0) + 1);
      return {
        read: async (oid) => (await answer(gitDir, 'contents', oid)).contents,
        size: async (oid) => (await answer(gitDir, 'info', oid)).size,
        close: async () => {
          const left = (readers.get(gitDir) ?? 0) - 1;
          readers.set(gitDir, left);
          if (left > 0) return;
          readers.delete(gitDir);
          await live.get(gitDir)?.close();
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      isOpen = false;
      await Promise.all([...live.values()].map((talk) => talk.close()));
    },
  };
}

interface Watchers {
  gone(talk: Conversation): void;
  again(request: Request): void;
}

function startTalking(git: Git, gitDir: string, { gone, again }: Watchers): Conversation {
  const child: LiveProcess = git.start(['cat-file', '--batch-command'], { gitDir });
  const waiting: Request[] = [];
  const answers = answerReader(
    () => waiting[0]?.command === 'contents',
    ({ size }, contents) => {
      const request = waiting.shift();
      if (size === null)
        request?.reject(new Fault('environment', `object ${request.oid} is not in ${gitDir}`));
      else request?.resolve({ size, contents });
    },
  );
  child.stdin.on('error', () => {});
  child.stdout.on('error', () => {});
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      answers.push(chunk);
    } catch {
      child.kill();
    }
  });
  const talk: Conversation = {
    ask: (request) => {
      request.attempts += 1;
      waiting.push(request);
      child.stdin.write(`${request.command} ${request.oid}\n`);
    },
    get waiting() {
      return waiting.length;
    },
    close: () => {
      child.stdin.end();
      return child.ended;
    },
  };
  void child.ended.then(() => {
    gone(talk);
    // What it took along is asked once more of its successor; an object that ends git twice is given up.
    for (const request of waiting.splice(0)) {
      if (request.attempts < 2) again(request);
      else request.reject(new Fault('environment', `git cat-file ended twice while it read ${request.oid}`));
    }
  });
  return talk;
}
