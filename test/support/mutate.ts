/** Damages records and texts as careless and hostile writers do: cut, doubled, reordered, of the wrong type, huge. */
import type { Chance } from './chance.js';

type Json = unknown;

const deep = (levels: number): Json => {
  let value: Json = 'deep';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
};

/** Stand-ins for any value. */
const STRANGE: readonly (() => Json)[] = [
  () => null,
  () => 0,
  () => -1.5,
  () => 1e300,
  () => true,
  () => '',
  () => 'null',
  () => '{"a":',
  () => '\ud800\u0000\u202e',
  () => [],
  () => ({}),
  () => [[]],
  () => [null],
  () => JSON.parse('{"__proto__":{"type":"x"},"constructor":1,"toString":null,"length":-1}'),
  () => 'x'.repeat(50_000),
  () => '`'.repeat(20_000),
  () => '\n'.repeat(20_000),
  () => '<<<<<<< SEARCH\n'.repeat(500),
  () => Array.from({ length: 2000 }, () => 'word'),
  () => Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key ${i}`, i])),
  () => deep(200),
];

const strange = (chance: Chance): Json => (chance.oneOf(STRANGE) ?? STRANGE[0])?.();

/** One change somewhere inside of a value; the value itself is not touched. */
export function damaged(value: Json, chance: Chance, stop = 4): Json {
  if (Array.isArray(value) && value.length > 0) return damagedList(value, chance, stop);
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return damagedObject(Object.entries(value), chance, stop);
  }
  if (typeof value === 'string' && value !== '' && chance.below(3) > 0) return damagedText(value, chance);
  return strange(chance);
}

function damagedList(list: readonly Json[], chance: Chance, stop: number): Json {
  const at = chance.below(list.length);
  const other = chance.below(list.length);
  switch (chance.below(10)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return list.toSpliced(at, 0, list[other]);
    case 2:
      return list.with(at, list[other]).with(other, list[at]);
    case 3:
      return list.slice(0, at);
    case 4:
      return stop === 0 ? strange(chance) : { ...list };
    default:
      return list.with(at, damaged(list[at], chance, stop));
  }
}

function damagedObject(entries: readonly (readonly [string, Json])[], chance: Chance, stop: number): Json {
  const at = chance.below(entries.length);
  const [name, value] = entries[at] ?? ['', null];
  const without = entries.toSpliced(at, 1);
  switch (chance.below(12)) {
    case 0:
      return Object.fromEntries(without);
    case 1:
      return Object.fromEntries([...without, [`${name}s`, value]]);
    case 2:
      return Object.fromEntries([...without, [name, [value]]]);
    case 3:
      return Object.fromEntries([...without, [name, strange(chance)]]);
    case 4:
      return Object.fromEntries([...without, [name, JSON.stringify(value) ?? null]]);
    case 5:
      return stop === 0 ? strange(chance) : entries.map(([, inner]) => inner);
    default:
      return Object.fromEntries([...without, [name, damaged(value, chance, stop)]]);
  }
}

/** One change of a text: cut, a line doubled or moved, a part blown up, strange signs. */
export function damagedText(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1);
  const lines = text.split('\n');
  const line = chance.below(lines.length);
  switch (chance.below(9)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(at);
    case 2:
      return lines.toSpliced(line, 0, lines[chance.below(lines.length)] ?? '').join('\n');
    case 3:
      return lines.toSpliced(line, 1).join('\n');
    case 4:
      return lines.join('\r\n');
    case 5:
      return text.slice(0, at) + text.slice(at, at + 8).repeat(2000) + text.slice(at);
    case 6:
      return `${text.slice(0, at)}\u0000\u001b[31m\ufeff\u2028${text.slice(at)}`;
    case 7:
      return [...lines].reverse().join('\n');
    default:
      return text.slice(0, at) + text.slice(at + 1);
  }
}
