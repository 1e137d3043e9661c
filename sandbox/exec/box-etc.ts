/** The /etc of bubblewrap boxes: what programs need of the host's, with users and names of our own. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command.js';
import { BOX_USER } from './overlay.js';

/** Without these, names of users and of the box itself would not resolve. */
const ETC_FILES = {
  passwd: `root:x:0:0::/root:/bin/sh\nuser:x:${BOX_USER.uid}:${BOX_USER.gid}::/tmp:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n`,
  group: `root:x:0:\nuser:x:${BOX_USER.gid}:\nnogroup:x:65534:\n`,
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
};

/** Lays it out once for all boxes; nothing else of the host's is there. */
export async function makeEtc(folder: string): Promise<void> {
  const names = ['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'ssl/certs'];
  await mkdir(join(folder, 'ssl'), { recursive: true });
  for (const [name, text] of Object.entries(ETC_FILES)) await writeFile(join(folder, name), text);
  for (const name of names.filter((name) => existsSync(`/etc/${name}`))) {
    await command('cp', ['-a', `/etc/${name}`, join(folder, name)]);
  }
  await command('chmod', ['-R', 'u=rwX,go=rX', folder]);
}
