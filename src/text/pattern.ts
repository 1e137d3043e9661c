/** Looks for a literal or a regular expression in linear time, whatever the pattern and the text are; the home of re2js. */
import { RE2JS } from 're2js';
import { Fault } from '../fault.js';
import { quoted } from '../records/field.js';

export interface PatternOptions {
  readonly isRegex?: boolean;
  readonly ignoreCase?: boolean;
}

/** Offset of the first match in a text, or -1. */
export type Finder = (text: string) => number;

const MAX_PATTERN = 1000;

/** @throws Fault input for a pattern that is empty, too long, or no RE2 expression. */
export function compilePattern(
  pattern: string,
  { isRegex = false, ignoreCase = false }: PatternOptions = {},
): Finder {
  if (pattern === '') throw new Fault('input', 'the pattern is empty; give the text to look for');
  if (pattern.length > MAX_PATTERN)
    throw new Fault('input', `the pattern has ${pattern.length} characters; the most is ${MAX_PATTERN}`);
  if (!isRegex && !ignoreCase) return (text) => text.indexOf(pattern);
  const compiled = compile(isRegex ? pattern : RE2JS.quote(pattern), pattern, ignoreCase);
  return (text) => {
    const matcher = compiled.matcher(text);
    return matcher.find() ? matcher.start() : -1;
  };
}

function compile(expression: string, pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(expression, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault(
      'input',
      `${quoted(pattern)} is no regular expression of RE2 (no look-around, no back-references): ${why}`,
      {},
      { cause },
    );
  }
}
