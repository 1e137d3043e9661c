/** Finds out whether this process can mount where the engine sees it: root on the engine's own host, in the same view of it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ownedFolder } from '../owned.js';
import { command } from './command.js';
import type { Engine } from './engine.js';

/** Asks by doing: the engine refuses a bind of a folder it cannot see, and this one lies in a fresh mount of ours. */
export async function sharesMounts(engine: Engine, image: string, parent?: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  await using folder = await ownedFolder(parent);
  const mounted = join(folder.path, 'm');
  await mkdir(mounted);
  try {
    await command('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mounted]);
    const source = join(mounted, 'seen');
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
    await command('umount', [mounted]).catch(() => {});
  }
}
