/** Packs tree files as a tar stream (ustar, with pax records for long names); folders appear by their files. */
import { checkPath, type TreeFile } from './tree.js';

const BLOCK = 512;
const NAME_BYTES = 100;

/** Padding up to the next block border. */
export const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;
/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

const NONE = Buffer.alloc(0);

interface Header {
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  readonly type: string;
  readonly link?: Buffer;
}

function header({ name, mode, size, type, link = NONE }: Header): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  };
  block.write(name, 0, NAME_BYTES, 'utf8');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  // Now: tools that pack files (zip, wheels) refuse years before 1980.
  octal(Math.floor(Date.now() / 1000), 136, 12);
  block.fill(' ', 148, 156);
  block.write(type, 156, 'latin1');
  link.copy(block, 157, 0, NAME_BYTES);
  block.write('ustar\x0000', 257, 'latin1');
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  block[155] = 0x20;
  return block;
}

function paxRecord(key: string, value: Buffer): Buffer {
  const rest = key.length + value.length + 3;
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return Buffer.concat([Buffer.from(`${length} ${key}=`), value, Buffer.from('\n')]);
}

const blocks = (bytes: Uint8Array): Uint8Array[] => [bytes, Buffer.alloc(padding(bytes.length))];

/** The blocks of one file. @throws Fault input for a path that leaves the tree */
export function pack(file: TreeFile): Buffer {
  checkPath(file.path);
  const name = Buffer.from(file.path);
  const isLink = file.mode === '120000';
  const link = isLink ? Buffer.from(file.bytes) : NONE;
  const pax = Buffer.concat([
    ...(name.length > NAME_BYTES ? [paxRecord('path', name)] : []),
    ...(link.length > NAME_BYTES ? [paxRecord('linkpath', link)] : []),
  ]);
  const size = isLink ? 0 : file.bytes.length;
  return Buffer.concat([
    ...(pax.length > 0
      ? [header({ name: 'pax', mode: 0o644, size: pax.length, type: 'x' }), ...blocks(pax)]
      : []),
    header({
      name: file.path,
      mode: file.mode === '100755' ? 0o755 : 0o644,
      size,
      type: isLink ? '2' : '0',
      link,
    }),
    ...(size > 0 ? blocks(file.bytes) : []),
  ]);
}
