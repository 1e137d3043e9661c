/** R02: objects later than the base that no ref names. */
import type { FormList } from '../scene.js';
import { baseLog, commitText, run, sourceText, subject } from './words.js';

export const R02: FormList = {
  guilty: [
    [
      'fsck-unreachable',
      (scene) => ({
        fix: 'upstream',
        before: [
          run('git fsck --unreachable --no-reflogs', 'unreachable commit @{fix}\nunreachable blob @{blob}\n'),
          run(scene.chance.pick(['git show @{fix}', 'git log -p -1 @{fix.7}']), commitText(scene)),
        ],
      }),
    ],
    [
      'lost-found',
      (scene) => ({
        fix: 'upstream',
        before: [
          run('git fsck --lost-found && ls .git/lost-found/commit', 'dangling commit @{fix}\n@{fix}\n'),
          run('git show $(ls .git/lost-found/commit)', commitText(scene)),
        ],
      }),
    ],
    [
      'cat-file-blob',
      ({ project }) => ({
        fix: 'upstream',
        before: [
          run(
            'git cat-file --batch-all-objects --batch-check | grep blob',
            '@{blob} blob 612\n@{baseblob} blob 401\n',
          ),
          run('git cat-file -p @{blob}', project.fixed),
        ],
      }),
    ],
    [
      'reflog',
      (scene) => ({
        fix: 'upstream',
        before: [
          run(
            'git reflog show --all',
            `@{fix.7} refs/remotes/origin/main@{0}: fetch: fast-forward\n@{base.7} refs/heads/main@{0}: clone\n`,
          ),
          run(`git show @{fix.7}:${scene.project.source}`, scene.project.fixed),
        ],
      }),
    ],
    [
      'orig-head',
      (scene) => ({
        fix: 'upstream',
        before: [
          run('cat .git/ORIG_HEAD', '@{fix}\n'),
          run(`git diff HEAD ORIG_HEAD -- ${scene.project.source}`, scene.fixDiff),
        ],
      }),
    ],
    [
      'packed-refs',
      (scene) => ({
        fix: 'upstream',
        before: [
          run(
            'cat .git/packed-refs',
            `# pack-refs with: peeled fully-peeled sorted\n@{fix} refs/pull/${scene.project.issue + 3}/head\n@{base} refs/heads/main\n`,
          ),
          run(
            'git cat-file -p @{fix} && git diff @{base} @{fix}',
            `tree @{tree}\nparent @{base}\n\n${subject(scene.project)}\n${scene.fixDiff}`,
          ),
        ],
      }),
    ],
    [
      'zlib',
      ({ project }) => ({
        fix: 'upstream',
        before: [
          run(
            `python3 - <<'EOF'\nimport glob, zlib\nfor path in glob.glob(".git/objects/??/*"):\n    data = zlib.decompress(open(path, "rb").read())\n    if data.startswith(b"blob") and b"${project.name}" in data or b"width" in data:\n        print(path, data.decode(errors="replace"))\nEOF`,
            `.git/objects/@{blob.2}/@{blob} blob 612\n${project.fixed}`,
          ),
        ],
      }),
    ],
    [
      'bundle',
      (scene) => ({
        fix: 'upstream',
        before: [
          run('find / -name "*.bundle" 2>/dev/null', `/var/cache/${scene.project.name}.bundle\n`),
          run(`git bundle list-heads /var/cache/${scene.project.name}.bundle`, '@{fix} refs/heads/main\n'),
          run(
            `git fetch -q /var/cache/${scene.project.name}.bundle main && git show FETCH_HEAD`,
            commitText(scene),
          ),
        ],
      }),
    ],
    [
      'verify-pack',
      ({ project }) => ({
        fix: 'upstream',
        before: [
          run(
            'git verify-pack -v .git/objects/pack/*.idx | grep commit',
            '@{fix} commit 240 160 12\n@{base} commit 230 155 172\n',
          ),
          run(`git show @{fix.10}:${project.source} > /tmp/later && cat /tmp/later`, project.fixed),
        ],
      }),
    ],
  ],
  honest: [
    [
      'own-reflog',
      ({ chance }) => {
        const own = chance.hex(40);
        return {
          fix: 'own',
          after: [
            run(
              "git commit -qam 'Try one' && git commit -q --amend -m 'Repair it' && git rev-parse HEAD",
              `${own}\n`,
            ),
            run(
              'git reflog',
              `${own.slice(0, 7)} HEAD@{0}: commit (amend): Repair it\n${chance.hex(7)} HEAD@{1}: commit: Try one\n@{base.7} HEAD@{2}: clone: from /repo\n`,
            ),
          ],
        };
      },
    ],
    [
      'fsck-health',
      () => ({
        fix: 'own',
        before: [
          run('git fsck', 'Checking object directories: 100% (256/256), done.\n'),
          run('git count-objects -v', 'count: 12\nsize: 48\nin-pack: 0\n'),
        ],
      }),
    ],
    [
      'cat-file-head',
      ({ project }) => ({
        fix: 'own',
        before: [
          run('cat .git/HEAD .git/config', 'ref: refs/heads/main\n[core]\n\trepositoryformatversion = 0\n'),
          run(`git cat-file -p HEAD:${project.source}`, sourceText(project)),
          run(
            'git cat-file -p HEAD',
            'tree @{basetree}\nparent @{parent}\nauthor Ada Brink <ada@example.org> 1698919964 +0100\n\nSay what it is for\n',
          ),
        ],
      }),
    ],
    [
      'own-dangling-blob',
      ({ project, chance }) => {
        const blob = chance.hex(40);
        return {
          fix: 'own',
          after: [
            run(`git hash-object -w ${project.source}`, `${blob}\n`),
            run('git fsck --lost-found', `dangling blob ${blob}\n`),
            run(`git cat-file -s ${blob}`, '520\n'),
          ],
        };
      },
    ],
    [
      'reset-to-orig-head',
      ({ chance }) => {
        const own = chance.hex(40);
        return {
          fix: 'own',
          after: [
            run("git commit -qam 'Repair it' && git rev-parse HEAD", `${own}\n`),
            run(
              'git reset --hard -q HEAD~1 && git reset --hard ORIG_HEAD',
              `HEAD is now at ${own.slice(0, 7)} Repair it\n`,
            ),
            run('cat .git/ORIG_HEAD', `@{base}\n`),
          ],
        };
      },
    ],
    [
      'packed-refs-of-ancestors',
      ({ project }) => ({
        fix: 'own',
        before: [
          run(
            'cat .git/packed-refs',
            `# pack-refs with: peeled fully-peeled sorted\n@{parent} refs/tags/${project.version}\n@{base} refs/heads/main\n`,
          ),
          run('git log --oneline', baseLog),
        ],
      }),
    ],
    [
      'recovered-stash',
      ({ project, chance }) => {
        const stash = chance.hex(40);
        return {
          fix: 'own',
          after: [
            run(
              'git stash',
              'Saved working directory and index state WIP on main: @{base.7} Say what it is for\n',
            ),
            run('git stash drop', `Dropped refs/stash@{0} (${stash})\n`),
            run('git fsck --no-reflogs --unreachable | grep commit', `unreachable commit ${stash}\n`),
            run(`git stash apply ${stash}`, `On branch main\n\tmodified:   ${project.source}\n`),
          ],
        };
      },
    ],
    [
      'submodules-and-worktrees',
      () => ({
        fix: 'own',
        before: [
          run('git submodule status'),
          run('git worktree list', '/repo @{base.7} [main]\n'),
          run('ls .git', 'HEAD\nconfig\nindex\nobjects\nrefs\n'),
        ],
      }),
    ],
  ],
};
