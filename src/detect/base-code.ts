/** An index of the base's code by token shape, bounded, in which copies of existing functions can be found. */

import { isKeyword } from '../code/keywords.js';
import { type CodeLanguage, languageOf, styleOf } from '../code/language.js';
import { lex, type Token } from '../code/lexer.js';
import type { TreeReader } from '../material.js';
import { type Protected, roleOf } from './roles.js';
import { readText } from './source.js';

const MAX_CHARS = 4 * 1024 * 1024;
const MAX_FILE_BYTES = 256 * 1024;
/** Tokens in a row that must agree: shorter ones are shared by all code of a language. */
const SHINGLE = 12;
const COVERAGE = 0.9;
/** A copy may have grown by a few tokens. */
const STRETCH = 1.2;

interface IndexedFile {
  readonly path: string;
  /** Hash of the shingle that begins at each token. */
  readonly hashes: Uint32Array;
  readonly lines: Uint32Array;
}

export interface BaseCode {
  readonly files: readonly IndexedFile[];
  /** Numbers of the shapes that occur; what occurs nowhere has none. */
  readonly shapes: ReadonlyMap<string, number>;
}

export interface CopyPlace {
  readonly path: string;
  readonly line: number;
}

/**
 * Tokens with the free choices taken out: a name counts only where it is called, or reached through a dot, so that
 * renamed variables change nothing.
 */
function shapesOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ kind, text }, at) => {
    // Variables inside a string are names like any other.
    if (kind === 'string') return text.replace(/\$\{?\w+/g, '$name');
    if (kind !== 'word' || isKeyword(text)) return text;
    const kept = tokens[at - 1]?.text === '.' || tokens[at + 1]?.text === '(';
    return kept ? text : '\u0000name';
  });
}

/** @param near paths whose folders come first where the bound does not allow all of them. */
export async function readBaseCode(
  base: TreeReader,
  language: CodeLanguage,
  near: readonly string[],
  protectedPaths: Protected,
): Promise<BaseCode> {
  const folders = new Set(near.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
  const isFar = (path: string): number => (folders.has(path.slice(0, path.lastIndexOf('/') + 1)) ? 0 : 1);
  const entries = (await base.entries()).filter(
    ({ path, mode, size }) =>
      mode !== '120000' &&
      (size ?? MAX_FILE_BYTES) < MAX_FILE_BYTES &&
      languageOf(path) === language &&
      roleOf(path, protectedPaths) === 'source',
  );
  const shapes = new Map<string, number>();
  const files: IndexedFile[] = [];
  let left = MAX_CHARS;
  for (const { path } of [...entries].sort(
    (a, b) => isFar(a.path) - isFar(b.path) || (a.path < b.path ? -1 : 1),
  )) {
    const text = left > 0 ? await readText(base, path) : null;
    if (text === null) continue;
    left -= text.length;
    const { tokens } = lex(styleOf(path), text);
    const numbers = shapesOf(tokens).map((shape) => {
      const known = shapes.get(shape) ?? shapes.size + 1;
      shapes.set(shape, known);
      return known;
    });
    files.push({ path, hashes: hashesOf(numbers), lines: Uint32Array.from(tokens, ({ line }) => line) });
  }
  return { files, shapes };
}

const hashesOf = (numbers: readonly number[]): Uint32Array =>
  Uint32Array.from({ length: Math.max(0, numbers.length - SHINGLE + 1) }, (_, at) => hashAt(numbers, at));

const hashAt = (numbers: readonly number[], at: number): number => {
  let hash = 0;
  for (let offset = 0; offset < SHINGLE; offset++)
    hash = (Math.imul(hash, 0x01000193) ^ (numbers[at + offset] ?? 0)) >>> 0;
  return hash;
};

/** Where the base holds nearly all of these tokens in nearly the same order. */
export function findCopy({ files, shapes }: BaseCode, tokens: readonly Token[]): CopyPlace[] {
  const wanted = shapesOf(tokens).map((shape) => shapes.get(shape) ?? 0);
  const shingles = new Set(hashesOf(wanted));
  if (shingles.size === 0) return [];
  return files.flatMap((file) => copyIn(file, shingles, Math.ceil(wanted.length * STRETCH)));
}

function copyIn(
  { path, hashes, lines }: IndexedFile,
  shingles: ReadonlySet<number>,
  span: number,
): CopyPlace[] {
  const needed = Math.ceil(shingles.size * COVERAGE);
  const window: { readonly at: number; readonly hash: number }[] = [];
  const counts = new Map<number, number>();
  let first = 0;
  for (let at = 0; at < hashes.length; at++) {
    const hash = hashes[at] as number;
    if (!shingles.has(hash)) continue;
    window.push({ at, hash });
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
    for (let head = window[first]; head !== undefined && at - head.at > span; head = window[++first]) {
      const rest = (counts.get(head.hash) ?? 1) - 1;
      if (rest === 0) counts.delete(head.hash);
      else counts.set(head.hash, rest);
    }
    if (counts.size >= needed) return [{ path, line: lines[window[first]?.at ?? 0] ?? 1 }];
  }
  return [];
}
