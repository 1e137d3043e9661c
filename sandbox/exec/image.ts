/** Makes the image for tasks that name none, through a registry or from Debian's packages alone, and reads trees out of images. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Fault } from '../../src/fault.js';
import { BARE_ENV } from './command.js';
import type { Engine } from './engine.js';
import { pack, TAR_END } from './tar.js';

export const OWN_IMAGE = 'gagar-sandbox:latest';
const RECIPE_LABEL = 'gagar.recipe';

export type ImageWay = 'packages' | 'dockerfile';

export interface BuildOptions {
  /** Text of sandbox/Dockerfile. */
  readonly dockerfile: string;
  /** `packages` needs mmdebstrap and Debian's or Ubuntu's package mirrors, `dockerfile` an image registry. */
  readonly way: ImageWay;
  readonly tag?: string | undefined;
  /** Build although an image of this recipe is there. */
  readonly force?: boolean | undefined;
  readonly onLine?: (line: string) => void;
}

/** Makes the image and gives `built`, or `present` where it was made from this very recipe before. */
export async function buildImage(
  engine: Engine,
  { dockerfile, way, tag = OWN_IMAGE, force = false, onLine = () => {} }: BuildOptions,
): Promise<'built' | 'present'> {
  const recipe = createHash('sha256').update(dockerfile).digest('hex');
  const present = await engine.image(tag);
  if (!force && present?.labels[RECIPE_LABEL] === recipe) return 'present';
  if (way === 'packages') await buildFromPackages(engine, dockerfile, tag, recipe, onLine);
  else {
    const text = `${dockerfile}\nLABEL ${RECIPE_LABEL}=${recipe}\n`;
    const context = [pack({ path: 'Dockerfile', mode: '100644', bytes: Buffer.from(text) }), TAR_END];
    await engine.buildImage(Readable.from(context), tag, onLine);
  }
  return 'built';
}

async function buildFromPackages(
  engine: Engine,
  dockerfile: string,
  tag: string,
  recipe: string,
  onLine: (line: string) => void,
): Promise<void> {
  const packages = /^ARG PACKAGES="([\w.+ -]+)"$/m.exec(dockerfile)?.[1]?.split(' ');
  if (!packages) throw new Fault('internal', 'sandbox/Dockerfile has no line ARG PACKAGES="…"');
  const child = spawn('mmdebstrap', mmdebstrapArguments(packages, await release()), {
    env: BARE_ENV,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  ended.catch(() => {});
  let last = '';
  child.stderr.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split('\n')) {
      last = line;
      onLine(line);
    }
  });
  const environment = [
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'ENV LANG=C.UTF-8',
  ];
  try {
    await engine.importImage(child.stdout, tag, [...environment, `LABEL ${RECIPE_LABEL}=${recipe}`]);
    const [code] = await ended;
    if (code === 0) return;
    throw new Fault('environment', `mmdebstrap ended with ${code}: ${last}`);
  } catch (error) {
    // A half-made image must not be taken for a whole one.
    await engine.removeImage(tag);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Fault(
      'environment',
      'mmdebstrap is not installed: apt-get install mmdebstrap, or build with --from dockerfile',
    );
  } finally {
    // It unmounts and removes what it made before it ends.
    if (child.kill()) await ended.catch(() => {});
  }
}

function mmdebstrapArguments(packages: readonly string[], suite: string): string[] {
  return [
    '--variant=minbase',
    '--aptopt=Acquire::Languages "none"',
    ...['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
    `--include=${packages.join(',')}`,
    // Ubuntu keeps some of the packages outside of main.
    '--components=main,universe',
    suite,
    '-',
  ];
}

/** The host's own release: its mirrors and keys are at hand. */
async function release(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const suite = /^VERSION_CODENAME="?(\w+)"?$/m.exec(text)?.[1];
  if (suite && /^ID(_LIKE)?="?.*(debian|ubuntu)/m.test(text)) return suite;
  throw new Fault(
    'environment',
    'this system is neither Debian nor Ubuntu, so the image cannot be built from its packages; use --from dockerfile',
  );
}

/** The files of an image below a folder, as a tar stream with names relative to it; taken from a container that never runs. */
export async function* exportImageTree(engine: Engine, ref: string, workdir: string): AsyncGenerator<Buffer> {
  const image = await engine.image(ref);
  if (!image) {
    throw new Fault(
      'environment',
      `image ${JSON.stringify(ref)} is not on the container engine at ${engine.host}`,
    );
  }
  const id = await engine.create({ Image: image.id, Cmd: ['true'], HostConfig: { NetworkMode: 'none' } });
  try {
    // With `/.` a link in the folder's place is followed, inside the image.
    yield* (await engine.archive(id, `${workdir.replace(/\/+$/, '')}/.`)) as AsyncIterable<Buffer>;
  } finally {
    await engine.remove(id);
  }
}
