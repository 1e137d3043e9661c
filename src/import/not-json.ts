/** Says why a file cannot be read as the JSON, or the lines of JSON, that its name says it is. */
import { parseJson } from '../text/json.js';
import { isCutAt, jsonErrorAt } from '../text/json-error.js';

/** No harness nests what it writes as deep as this. */
const MAX_DEPTH = 1000;

export const claimsJson = (path: string): boolean => /\.(?:jsonl?|traj)$/.test(path);

/** null for what can be read, and for a file without anything in it. */
export function whyNotJson(path: string, content: string): string | null {
  const text = content.replace(/^\ufeff/, '');
  if (text.trim() === '') return null;
  const whole = faultOf(text);
  if (whole === null) return null;
  const lines = text.split('\n');
  // Lines of JSON lie in files of either name; a document over many lines does not open with a whole one.
  const inLines = path.endsWith('.jsonl') || (lines.length > 1 && faultOf(lines[0] ?? '') === null);
  if (!inLines) return whole;
  const bad = lines.flatMap((line, at) => {
    const why = line.trim() === '' ? null : faultOf(line);
    return why === null ? [] : [`line ${at + 1} ${why}`];
  });
  const [first = null, ...others] = bad;
  return others.length === 0 ? first : `${first}; ${others.length} more lines cannot be read either`;
}

function faultOf(text: string): string | null {
  const parsed = parseJson(text);
  if (parsed.ok)
    return isDeeper(parsed.value, MAX_DEPTH) ? `is nested deeper than ${MAX_DEPTH} levels` : null;
  if (parsed.reason === 'too_many_values') return 'holds more values than are read of one document';
  if (text.includes('\0')) return 'is no JSON: it holds NUL bytes';
  const written = text.trimEnd();
  return isCutAt(written, jsonErrorAt(written)) ? 'ends in the middle of its JSON' : 'is no JSON';
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
