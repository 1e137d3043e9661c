/** Changes the texts of a JSON value, whatever it is made of: values and names of fields alike. */
import { Fault } from '../fault.js';

/** Far more than any record has, and far from what exhausts the stack of those who digest and write it. */
const MAX_DEPTH = 1000;

/** The same value where no text changes. @throws Fault input where it is nested too deeply to be recorded */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const walk = (one: unknown, depth: number): unknown => {
    if (typeof one === 'string') return change(one);
    if (typeof one !== 'object' || one === null) return one;
    if (depth === 0) throw new Fault('input', `the value is nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(one)) {
      const items = one.map((item) => walk(item, depth - 1));
      return items.some((item, at) => item !== one[at]) ? items : one;
    }
    const before = Object.entries(one);
    const after = before.map(([name, item]) => [change(name), walk(item, depth - 1)] as const);
    const isSame = after.every(([name, item], at) => name === before[at]?.[0] && item === before[at]?.[1]);
    return isSame ? one : Object.fromEntries(after);
  };
  return walk(value, MAX_DEPTH) as T;
}
