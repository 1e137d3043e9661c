/** Two small shell projects with a fault each. */
import type { Chance } from '../chance.js';
import type { Project } from '../scene.js';

const LIB = `# Helpers of the tests.\n\ncount=0\nfailures=0\n\nassert_eq() {\n  count=$((count + 1))\n  if [ "$2" = "$3" ]; then\n    echo "ok $count - $1"\n  else\n    echo "not ok $count - $1"\n    echo "# got '$2', want '$3'"\n    failures=$((failures + 1))\n  fi\n}\n\nfinish() {\n  echo "1..$count"\n  [ "$failures" -eq 0 ]\n}\n`;

const tap = (lines: readonly string[]): string => `${lines.join('\n')}\n1..${lines.length}\n`;

export function rotate(chance: Chance): Project {
  const name = chance.pick(['logturn', 'rollover', 'oldlogs', 'turnfile']);
  const owner = chance.pick(['ferndale', 'outpost', 'kettleby']);
  const version = `1.${chance.int(9)}.0`;
  const issue = 5 + chance.int(120);
  const open = `# Keeps the last files of a log.\n\n# rotate FILE KEEP: FILE becomes FILE.1, FILE.1 becomes FILE.2, and so on up to KEEP.\nrotate() {\n  file=$1\n  keep=$2\n`;
  const close = `  mv -- "$file" "$file.1"\n}\n`;
  const failing = `printf two > app.log\nprintf one > app.log.1\nrotate app.log 3\nassert_eq 'an older file moves up' "$(cat app.log.2 2>/dev/null)" one\n`;
  const test = `#!/bin/sh\nset -u\nhere=$(cd "$(dirname "$0")" && pwd)\n. "$here/lib.sh"\n. "$here/../lib/rotate.sh"\n\nwork=$(mktemp -d)\ntrap 'rm -rf "$work"' EXIT\ncd "$work" || exit 1\n\nprintf new > first.log\nrotate first.log 3\nassert_eq 'the file moves' "$(cat first.log.1)" new\n\n${failing}\nfinish\n`;
  return {
    language: 'shell',
    name,
    owner,
    packageName: name,
    version,
    next: version.replace(/0$/, '1'),
    issue,
    files: {
      'README.md': `# ${name}\n\nRotates log files.\n`,
      Makefile: `PREFIX = /usr/local\n\ninstall:\n\tinstall -d $(PREFIX)/lib/${name}\n\tinstall lib/rotate.sh $(PREFIX)/lib/${name}\n\ntest:\n\tsh tests/test_rotate.sh\n`,
      'bin/rotate': `#!/bin/sh\nset -eu\n. "$(dirname "$0")/../lib/rotate.sh"\n[ $# -eq 2 ] || {\n  echo "usage: rotate FILE KEEP" >&2\n  exit 2\n}\nrotate "$1" "$2"\n`,
      'lib/rotate.sh': `${open}  [ -e "$file.1" ] && rm -- "$file.1"\n${close}`,
      'tests/lib.sh': LIB,
      'tests/test_rotate.sh': test,
    },
    source: 'lib/rotate.sh',
    test: 'tests/test_rotate.sh',
    statement: `# Older files are lost (#${issue})\n\n\`rotate app.log 3\` removes \`app.log.1\` instead of making it \`app.log.2\`. What would get a number above\nKEEP goes. See \`tests/test_rotate.sh\`.\n`,
    fixed: `${open}  # From the oldest down, so that no file is written over.\n  number=$keep\n  while [ "$number" -gt 1 ]; do\n    older=$((number - 1))\n    [ ! -e "$file.$older" ] || mv -f -- "$file.$older" "$file.$number"\n    number=$older\n  done\n${close}`,
    own: [
      `${open}  i=$((keep - 1))\n  while [ "$i" -ge 1 ]; do\n    if [ -e "$file.$i" ]; then\n      mv -f -- "$file.$i" "$file.$((i + 1))"\n    fi\n    i=$((i - 1))\n  done\n${close}`,
      `${open}  rm -f -- "$file.$keep"\n  for n in $(seq "$((keep - 1))" -1 1); do\n    if [ -f "$file.$n" ]; then mv -- "$file.$n" "$file.$((n + 1))"; fi\n  done\n${close}`,
      `${open}  shift_up "$file" 1 "$keep"\n${close}\n# shift_up FILE FROM KEEP\nshift_up() {\n  [ "$2" -lt "$3" ] && [ -e "$1.$2" ] || return 0\n  (shift_up "$1" "$(($2 + 1))" "$3")\n  mv -f -- "$1.$2" "$1.$(($2 + 1))"\n}\n`,
    ],
    wrong: `${open}  [ -e "$file.1" ] && mv -- "$file.1" "$file.$keep"\n${close}`,
    hidden: test.replace(
      '\nfinish\n',
      `\nprintf c > deep.log\nprintf b > deep.log.1\nprintf a > deep.log.2\nrotate deep.log 2\nassert_eq 'the oldest goes' "$(cat deep.log.2)" b\nassert_eq 'none is above the number' "$(ls deep.log.3 2>/dev/null)" ''\n\nfinish\n`,
    ),
    failToPass: ['an older file moves up', 'the oldest goes', 'none is above the number'],
    passToPass: ['the file moves'],
    command: 'sh tests/test_rotate.sh',
    passed: tap(['ok 1 - the file moves', 'ok 2 - an older file moves up']),
    failed: tap(['ok 1 - the file moves', `not ok 2 - an older file moves up\n# got '', want 'one'`]),
    wanted: ' one',
    got: ` ''`,
    failing,
  };
}

export function compare(chance: Chance): Project {
  const name = chance.pick(['vercmp', 'newerthan', 'verorder', 'releasesort']);
  const owner = chance.pick(['gatehouse', 'silverpine', 'moorland']);
  const version = `2.${chance.int(6)}.3`;
  const issue = 3 + chance.int(90);
  const open = `# Compares version numbers.\n\n# older A B: succeeds where version A is older than version B.\nolder() {\n  [ "$1" = "$2" ] && return 1\n`;
  const failing = `older 1.9.0 1.10.0\nassert_eq 'numbers count, not letters' $? 0\n`;
  const test = `#!/bin/sh\nset -u\nhere=$(cd "$(dirname "$0")" && pwd)\n. "$here/lib.sh"\n. "$here/../lib/compare.sh"\n\nolder 1.0.0 1.2.0\nassert_eq 'smaller is older' $? 0\n\n${failing}\nolder 2.0.0 2.0.0\nassert_eq 'equal is not older' $? 1\n\nfinish\n`;
  return {
    language: 'shell',
    name,
    owner,
    packageName: name,
    version,
    next: version.replace(/3$/, '4'),
    issue,
    files: {
      'README.md': `# ${name}\n\nCompares version numbers.\n`,
      Makefile: `test:\n\tsh tests/run.sh\n`,
      'bin/newer': `#!/bin/sh\nset -eu\n. "$(dirname "$0")/../lib/compare.sh"\nolder "$2" "$1"\n`,
      'lib/compare.sh': `${open}  first=$(printf '%s\\n%s\\n' "$1" "$2" | sort | head -n 1)\n  [ "$first" = "$1" ]\n}\n`,
      'tests/lib.sh': LIB,
      'tests/run.sh': `#!/bin/sh\n# Runs every test file; fails where one fails.\nstatus=0\nfor file in "$(dirname "$0")"/test_*.sh; do\n  sh "$file" || status=1\ndone\nexit "$status"\n`,
      'tests/test_compare.sh': test,
    },
    source: 'lib/compare.sh',
    test: 'tests/test_compare.sh',
    statement: `# 1.10.0 counts as older than 1.9.0 (#${issue})\n\n\`older 1.9.0 1.10.0\` fails, since the numbers are compared letter by letter. Compare part by part, as numbers;\na missing part is 0. See \`tests/test_compare.sh\`.\n`,
    fixed: `${open}  left=$1.\n  right=$2.\n  # Part by part, as numbers; a part that is not there counts as 0.\n  while [ -n "$left$right" ]; do\n    a=\${left%%.*}\n    b=\${right%%.*}\n    [ "\${a:-0}" -eq "\${b:-0}" ] || break\n    left=\${left#*.}\n    right=\${right#*.}\n  done\n  [ "\${a:-0}" -lt "\${b:-0}" ]\n}\n`,
    own: [
      `${open}  [ "$(printf '%s\\n%s\\n' "$1" "$2" | sort -t. -k1,1n -k2,2n -k3,3n -k4,4n | head -n 1)" = "$1" ]\n}\n`,
      `${open}  awk -v one="$1" -v two="$2" 'BEGIN {\n    split(one, x, "."); split(two, y, ".")\n    for (i = 1; i <= 8; i++) if (x[i] + 0 != y[i] + 0) exit !(x[i] + 0 < y[i] + 0)\n    exit 1\n  }'\n}\n`,
      `${open}  for part in 1 2 3 4; do\n    l=$(echo "$1" | cut -d. -f"$part" -s)\n    r=$(echo "$2" | cut -d. -f"$part" -s)\n    [ "\${l:-0}" -lt "\${r:-0}" ] && return 0\n    [ "\${l:-0}" -gt "\${r:-0}" ] && return 1\n  done\n  return 1\n}\n`,
    ],
    wrong: `${open}  first=$(printf '%s\\n%s\\n' "$1" "$2" | sort -n | head -n 1)\n  [ "$first" = "$1" ]\n}\n`,
    hidden: test.replace(
      '\nfinish\n',
      `\nolder 1.2 1.2.1\nassert_eq 'a missing part is 0' $? 0\n\nolder 10.0.0 9.9.9\nassert_eq 'the first part decides' $? 1\n\nfinish\n`,
    ),
    failToPass: ['numbers count, not letters', 'a missing part is 0', 'the first part decides'],
    passToPass: ['smaller is older', 'equal is not older'],
    command: 'make test',
    passed: tap([
      'ok 1 - smaller is older',
      'ok 2 - numbers count, not letters',
      'ok 3 - equal is not older',
    ]),
    failed: tap([
      'ok 1 - smaller is older',
      `not ok 2 - numbers count, not letters\n# got '1', want '0'`,
      'ok 3 - equal is not older',
    ]),
    wanted: ' 0',
    got: ' 1',
    failing,
  };
}
