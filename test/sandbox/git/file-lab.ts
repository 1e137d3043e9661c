/** One lab for all tests of a file, with the small repository in it. */
import { afterAll } from 'vitest';
import { type Lab, makeBase, openLab } from './lab.js';

export interface FileLab {
  readonly lab: Lab;
  readonly base: string;
}

export async function fileLab(): Promise<FileLab> {
  const lab = await openLab();
  afterAll(() => lab[Symbol.asyncDispose]());
  return { lab, base: makeBase(lab.dir) };
}
