/** Puts the runner's parts of a manifest back to the base's, and leaves the rest of it to the candidate. */
import { baseName } from '../paths.js';
import { isObject } from '../text/json.js';

/** @param base null where the base has no such file; @returns the candidate's text where nothing had to be put back */
export function pristineManifest(path: string, candidate: string, base: string | null): string {
  return baseName(path) === 'package.json' ? packageJson(candidate, base) : sections(candidate, base ?? '');
}

const RUNNER_KEYS = ['scripts', 'jest', 'vitest', 'mocha', 'ava', 'tap', 'c8', 'nyc'];

function packageJson(candidate: string, base: string | null): string {
  const own = parsed(candidate);
  const old = parsed(base ?? '{}');
  // What npm cannot read either is the candidate's own fault, and shows when it runs.
  if (own === null || old === null) return candidate;
  const same = RUNNER_KEYS.every((key) => JSON.stringify(own[key]) === JSON.stringify(old[key]));
  if (same) return candidate;
  const rest = Object.entries(own).filter(([key]) => !RUNNER_KEYS.includes(key));
  const kept = RUNNER_KEYS.flatMap((key) => (Object.hasOwn(old, key) ? [[key, old[key]] as const] : []));
  return `${JSON.stringify(Object.fromEntries([...rest, ...kept]), null, 2)}\n`;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const RUNNER_SECTION =
  /^(tool:pytest|pytest|tool\.(pytest|tox|nox|coverage|unittest|nose)(\..*)?|aliases|test|coverage:.*|nosetests|unittest)$/;
const RUNNER_WORD = /pytest|unittest|nose|addopts|testpaths|coverage|\btox\b|\bnox\b/;
/** `"pytest>=7"` in a list, `pytest>=7` on a line, `pytest = "^7"`: a wish for a package sets nothing. */
const QUOTED_WISH = /["'][A-Za-z0-9._-]+(\[[\w,.-]*\])?\s*([<>=~!^][^"']*)?["']/g;
const WISH = /^[\w.-]+(\[[\w,.-]*\])?\s*((==|[<>~!]=?)[^=]*)?$|^[\w-]+\s*=\s*["'][\^~<>=!]*[\d.*]+["']$/;

interface Section {
  readonly name: string;
  readonly lines: readonly string[];
}

function sections(candidate: string, base: string): string {
  const own = cut(candidate);
  const old = cut(base);
  const isRunner = ({ name }: Section): boolean => RUNNER_SECTION.test(name);
  const runnerText = (all: readonly Section[]) => textOf(all.filter(isRunner)).trim();
  const kept = runnerText(own) === runnerText(old) ? candidate : joined(own, old, isRunner);
  // TOML has more ways to say a thing than headers: what still speaks to a runner takes the whole file back.
  const spoken = new Set(speaking(base));
  return speaking(kept).every((line) => spoken.has(line)) ? kept : base;
}

function joined(
  own: readonly Section[],
  old: readonly Section[],
  isRunner: (one: Section) => boolean,
): string {
  const parts = [own.filter((one) => !isRunner(one)), old.filter(isRunner)].map((all) => textOf(all).trim());
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const textOf = (all: readonly Section[]): string => all.flatMap(({ lines }) => lines).join('\n');

function cut(text: string): Section[] {
  const all: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  for (const line of text.split('\n')) {
    const header = /^\s*\[+([^\]]+)\]+/.exec(line)?.[1];
    if (header !== undefined) all.push({ name: header.replace(/["'\s]/g, ''), lines: [] });
    all.at(-1)?.lines.push(line);
  }
  return all;
}

const speaking = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) => !line.startsWith('#') && !WISH.test(line) && RUNNER_WORD.test(line.replace(QUOTED_WISH, '')),
    );
