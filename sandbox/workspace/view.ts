/** The group's read-only layout for text tools: made at the first look, and a fresh box over it for every command. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecResult, Limits, Sandbox } from '../exec/port.js';
import { EMPTY_TREE } from '../exec/tree.js';
import type { OpenGroup } from '../open-group.js';
import { type OwnedFolder, ownedFolder } from '../owned.js';
import { GROUP_FOLDER } from './call.js';
import { layOutGroup } from './layout.js';

export interface GroupView extends AsyncDisposable {
  /** Runs a shell command in the laid-out folder. @throws Fault environment, Fault cancelled */
  look(command: string, signal: AbortSignal): Promise<ExecResult>;
}

export interface ViewOptions {
  readonly opened: OpenGroup;
  /** Id by alias. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly sandbox: Pick<Sandbox, 'exec'>;
  readonly tempDir: string;
  readonly limits: Partial<Limits>;
}

/** The command comes as an argument of the outer shell, never as part of its text. */
const IN_FOLDER = `cd ${GROUP_FOLDER} && exec /bin/sh -c "$0"`;

export function groupView({ opened, aliases, sandbox, tempDir, limits }: ViewOptions): GroupView {
  let owned: OwnedFolder | undefined;
  let laidOut: Promise<string> | undefined;
  const layOut = async (): Promise<string> => {
    owned = await ownedFolder(tempDir);
    const folder = join(owned.path, 'group');
    await mkdir(folder);
    // The box is another user; our umask may be a strict one.
    await chmod(folder, 0o755);
    await layOutGroup(opened, aliases, folder);
    return folder;
  };
  return {
    look: async (command, signal) => {
      laidOut ??= layOut();
      const mounts = [{ source: await laidOut, target: GROUP_FOLDER }];
      return sandbox.exec(EMPTY_TREE, ['/bin/sh', '-c', IN_FOLDER, command], limits, { signal, mounts });
    },
    [Symbol.asyncDispose]: async () => {
      await laidOut?.catch(() => undefined);
      await owned?.[Symbol.asyncDispose]();
    },
  };
}
