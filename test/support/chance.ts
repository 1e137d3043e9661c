/** Chance that is the same for the same seed, on every machine. */

export class Chance {
  constructor(private state: number) {}

  /** A whole number from 0 up to below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  oneOf<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }
}
