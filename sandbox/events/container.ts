/** Finds out how the records of a file lie in it: which array of a document, a document as a whole, lines, or text. */
import type { Container, Path } from '../../src/events/format.js';
import type { ByteSource } from '../bytes.js';
import { DocumentSplitter } from './document.js';
import { LineSplitter } from './lines.js';
import type { Splitter } from './record.js';
import { TextSplitter } from './text.js';
import { WholeSplitter } from './whole.js';

const PROBED = 8192;
/** What is read at once of a file that is looked into; few need a second piece. */
const PIECE = 64 * 1024;
/** What is held of records that nobody takes. */
const NOTHING = 0;

const ignore = (): void => {};

type ArrayContainer = Extract<Container, { kind: 'array' }>;

/** The arrays of a container, in the order in which they are read. */
const pathsOf = ({ path, after = [] }: ArrayContainer): readonly Path[] => [path, ...after];

/** One splitter for each walk through the file that the container takes. @param maxHeld bytes above which they hand on no record, only its place */
export const splittersOf = (container: Container, maxHeld?: number): readonly Splitter[] => {
  switch (container.kind) {
    case 'lines':
      return [new LineSplitter(maxHeld)];
    case 'document':
      return [new WholeSplitter(maxHeld)];
    case 'text':
      return [new TextSplitter(container, maxHeld)];
    case 'array':
      return pathsOf(container).map((path) => new DocumentSplitter(path, maxHeld));
  }
};

/** Follows the arrays of one container through the document. */
class Probe {
  readonly splitters: readonly DocumentSplitter[];

  constructor(readonly container: ArrayContainer) {
    this.splitters = pathsOf(container).map((path) => new DocumentSplitter(path, NOTHING));
  }

  push(part: Buffer): void {
    for (const splitter of this.splitters) splitter.push(part, ignore);
  }

  get filled(): boolean {
    return this.splitters.some((splitter) => splitter.filled);
  }

  get found(): boolean {
    return this.splitters.some((splitter) => splitter.found);
  }

  /** True where nothing that is still to come can fill it. */
  get closed(): boolean {
    return this.splitters.every((splitter) => splitter.closed || splitter.hopeless);
  }
}

/**
 * The first array container that has elements; then a document as a whole, where it stands alone in the file; then an
 * array without elements; then lines. Most files tell in their first kilobytes.
 */
export async function containerOf(
  source: ByteSource,
  containers: readonly Container[],
): Promise<Container | null> {
  const [arrays, document, lines, text] = [
    containers.filter((container) => container.kind === 'array'),
    containers.find(({ kind }) => kind === 'document'),
    containers.find(({ kind }) => kind === 'lines'),
    containers.find(({ kind }) => kind === 'text'),
  ];
  if (arrays.length === 0 && !document) return lines ?? text ?? null;
  if (text && !(await looksLikeJson(source))) return text;
  const probes = arrays.map((container) => new Probe(container));
  const edge = new DocumentSplitter([], NOTHING);
  for await (const part of parts(source)) {
    for (const probe of probes) probe.push(part);
    const undecided = probes.find((probe) => probe.filled || !probe.closed);
    if (undecided?.filled) return undecided.container;
    if (undecided === undefined && (!document || !lines)) break;
    edge.push(part, ignore);
    if (undecided === undefined && edge.trailing >= 0) return lines ?? null;
  }
  const filled = probes.find((probe) => probe.filled);
  const empty = probes.find((probe) => probe.found);
  return filled?.container ?? document ?? empty?.container ?? lines ?? null;
}

async function* parts(source: ByteSource): AsyncGenerator<Buffer> {
  for await (const chunk of source.chunks(0, PIECE)) {
    for (let at = 0; at < chunk.length; at += PROBED) yield chunk.subarray(at, at + PROBED);
  }
}

async function looksLikeJson(source: ByteSource): Promise<boolean> {
  const start = await source.read(0, PROBED);
  return /^\ufeff?\s*[[{]/.test(start.toString('utf8'));
}
