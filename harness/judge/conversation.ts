/** The conversation of an investigation; when it grows too long, old tool results leave first, many at once. */
import { estimateInput } from '../providers/estimate.js';
import { answerCalls, assistantMessage, userMessage } from '../providers/messages.js';
import type { Message, ModelRequest, ToolResult, ToolSpec, UserMessage } from '../providers/port.js';
import type { Call, Turn } from '../providers/turn.js';

export interface ConversationOptions {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly start: string;
  readonly max_output_tokens: number;
  /** Estimated input tokens above which old results leave, until half of them are left. */
  readonly context_tokens: number;
}

/** Messages at the end that are never shortened. */
const RECENT = 6;
/** Results below this many characters cost nothing worth saving. */
const SMALL = 400;

/**
 * Results leave in batches down to half of the limit: each batch breaks the provider's prompt cache, and the reasoning
 * blocks that newer models bind to the exact text before them, once and not with every turn.
 */
export class Conversation {
  private messages: Message[];

  constructor(private readonly options: ConversationOptions) {
    this.messages = [userMessage(options.start)];
  }

  /** The next request, within the context limit as far as results can be taken out. */
  request(): ModelRequest {
    if (estimateInput(this.whole()) > this.options.context_tokens) this.shorten();
    return this.whole();
  }

  answer(turn: Turn, results: readonly ToolResult[], notes: readonly string[] = []): void {
    this.messages.push(assistantMessage(turn), answerCalls(turn.calls, results, notes));
  }

  /** Says something where no turn could be used. */
  note(text: string): void {
    const last = this.messages.at(-1);
    if (last?.role === 'user')
      this.messages[this.messages.length - 1] = { ...last, text: [...last.text, text] };
    else this.messages.push(userMessage(text));
  }

  /** Takes old results out, at least down to half of the limit. @returns false where none was left to take. */
  shorten(): boolean {
    const goal = this.options.context_tokens / 2;
    let taken = false;
    for (let at = 0; at < this.messages.length - RECENT; at++) {
      const message = this.messages[at];
      if (message?.role !== 'user') continue;
      const shortened = withoutResults(message, this.callsBefore(at));
      if (shortened === null) continue;
      this.messages[at] = shortened;
      taken = true;
      if (estimateInput(this.whole()) <= goal) break;
    }
    return taken;
  }

  private callsBefore(at: number): readonly Call[] {
    const before = this.messages[at - 1];
    return before?.role === 'assistant' ? before.calls : [];
  }

  private whole(): ModelRequest {
    const { system, tools, max_output_tokens } = this.options;
    return { system, tools, messages: this.messages, max_output_tokens, cache: 'growing' };
  }
}

function withoutResults(message: UserMessage, calls: readonly Call[]): UserMessage | null {
  if (!message.results.some(({ text }) => text.length > SMALL)) return null;
  const results = message.results.map((result) => {
    if (result.text.length <= SMALL) return result;
    const name = calls.find(({ id }) => id === result.call_id)?.name ?? 'the tool';
    return {
      ...result,
      text: `[this result was taken out to save room; call ${name} with the same arguments to see it again]`,
    };
  });
  return { ...message, results };
}
