/** The first program in every box: it tells "never started" from "ran and failed", and the candidate cannot undo what it said. */
import { randomBytes } from 'node:crypto';
import { shellQuoted } from '../../src/text/shell.js';
import { REPORT_FOLDER } from './port.js';

/**
 * Says the mark on stderr as the last thing before the program is started, so no mark means that no program ran.
 * The program can print a mark of its own, but only after ours.
 */
const check = (mark: string): string =>
  [
    'case $1 in */*) [ -f "$1" ] && [ -x "$1" ] ;; *) command -v -- "$1" >/dev/null 2>&1 ;; esac ||',
    '{ echo "$1: no such program" >&2; exit 127; }',
    `printf %s ${mark} >&2`,
  ].join('\n');

/** For `sh -c START <mark> argv…`. */
export const START = `${check('"$0"')}\nexec "$@"`;

/**
 * The same for a shell that waits at its standard input: it enters the tree and becomes the program, whose own input is
 * empty. Nothing runs of a text that breaks off, since the shell wants the closing brace first.
 */
export const startByWord = (
  mark: string,
  argv: readonly string[],
  workdir: string,
  env: Readonly<Record<string, string>> = {},
): string =>
  [
    `{ cd ${shellQuoted(workdir)} || exit 126`,
    ...Object.entries(env).map(([name, value]) => `export ${name}=${shellQuoted(value)}`),
    `set -- ${argv.map(shellQuoted).join(' ')}`,
    check(mark),
    'exec "$@" </dev/null; }\n',
  ].join('\n');

/**
 * The same as process 1 of the box: waits for our word on descriptor 4 (so nothing runs when we died meanwhile), then
 * stays, since orphans come to it to be reaped and its end ends all others. What the shell itself would say about a
 * killed program must not mix with the program's stderr.
 * @param limits shell text that limits what follows
 * @param report whether the report folder is packed to descriptor 5 after the program's end
 */
export const startAsInit = (limits: string, report: boolean): string =>
  [
    'read -r word <&4 || exit 1',
    'exec 4<&-',
    limits,
    check('"$0"'),
    'exec 3>&2 2>/dev/null',
    '(exec "$@" 2>&3 3>&- 5>&-)',
    'code=$?',
    report ? `tar -cf - -C ${REPORT_FOLDER} . >&5` : '',
    'exit $code',
  ].join('\n');

export const newMark = (): string => randomBytes(16).toString('hex');

/** Takes the mark off the front of stderr. */
export class MarkFilter {
  started = false;
  private before = Buffer.alloc(0);

  constructor(private readonly mark: string) {}

  /** What of a chunk the program itself wrote. */
  push(chunk: Buffer): Buffer {
    if (this.started) return chunk;
    this.before = Buffer.concat([this.before, chunk]).subarray(0, 65_536);
    const at = this.before.indexOf(this.mark);
    if (at < 0) return Buffer.alloc(0);
    this.started = true;
    return this.before.subarray(at + this.mark.length);
  }

  /** Why nothing started, in one line. */
  cause(): string {
    const line = this.before.toString().trim().split('\n').pop()?.slice(0, 500);
    return line || 'the program was never started and nothing says why';
  }
}
