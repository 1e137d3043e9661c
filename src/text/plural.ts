/** A number with its noun, as a sentence needs it: `1 group`, `2 groups`. */

/** @param many where the noun takes more than an s */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
