/** Writes one synthetic trial of any size in the shape that a harness gives it, or its records as lines. */
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, createGzip } from 'node:zlib';
import { type Shape, turnOf } from './harnesses.js';

/** The same records, one a line; null for a format that is no JSON. */
export function asLines({ packed: _, ...shape }: Shape): Shape | null {
  if (shape.between === '') return null;
  const again = shape.again === undefined ? {} : { again: { ...shape.again, head: '\n' } };
  return { ...shape, ...again, file: 'records.jsonl', head: '', tail: '\n', between: '\n' };
}

/** Writes a trial of about `bytes` bytes. @returns its size, unpacked */
export async function writeTrial(shape: Shape, path: string, bytes: number): Promise<number> {
  const { packed, again, head, turn, tail, between } = shape;
  const plain = packed === undefined ? path : `${path}.plain`;
  const stream = createWriteStream(plain);
  let written = 0;
  const write = async (text: string): Promise<void> => {
    written += text.length;
    if (!stream.write(text)) await once(stream, 'drain');
  };
  const list = async (of: Shape['turn'], until: number): Promise<void> => {
    for (let number = 1; written < until; number++) {
      const texts = of(turnOf(number)).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      await write((number === 1 ? '' : between) + texts.join(between));
    }
  };
  await write(head);
  await list(turn, again === undefined ? bytes : bytes / 2);
  if (again !== undefined) {
    await write(again.head);
    await list(again.turn, bytes);
  }
  stream.end(tail);
  await finished(stream);
  if (packed === 'gz') await pipeline(createReadStream(plain), createGzip(), createWriteStream(path));
  if (packed === 'zip') await zip(plain, path, 'samples/1_epoch_1.json');
  const { size } = statSync(plain);
  if (packed !== undefined) await rm(plain);
  return size;
}

/** An archive of one member, of less than 4 GB. */
async function zip(from: string, to: string, name: string): Promise<void> {
  let crc = 0;
  let size = 0;
  await pipeline(
    createReadStream(from),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    },
    createDeflateRaw(),
    createWriteStream(`${to}.member`),
  );
  const data = readFileSync(`${to}.member`);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc, 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(size, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name)]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), shared, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + data.length, 16);
  const stream = createWriteStream(to);
  for (const part of [local, data, entry, end]) stream.write(part);
  stream.end();
  await finished(stream);
  await rm(`${to}.member`);
}
