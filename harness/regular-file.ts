/** Opens the files of a run folder: a pipe or a device in the place of one would never end. */
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Fault } from '../src/fault.js';

/** O_NONBLOCK: opening a pipe would wait for its other end for ever. @returns null for what is no regular file */
export async function openRegular(path: string, way = constants.O_RDONLY): Promise<FileHandle | null> {
  const file = await open(path, way | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** The same path, for whoever opens it by name. @throws Fault input for what is there and no regular file */
export async function regular(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (found === null || found.isFile()) return file;
  throw new Fault('input', 'is not a regular file', { file });
}
