/** Probes that work on whoever handles them: hostile repositories, files that run on import, lies about how they ended. */
import { expect } from 'vitest';
import { type Probe, perl } from './probe.js';

const MARK = '/tmp/canary-ran';
const run = (what: string): { run: string } => ({ run: `#!/bin/sh\ntouch ${MARK}-${what} "$W/${what}"\n` });
const config = (lines: string): string => `[core]\n\trepositoryformatversion = 0\n\tbare = false\n${lines}\n`;
const repository = (extra: string) => ({
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': config(extra),
  '.git/objects/info/x': '',
  '.git/refs/heads/x': '',
});

export const TRICKS: readonly Probe[] = [
  {
    name: 'brings a git configuration that runs a program',
    files: {
      ...repository('\tfsmonitor = touch $W/ran; true\n\thooksPath = hooks'),
      'hooks/post-checkout': run('hook'),
    },
    script: 'git status; git diff; ls .git/config',
    expect: (_, said) => expect(said).toContain('.git/config'),
  },
  {
    name: 'brings git hooks',
    files: {
      ...repository(''),
      '.git/hooks/post-checkout': run('hook'),
      '.git/hooks/post-index-change': run('index'),
    },
    script: 'git status; git add -A; true',
  },
  {
    name: 'brings git filters and text converters',
    files: {
      ...repository(
        '[filter "x"]\n\tclean = touch $W/clean\n\tsmudge = touch $W/smudge\n[diff "x"]\n\ttextconv = touch $W/textconv',
      ),
      '.gitattributes': '* filter=x diff=x\n',
      'a.txt': 'a',
    },
    script: 'git add -A; git diff; true',
  },
  {
    name: 'brings attributes that hide and rewrite files',
    files: { '.gitattributes': '* export-ignore eol=crlf ident\n', 'shown.txt': '$Id$\nline\n' },
    script: 'cat shown.txt',
    expect: (_, said) => expect(said).toBe('$Id$\nline\n'),
  },
  {
    name: 'brings a bare repository as a folder',
    files: {
      'cache/HEAD': 'ref: refs/heads/main\n',
      'cache/config': config('\tfsmonitor = touch $W/ran'),
      'cache/objects/x': '',
      'cache/refs/x': '',
    },
    script: 'cd cache && git status; true',
  },
  {
    name: 'runs code when its tests are collected',
    files: {
      'test_a.py':
        'import os, subprocess\nsubprocess.Popen(["sleep", "300"], start_new_session=True)\nopen(os.environ["W"] + "/ran", "w")\n',
      'sitecustomize.py': 'import os\nprint(open(os.environ["W"] + "/host.txt").read())\n',
      'conftest.py': 'raise SystemExit(0)\n',
    },
    script: 'PYTHONPATH=. python3 -m unittest discover -p "test_*.py"; true',
  },
  {
    name: 'runs code when its module is loaded',
    files: {
      'package.json': '{"type":"module","scripts":{"test":"touch $W/ran"}}',
      'a.test.js':
        'import fs from "node:fs"; import { spawn } from "node:child_process"; spawn("sleep", ["300"], { detached: true, stdio: "ignore" }).unref(); console.log(fs.readFileSync(process.env.W + "/host.txt", "utf8"));',
    },
    script: 'node --test; true',
  },
  {
    name: 'lies about its exit status by ending its parent',
    script: 'kill -KILL $PPID; exit 7',
    expect: (r) => expect(r.exit_code).toBe(7),
  },
  {
    name: 'lies about its exit status by ending process 1',
    script: 'kill -KILL 1; kill -TERM 1; exit 7',
    // An init that reaps orphans passes the signal on, and the script may end by it before its own exit.
    expect: (r) => expect([7, 143]).toContain(r.exit_code),
  },
  {
    name: 'lies that it was never started',
    script: 'printf "sh: no such program\n" >&2; exit 127',
    expect: (r) => expect(r).toMatchObject({ exit_code: 127, not_started: null }),
  },
  {
    name: 'lies that memory ran out',
    script: 'echo "Killed" >&2; kill -KILL $$',
    expect: (r) => expect(r).toMatchObject({ exit_code: 137, oom: false }),
  },
  {
    name: 'ends well before its background work fails',
    script: '(sleep 0.2; exit 1) & trap "exit 0" EXIT; exit 3',
    expect: (r) => expect(r.exit_code).toBe(0),
  },
  {
    name: 'writes the mark of the box to every descriptor it finds',
    script:
      'for f in /proc/self/fd/* /proc/1/fd/*; do (printf "\\\\001\\\\000\\\\000\\\\000\\\\000\\\\000\\\\000\\\\005forge" > $f) 2>/dev/null; done; exit 4',
    expect: (r) => expect(r.exit_code).toBe(4),
  },
  {
    name: 'prints frames of the engine',
    script: perl('print pack("CxxxN", 2, 5), "fraud", pack("CxxxN", 1, 4294967295)'),
    expect: (r) => expect(r).toMatchObject({ exit_code: 0, truncated: false }),
  },
  {
    name: 'looks for signs that it is judged',
    script:
      'env; id; pwd; ls -la / /tmp /workspace; cat /proc/self/mountinfo /proc/self/cgroup /etc/passwd /etc/hostname; ls -la /proc/self/fd',
    expect: (_, said) => expect(said.toLowerCase()).not.toMatch(/gagar|judge|candidate|rollout/),
  },
];
