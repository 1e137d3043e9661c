/** Runs `gagar mcp`: the operator's session as an MCP server on stdio; one call after the other, each of them one turn. */
import { setImmediate } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { packageVersion } from '../assets.js';
import { SUBMIT_SCORES } from '../judge/score-prompt.js';
import { type OpenCommand, questionText, runOf } from '../operator/commands.js';
import {
  interruptedText,
  isScoring,
  type OperatorSession,
  openOperatorSession,
} from '../operator/session.js';
import type { ModelRequest, ToolSpec } from '../providers/port.js';
import { reportText } from '../report/report.js';
import { listenForInterrupt } from '../run/lifetime.js';
import { stdioTransport } from './transport.js';

/** Serves until the client closes stdin and has its answers; the run can be gone on with then. */
export async function runMcp(group: string, options: OpenCommand): Promise<void> {
  using interrupt = listenForInterrupt();
  const run = await runOf(group, options);
  await using session = await openOperatorSession(run, interrupt.signal);
  const { server, answered, broken } = serving(session);
  const interrupted = new Promise<void>((resolve) => {
    interrupt.signal.addEventListener('abort', () => resolve());
  });
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('close', resolve).once('end', resolve);
    process.stdout.once('error', () => resolve());
  });
  await server.connect(stdioTransport(process.stdin, process.stdout));
  try {
    await Promise.race([closed.then(answered), interrupted, broken]);
  } finally {
    await server.close();
  }
  interrupt.signal.throwIfAborted();
}

interface Serving {
  readonly server: Server;
  /** Resolves once everything that was read so far has been answered. */
  answered(): Promise<void>;
  /** Rejects once a call has ended this sitting, and was told why: what is asked then can only be answered by another process. */
  readonly broken: Promise<never>;
}

function serving(session: OperatorSession): Serving {
  const server = new Server(
    { name: 'gagar', version: packageVersion() },
    {
      capabilities: { tools: { listChanged: true } },
      instructions: session.asked === null ? 'This group needs no judge.' : questionText(session.asked),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsOf(session) }));
  let note = interruptedText(session);
  let fail: (reason: unknown) => void = () => {};
  const failure = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  let turn: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const answer = turn.then(async (): Promise<CallToolResult> => {
      const before = session.asked;
      const { text, is_error } = await session.call(params.name, params.arguments ?? {});
      const news = newsOf(before, session);
      if (news !== null) await server.sendToolListChanged();
      const texts = [text, news, note].filter((one) => one !== null);
      note = null;
      return { content: texts.map((one) => ({ type: 'text', text: one })), isError: is_error };
    });
    turn = answer.catch(fail);
    return answer;
  });
  const answered = async (): Promise<void> => {
    // The protocol takes a request up, and hands its answer on, some microtasks later.
    await setImmediate();
    await turn;
    await setImmediate();
  };
  return {
    server,
    answered,
    broken: failure.then(async (reason) => {
      await answered();
      throw reason;
    }),
  };
}

/** The tool of the scoring passes is listed from the start: not every client asks again. */
function toolsOf({ asked }: OperatorSession): Tool[] {
  const now = asked?.tools ?? [];
  const all = now.some(({ name }) => name === SUBMIT_SCORES.name) ? now : [...now, SUBMIT_SCORES];
  return all.map(asTool);
}

const asTool = ({ name, description, schema }: ToolSpec): Tool => ({
  name,
  description,
  inputSchema: { ...schema, type: 'object' } as Tool['inputSchema'],
});

/** What a call has led to beside its answer: the sheet of a pass, or the result. */
function newsOf(before: ModelRequest | null, { asked, result }: OperatorSession): string | null {
  if (result !== null) return reportText(result);
  if (asked === null || !isScoring(asked)) return null;
  return before === asked ? null : questionText(asked);
}
