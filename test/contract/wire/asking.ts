/** One question over a real connection, in any of the wire formats. */
import { expect } from 'vitest';
import type { ConverseOptions } from '../../../harness/providers/converse.js';
import { Turn } from '../../../harness/providers/turn.js';
import { type Dialect, type Neutral, TEST_KEY } from '../../support/dialects/dialect.js';
import { type ModelServer, modelServer, type Reply, stream } from '../../support/model-server.js';
import { REQUEST, within } from '../../support/requests.js';

export const GOOD: Neutral = {
  text: 'Checking ünïcode 🚀 now.',
  calls: [{ id: 't1', name: 'read_file', arguments: '{"path":"🚀/a.py"}' }],
};

export const isGood = {
  stop: 'tool_calls',
  text: GOOD.text,
  calls: [{ name: 'read_file', arguments: { path: '🚀/a.py' } }],
};

export interface Asked extends Turn {
  readonly server: ModelServer;
}

export interface Asking {
  readonly dialect: Dialect;
  /** The frames of the good answer, and the reply that streams them. */
  readonly frames: readonly string[];
  readonly good: Reply;
  ask(
    replies: readonly Reply[],
    options?: { ms?: number; signal?: AbortSignal } & Partial<ConverseOptions>,
  ): Promise<Asked>;
}

/** One question to a server that plays the replies, and what must hold of every answer. */
export function asking(dialect: Dialect): Asking {
  const frames = dialect.frames(dialect.whole(GOOD));
  const good = stream(frames);

  async function ask(
    replies: readonly Reply[],
    {
      ms = 20_000,
      signal,
      ...options
    }: { ms?: number; signal?: AbortSignal } & Partial<ConverseOptions> = {},
  ): Promise<Asked> {
    await using server = await modelServer(...replies);
    const provider = await dialect.open(server.url, options);
    const turn = await provider.next(REQUEST, within(ms, signal));
    expect(Turn.parse(turn)).toEqual(turn);
    expect(JSON.stringify(turn)).not.toContain(TEST_KEY);
    return { ...turn, server };
  }

  return { dialect, frames, good, ask };
}
