/** Choices that a key alone decides, for everything that is generated. */
import { dice } from '../judge/alias.js';

export interface Chance {
  /** A whole number from 0, below `below`. */
  int(below: number): number;
  pick<T>(items: readonly T[]): T;
  /** Hex digits, such as an object id that exists nowhere. */
  hex(digits: number): string;
}

export function chance(key: string): Chance {
  const roll = dice(key);
  return {
    int: roll,
    pick: <T>(items: readonly T[]): T => {
      const item = items[roll(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    hex: (digits) => Array.from({ length: digits }, () => roll(16).toString(16)).join(''),
  };
}
