/** Recognises a text that holds what only the evaluation should have: lines that its patches add and the base lacks. */
import type { FileDiff } from '../diff/model.js';

export interface Answer {
  /** `task.tests.test_patch` or `task.reference_patch`. */
  readonly field: string;
  readonly path: string;
  readonly lines: ReadonlySet<string>;
}

/** Shorter lines stand in many files. */
const LEAST = 16;
/** Share of an answer's lines that make a text a copy of it. */
const SHARE = 0.6;
const LEAST_LINES = 2;

/** What a patch adds, file by file, as far as it is distinctive. */
export const answersOf = (field: string, diff: readonly FileDiff[], base: ReadonlySet<string>): Answer[] =>
  diff.flatMap(({ path, hunks }) => {
    const added = hunks.flatMap(({ lines }) =>
      lines.filter(({ type }) => type === 'added').map(({ text }) => text.trim()),
    );
    const lines = new Set(added.filter((line) => line.length >= LEAST && !base.has(line)));
    return lines.size >= LEAST_LINES ? [{ field, path, lines }] : [];
  });

/** The answer that a text holds most of, or null; marks of a diff in front of its lines are looked through. */
export function answerIn(text: string, answers: readonly Answer[]): Answer | null {
  const lines = new Set(
    text.split('\n').flatMap((line) => [line.trim(), line.replace(/^[+\- ]/, '').trim()]),
  );
  const shares = answers.map((answer) => ({
    answer,
    share: [...answer.lines].filter((line) => lines.has(line)).length / answer.lines.size,
  }));
  const best = shares.sort((a, b) => b.share - a.share)[0];
  return best !== undefined && best.share >= SHARE ? best.answer : null;
}
