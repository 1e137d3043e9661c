/** Process measure: whether the rollout ran any tests after its last edit of a file that its patch changes. */
import type { TraceEvent } from '../../events/event.js';
import { type Word, wordsOf } from './words.js';

const RUNNERS =
  /^(pytest|py\.test|nosetests|tox|nox|jest|vitest|mocha|ava|tap|bats|ctest|phpunit|rspec|runtests?(\.\w+)?|run[-_]tests?(\.\w+)?|test\.sh)$/;
const BY_ARGUMENT: Readonly<Record<string, RegExp>> = {
  python: /\b(unittest|pytest|manage\.py test|runtests\.py|nose|test\w*\.py|tests?\/)/,
  node: /--test\b|\btests?\//,
  npm: /\b(t|test|run test\S*)\b/,
  pnpm: /\btest\S*/,
  yarn: /\btest\S*/,
  npx: /\b(jest|vitest|mocha|ava|tap|playwright)\b/,
  go: /^test\b/,
  cargo: /\b(test|nextest)\b/,
  make: /\b(test|check)\S*/,
  mvn: /\b(test|verify)\b/,
  gradle: /\b(test|check)\b/,
  deno: /\btest\b/,
  bun: /\btest\b/,
};

const programName = (word: string): string =>
  word
    .slice(word.lastIndexOf('/') + 1)
    .replace(/^python[\d.]*$/, 'python')
    .replace(/^gradlew$/, 'gradle');

export function runsTests(input: string): boolean {
  const words = wordsOf(input);
  return words.some((_, at) => isRunner(words, at));
}

function isRunner(words: readonly Word[], at: number): boolean {
  const program = programName(words[at]?.text ?? '');
  if (RUNNERS.test(program)) return true;
  const pattern = Object.hasOwn(BY_ARGUMENT, program) ? BY_ARGUMENT[program] : undefined;
  return pattern?.test(argumentsAfter(words, at)) ?? false;
}

/** Programs that change nothing in a checkout; a bare number comes from `2>&1`. */
const LOOKS =
  /^(cat|ls|echo|printf|head|tail|grep|rg|find|wc|pwd|cd|true|less|tree|diff|file|stat|which|sleep|submit|\d+)$/;
const GIT_LOOKS = /^(status|diff|log|show|add|blame|branch|ls-files|grep|rev-parse)$/;

/** Some program in it is neither a test run nor one that only looks: it may have written anything. */
export function mayEdit(input: string): boolean {
  const words = wordsOf(input);
  return words.some(({ text, first }, at) => {
    if (!first || isRunner(words, at)) return false;
    const program = programName(text);
    return program === 'git' ? !GIT_LOOKS.test(words[at + 1]?.text ?? '') : !LOOKS.test(program);
  });
}

function argumentsAfter(words: readonly Word[], at: number): string {
  const near = words.slice(at + 1, at + 31);
  const end = near.findIndex((word) => word.first);
  return near
    .slice(0, end < 0 ? near.length : end)
    .map(({ text }) => text.slice(0, 100))
    .join(' ');
}

/** Programs that write into files which they are given. */
const WRITES =
  /\b(tee|patch|mv|cp|ed|perl -p?i)\b|\bsed\s+(-\w*\s+)*-\w*i|\bgit\s+(apply|checkout|restore|revert|reset|stash)\b/;

/** The word behind a `>` is a file that is written. */
function redirects(input: string, isChanged: (name: string) => boolean): boolean {
  const words = wordsOf(input);
  return words.some(({ text }, at) => {
    const arrow = text.lastIndexOf('>');
    return (
      arrow >= 0 && isChanged(arrow === text.length - 1 ? (words[at + 1]?.text ?? '') : text.slice(arrow + 1))
    );
  });
}

export interface TestRunWatcher {
  event(event: TraceEvent): void;
  /** Null where the trajectory holds no edit of a changed file. */
  testsAfterLastEdit(): boolean | null;
}

/** Says of an event whether it edits one of these files. @param paths files that the patch changes */
export function editsOf(paths: readonly string[]): (event: TraceEvent) => boolean {
  const isChanged = (name: string): boolean =>
    paths.some((path) => name === path || name.endsWith(`/${path}`));
  return (event) => {
    if (event.type !== 'call') return false;
    if (event.kind === 'edit') return event.files.length === 0 || event.files.some(isChanged);
    if (event.kind !== 'shell') return false;
    return (
      (event.files.some(isChanged) && WRITES.test(event.input.slice(0, 65_536))) ||
      redirects(event.input, isChanged)
    );
  };
}

/** @param paths files that the patch changes. */
export function watchTestRuns(paths: readonly string[]): TestRunWatcher {
  let answer: boolean | null = null;
  const edits = editsOf(paths);
  return {
    event: (event) => {
      if (event.type !== 'call') return;
      // One command may edit and then test.
      if (edits(event)) answer = false;
      if (answer === false && event.kind === 'shell' && runsTests(event.input)) answer = true;
    },
    testsAfterLastEdit: () => answer,
  };
}
