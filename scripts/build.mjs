/** Compiles TypeScript to dist/ and writes the JSON Schemas when a source is newer than the last build; `--force` always compiles. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.build');

function sourceDigest() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'tsconfig.json']) hash.update(readFileSync(join(root, file)));
  for (const layer of ['src', 'sandbox', 'tools', 'harness'].filter((name) => existsSync(join(root, name)))) {
    const entries = readdirSync(join(root, layer), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const digest = sourceDigest();
const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (built !== digest || process.argv.includes('--force')) {
  rmSync(dist, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(join(dist, 'schema'), { recursive: true });
  const { SCHEMA_NAMES, jsonSchemaOf } = await import('../dist/src/records/schema.js');
  for (const name of SCHEMA_NAMES)
    writeFileSync(join(dist, 'schema', `${name}.json`), `${JSON.stringify(jsonSchemaOf(name), null, 2)}\n`);
  writeFileSync(stamp, digest);
}
