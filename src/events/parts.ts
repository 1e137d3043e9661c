/** Reads message contents: a string, null, or a list of typed parts as OpenAI, Responses and Anthropic messages have them. */
import { clip } from '../text/clip.js';
import { isObject, type JsonObject, text, wholeNumber } from '../text/json.js';
import type { EventNote } from './event.js';
import type { Answered, Called } from './format.js';
import { readCall } from './tools.js';

export interface Content {
  /** null where nothing was said. */
  readonly text: string | null;
  readonly notes: readonly EventNote[];
  readonly calls: readonly Called[];
  readonly results: readonly Answered[];
}

const NONE: readonly never[] = [];
const REDACTED = '[thinking, redacted]';

const words = (text: string | null): Content => ({ text, notes: NONE, calls: NONE, results: NONE });

export function readContent(content: unknown): Content {
  if (content === null || content === undefined) return words(null);
  if (typeof content === 'string') return words(content);
  const texts = new Texts();
  const calls: Called[] = [];
  const results: Answered[] = [];
  for (const part of Array.isArray(content) ? content : [content]) {
    if (typeof part === 'string') texts.say(part);
    else if (!isObject(part)) texts.mark(`[part: ${part === null ? 'null' : typeof part}]`, 'unknown_part');
    else if (isCall(part))
      calls.push(readCall(text(part, 'id') ?? null, text(part, 'name') ?? '', part['input']));
    else if (text(part, 'type')?.endsWith('tool_result')) results.push(readResult(part));
    else readPart(part, texts);
  }
  return { text: texts.joined(), notes: texts.notes, calls, results };
}

const isCall = (part: JsonObject): boolean =>
  ['tool_use', 'server_tool_use', 'mcp_tool_use'].includes(text(part, 'type') ?? '');

function readResult(part: JsonObject): Answered {
  const given = part['content'];
  const ran = isObject(given) && text(given, 'stdout') !== undefined ? given : null;
  const content = ran === null ? readContent(given) : words(printed(ran));
  const id = text(part, 'tool_use_id') ?? null;
  const exit_code = wholeNumber(ran?.['return_code']);
  return { type: 'result', id, role: 'tool', text: content.text, exit_code, notes: content.notes };
}

/** What a process wrote, where a harness keeps its two streams apart. */
export function printed(ran: JsonObject): string {
  const [out, err] = [text(ran, 'stdout') ?? '', text(ran, 'stderr') ?? ''];
  return out === '' || err === '' || out.endsWith('\n') ? out + err : `${out}\n${err}`;
}

/** Collects the texts of one message: words are joined as they are, marks of ours stand on lines of their own. */
class Texts {
  readonly notes: EventNote[] = [];
  private readonly parts: string[] = [];
  private afterMark = false;
  private onNewLine = true;

  say(words: string): void {
    this.parts.push(this.afterMark ? `\n${words}` : words);
    this.afterMark = false;
    if (words !== '') this.onNewLine = words.endsWith('\n');
  }

  mark(shown: string, note?: EventNote): void {
    this.parts.push(this.onNewLine ? shown : `\n${shown}`);
    this.afterMark = true;
    this.onNewLine = false;
    if (note && !this.notes.includes(note)) this.notes.push(note);
  }

  /** null where there was no part with a text. */
  joined(): string | null {
    return this.parts.length === 0 ? null : this.parts.join('');
  }
}

function readPart(part: JsonObject, texts: Texts): void {
  const type = text(part, 'type') ?? 'untyped';
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      texts.say(text(part, 'text') ?? '');
      break;
    case 'refusal':
      texts.mark(`[refusal]\n${text(part, 'refusal') ?? ''}`);
      break;
    case 'thinking':
      texts.mark(showThinking(text(part, 'thinking')));
      break;
    case 'reasoning':
      texts.mark(showReasoning(part));
      break;
    case 'compaction':
      texts.mark(`[compaction]\n${text(part, 'content') ?? ''}`);
      break;
    case 'redacted_thinking':
      texts.mark(REDACTED);
      break;
    case 'image':
    case 'image_url':
    case 'input_image':
    case 'computer_screenshot':
      texts.mark(showImage(part), 'image');
      break;
    default:
      texts.mark(`[part: ${clip(type, 100)}]`, 'unknown_part');
      break;
  }
}

/** Services that keep the words back leave them empty. */
const showThinking = (words: string | undefined): string =>
  words ? `[thinking]\n${words}\n[end of thinking]` : REDACTED;

/** Reasoning as the Responses API and Inspect write it: its texts, or that they are not there. */
function showReasoning(part: JsonObject): string {
  const listed = [part['content'], part['summary']].find((items) => Array.isArray(items) && items.length > 0);
  const texts = (Array.isArray(listed) ? listed : []).map((item) =>
    isObject(item) ? (text(item, 'text') ?? '') : '',
  );
  const plain = part['redacted'] === true ? undefined : (text(part, 'reasoning') ?? text(part, 'text'));
  const shown = plain || texts.join('\n') || text(part, 'summary');
  return showThinking(shown);
}

/** `[image png, 12 kB]` for inline data, `[image at URL]` for an address; never the data itself. */
function showImage(part: JsonObject): string {
  const source = part['source'];
  if (isObject(source) && text(source, 'data') !== undefined) {
    return imageMark(text(source, 'media_type') ?? '', text(source, 'data') ?? '');
  }
  const given = part['image_url'] ?? part['image'];
  const url =
    (isObject(given) ? text(given, 'url') : given) ?? (isObject(source) ? text(source, 'url') : undefined);
  if (typeof url !== 'string') return '[image]';
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  return comma < 0
    ? `[image at ${clip(url, 200)}]`
    : imageMark(url.slice(5, Math.min(comma, 105)), url.slice(comma + 1));
}

function imageMark(mediaType: string, base64: string): string {
  const kind = /^image\/([\w.+-]{1,20})/.exec(mediaType)?.[1] ?? 'of unknown type';
  const bytes = Math.floor((base64.length * 3) / 4);
  return `[image ${kind}, ${bytes < 1000 ? '1' : Math.round(bytes / 1000)} kB]`;
}
