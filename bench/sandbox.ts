/**
 * A check with its tree, beside the same by hand, in one run with its rows interleaved:
 *   node --import tsx bench/sandbox.ts [rounds]
 * Needs root, a Docker engine with its client, and bubblewrap (scripts/setup-debian.sh, gagar image build).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBubblewrap } from '../sandbox/exec/bubblewrap.js';
import { openDocker } from '../sandbox/exec/docker.js';
import { Engine } from '../sandbox/exec/engine.js';
import { OWN_IMAGE } from '../sandbox/exec/image.js';
import { BOX_USER } from '../sandbox/exec/overlay.js';
import type { Sandbox } from '../sandbox/exec/port.js';
import { pack, TAR_END } from '../sandbox/exec/tar.js';
import type { TreeFile, TreeSource } from '../sandbox/exec/tree.js';
import { writeTree } from '../sandbox/exec/write-tree.js';

const FILES = 5000;
const CHECK = ['sh', '-c', 'find . -type f | wc -l'];
const rounds = Number(process.argv[2] ?? 20);

/** As many files and bytes as the repository that the design was measured with. */
const baseFiles: TreeFile[] = Array.from({ length: FILES }, (_, n) => ({
  path: `lib/p${n % 50}/q${n % 7}/module_${n}.py`,
  mode: '100644',
  bytes: Buffer.alloc(2700, `def f${n}(): return ${n}\n`),
}));
const changed = baseFiles
  .slice(0, 6)
  .map((file) => ({ ...file, bytes: Buffer.concat([file.bytes, Buffer.from('# changed\n')]) }));
const removed = [baseFiles[100]!.path];
const tree: TreeSource = {
  baseId: 'bench',
  async *base() {
    yield* baseFiles;
  },
  delta: async () => ({ files: changed, removed }),
};
const EXPECTED = String(FILES - 1);

async function run(name: string, args: string[], cwd?: string): Promise<string> {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'inherit'], ...(cwd ? { cwd } : {}) });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}`);
  return out.trim();
}

const work = mkdtempSync(join(tmpdir(), 'bench-'));
chmodSync(work, 0o755);
const base = join(work, 'base');
mkdirSync(base);
await writeTree(base, baseFiles, BOX_USER);
const archive = join(work, 'tree.tar');
const whole = [...baseFiles.slice(6).filter(({ path }) => path !== removed[0]), ...changed];
writeFileSync(archive, Buffer.concat([...whole.map(pack), TAR_END]));

/** By hand: changes to a folder, an overlay mounted over it and the base, bubblewrap with the flags of the design. */
async function rawBubblewrap(): Promise<string> {
  const slot = mkdtempSync(join(work, 'raw-'));
  try {
    for (const name of ['d', 'm', 't']) mkdirSync(join(slot, name));
    await writeTree(join(slot, 'd'), changed, BOX_USER);
    await run('sh', ['-c', `mkdir -p "d/$(dirname ${removed[0]})" && mknod d/${removed[0]} c 0 0`], slot);
    const mount =
      'mount -t tmpfs -o size=256m tmpfs m && mkdir m/u m/w && mount -t overlay -o lowerdir=d:../base,upperdir=m/u,workdir=m/w overlay t';
    await run('sh', ['-c', mount], slot);
    const system = [
      '--ro-bind',
      '/usr',
      '/usr',
      '--symlink',
      'usr/bin',
      '/bin',
      '--symlink',
      'usr/lib',
      '/lib',
      '--symlink',
      'usr/lib64',
      '/lib64',
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--tmpfs',
      '/tmp',
    ];
    const flags = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'];
    return await run(
      'bwrap',
      [...flags, ...system, '--bind', 't', '/workspace', '--chdir', '/workspace', '--', ...CHECK],
      slot,
    );
  } finally {
    await run('sh', ['-c', 'umount t; umount m'], slot);
    rmSync(slot, { recursive: true });
  }
}

/** By hand: the tree unpacked to a tmpfs of the host, and a hardened `docker run --rm`. */
async function rawDocker(): Promise<string> {
  const folder = mkdtempSync('/dev/shm/raw-');
  try {
    chmodSync(folder, 0o755);
    await run('tar', ['-xf', archive, '-C', folder]);
    const flags =
      '--rm --network none --read-only --cap-drop ALL --security-opt no-new-privileges --pids-limit 256 --memory 1g --memory-swap 1g --cpus 1 --init';
    const user = `${BOX_USER.uid}:${BOX_USER.gid}`;
    return await run('docker', [
      'run',
      ...flags.split(' '),
      '--tmpfs',
      '/tmp:rw,nosuid,nodev,size=64m',
      '--user',
      user,
      '-v',
      `${folder}:/workspace`,
      '-w',
      '/workspace',
      OWN_IMAGE,
      ...CHECK,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const check = (box: Sandbox) => async (): Promise<string> => {
  const result = await box.exec(tree, CHECK);
  return Buffer.from(result.stdout).toString().trim();
};

const engine = await Engine.connect();
await using bubblewrap = await openBubblewrap();
await using cold = await openDocker(engine, { image: OWN_IMAGE, entry: 'overlay', ahead: false });
await using ahead = await openDocker(engine, { image: OWN_IMAGE, entry: 'overlay' });
await using stream = await openDocker(engine, { image: OWN_IMAGE, entry: 'tar' });
const rows: Record<string, () => Promise<string>> = {
  'raw bwrap + overlay': rawBubblewrap,
  'gagar bubblewrap': check(bubblewrap),
  'tar to tmpfs + docker run --rm': rawDocker,
  'gagar docker, overlay': check(cold),
  'gagar docker, started ahead': check(ahead),
  'gagar docker, tar stream': check(stream),
};
const times = new Map(Object.keys(rows).map((name) => [name, [] as number[]]));
try {
  for (let round = -1; round < rounds; round += 1) {
    const names = Object.keys(rows).sort(() => Math.random() - 0.5);
    for (const name of names) {
      const begun = performance.now();
      const said = await rows[name]!();
      const took = performance.now() - begun;
      if (said !== EXPECTED) throw new Error(`${name} saw ${said} files, not ${EXPECTED}`);
      // Cleaning up, and the start of a next container, go on after the result; the next row must not pay for them.
      await sleep(name === 'gagar docker, started ahead' ? 1000 : 200);
      // The first round lays bases out and warms caches.
      if (round >= 0) times.get(name)!.push(took);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

const at = (name: string, share: number): number => {
  const sorted = [...times.get(name)!].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
};
console.log(`one check with a tree of ${FILES} files, ms, ${rounds} rounds interleaved`);
for (const name of times.keys()) {
  console.log(
    `${name.padEnd(32)} p50 ${at(name, 0.5).toFixed(1).padStart(7)}  p95 ${at(name, 0.95).toFixed(1).padStart(7)}`,
  );
}
const ratio = (a: string, b: string): string => (at(a, 0.5) / at(b, 0.5)).toFixed(2);
console.log(
  `bubblewrap against raw: ${ratio('gagar bubblewrap', 'raw bwrap + overlay')}x (goal: at most 1.3)`,
);
console.log(
  `docker faster than by hand: ${ratio('tar to tmpfs + docker run --rm', 'gagar docker, overlay')}x (goal: at least 1.5)`,
);
console.log(
  `docker started ahead faster than by hand: ${ratio('tar to tmpfs + docker run --rm', 'gagar docker, started ahead')}x (goal: at least 4)`,
);
