/** A process of its own that holds a workspace open until it is killed: `workspace-child CACHE TEMP REPOSITORY COMMIT`. */
import { openGit } from '../../../sandbox/git/git.js';
import { objectPool } from '../../../sandbox/git/objects.js';
import { acquireBase } from '../../../sandbox/git/store.js';
import { openWorkspace } from '../../../sandbox/git/workspace.js';

const [cacheDir = '', tempDir = '', address = '', commit = ''] = process.argv.slice(2);
const git = openGit();
const store = await acquireBase({ kind: 'repository', address, commit }, { git, cacheDir });
const workspace = await openWorkspace(store, { git, objects: objectPool(git), tempDir });
await workspace.base.read('src/calc.py');
process.stdout.write(`${workspace.gitDir}\n`);
setInterval(() => {}, 1000);
