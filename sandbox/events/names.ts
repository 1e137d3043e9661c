/** The texts of an index entry, written one behind the other: tool, command, and what is rarely there as JSON. */
import type { EventDraft } from '../../src/events/assemble.js';
import type { NamesAt } from './entry.js';

type Names = Pick<EventDraft, 'thread' | 'tool' | 'command' | 'files'>;

/** A lone surrogate becomes U+FFFD on the way through UTF-8, one character for one: the cuts stay right. */
export function namesText({ thread, tool, command, files }: Names): string {
  const rest = thread === 'main' && files.length === 0 ? '' : JSON.stringify([thread, files]);
  return tool === null && rest === '' ? '' : `${tool ?? ''}${command ?? ''}${rest}`;
}

export function readNames(text: string, { tool, command }: NamesAt): Names {
  const behindTool = tool ?? 0;
  const behindCommand = behindTool + (command ?? 0);
  const rest = text.slice(behindCommand);
  const [thread, files]: [string, readonly string[]] = rest === '' ? ['main', []] : JSON.parse(rest);
  return {
    thread,
    tool: tool === null ? null : text.slice(0, behindTool),
    command: command === null ? null : text.slice(behindTool, behindCommand),
    files,
  };
}
