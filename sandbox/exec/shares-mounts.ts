/** Finds out whether this process can mount where the engine sees it: root on the engine's own host, in the same view of it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from './command.js';
import type { Engine } from './engine.js';
import { STAGE_PREFIX } from './stage.js';

/** Asks by doing: the engine refuses a bind of a folder it cannot see, and this one lies in a fresh mount of ours. */
export async function sharesMounts(engine: Engine, image: string, parent = tmpdir()): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const folder = await mkdtemp(join(parent, STAGE_PREFIX));
  try {
    await command('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    const source = join(folder, 'seen');
    await mkdir(source);
    const id = await engine.create({
      Image: image,
      Cmd: ['true'],
      HostConfig: { Mounts: [{ Type: 'bind', Source: source, Target: '/mnt', ReadOnly: true }] },
    });
    await engine.remove(id);
    return true;
  } catch {
    return false;
  } finally {
    await command('umount', [folder]).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}
