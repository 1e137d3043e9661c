/** Paths inside a record, as values and as people read them. */
import { renderName } from '../text/render.js';

export type Step = string | number;

/** No field of ours lies deeper; only junk under `extra` does. */
const MAX_STEPS = 12;

/** `['rollouts', 3, 'tests', 'status', 'a b']` is `rollouts[3].tests.status["a b"]`, rendered. */
export function fieldOf(path: readonly Step[]): string {
  if (path.length > MAX_STEPS) return `${fieldOf(path.slice(0, MAX_STEPS))}…`;
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (/^\w{1,64}$/.test(step)) return index === 0 ? step : `.${step}`;
      return `[${quoted(step)}]`;
    })
    .join('');
}

const CLIP = 60;

/** A text in double quotes, one line, rendered, and clipped with its size. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 2 * CLIP)];
  if (text.length <= CLIP) return renderName(JSON.stringify(text));
  return `${renderName(JSON.stringify(characters.slice(0, CLIP).join('')))}… (${text.length} characters)`;
}
