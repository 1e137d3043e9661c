/** A process of its own that acquires a base: `acquire-child CACHE REPOSITORY COMMIT`; prints the tree when it is done. */
import { openGit } from '../../../sandbox/git/git.js';
import { acquireBase } from '../../../sandbox/git/store.js';

const [cacheDir = '', address = '', commit = ''] = process.argv.slice(2);
const store = await acquireBase({ kind: 'repository', address, commit }, { git: openGit(), cacheDir });
process.stdout.write(`${store.facts.tree}\n`);
