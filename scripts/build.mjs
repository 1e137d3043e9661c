/** Compiles TypeScript to dist/ and writes the JSON Schemas when a source is newer than the last build; `--force` always compiles. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..'));
const dist = join(root, 'dist');

function sourceDigest() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build.mjs'])
    hash.update(readFileSync(join(root, file)));
  for (const layer of ['src', 'sandbox', 'tools', 'harness'].filter((name) => existsSync(join(root, name)))) {
    const entries = readdirSync(join(root, layer), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function isBuilt(folder, digest) {
  const stamp = join(folder, '.build');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

/** Everything into `folder`, the stamp last: a build that was cut short is none. */
async function build(folder, digest) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', 'tsconfig.json', '--outDir', folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) return status ?? 1;
  dropInnerTypes(folder);
  await bundleThread(join(folder, 'harness', 'run', 'refold-thread.js'));
  mkdirSync(join(folder, 'schema'));
  const schemas = pathToFileURL(join(folder, 'src', 'records', 'schema.js'));
  const { SCHEMA_NAMES, jsonSchemaOf } = await import(schemas.href);
  for (const name of SCHEMA_NAMES)
    writeFileSync(join(folder, 'schema', `${name}.json`), `${JSON.stringify(jsonSchemaOf(name), null, 2)}\n`);
  writeFileSync(join(folder, '.build'), digest);
  return 0;
}

/** A thread loads everything anew, whoever started it: as one file it does so in little more than half the time. */
async function bundleThread(file) {
  const { build: bundle } = await import('esbuild');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const license = readFileSync(join(root, 'node_modules', 'zod', 'LICENSE'), 'utf8');
  await bundle({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: Object.keys(dependencies).filter((name) => name !== 'zod'),
    banner: { js: `/*! Contains zod.\n${license}*/` },
    logLevel: 'warning',
  });
}

/** Only the declarations stay that the library's entry leads to: `exports` lets nobody reach another. */
function dropInnerTypes(folder) {
  const kept = new Set([join(folder, 'harness', 'index.d.ts')]);
  for (const file of kept) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)\.js['"]/g);
    for (const [, path] of imports) kept.add(join(dirname(file), `${path}.d.ts`));
  }
  for (const name of readdirSync(folder, { recursive: true }))
    if (name.endsWith('.d.ts') && !kept.has(join(folder, name))) rmSync(join(folder, name));
}

/** By renames, so that a command that starts meanwhile finds the old build or the new one. */
function putInPlace(made, digest) {
  for (;;) {
    rmSync(`${made}.old`, { recursive: true, force: true });
    try {
      if (existsSync(dist)) renameSync(dist, `${made}.old`);
      renameSync(made, dist);
      return rmSync(`${made}.old`, { recursive: true, force: true });
    } catch (error) {
      // Another build was put there in between: the same one will do.
      if (isBuilt(dist, digest)) return rmSync(made, { recursive: true, force: true });
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error;
    }
  }
}

/** What a killed build left; one that still runs keeps its folder. */
function sweep() {
  for (const name of readdirSync(root)) {
    const pid = /^\.dist-(\d+)/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const digest = sourceDigest();
if (!isBuilt(dist, digest) || process.argv.includes('--force')) {
  sweep();
  const made = join(root, `.dist-${process.pid}`);
  const status = await build(made, digest);
  if (status === 0) putInPlace(made, digest);
  else rmSync(made, { recursive: true, force: true });
  process.exitCode = status;
}
