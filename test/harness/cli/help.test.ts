import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { gagarProgram } from '../../../harness/cli/program.js';

/** Everything that `--help` prints, on a page of 80 columns. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => 80,
  });
  command.outputHelp();
  return text;
}

const below = (command: Command): Command[] => command.commands.flatMap((one) => [one, ...below(one)]);
const program = gagarProgram();
const commands = below(program);
const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

test.each([program, ...commands].map((command) => [pathOf(command), command] as const))(
  'the help of %s fits 80 columns and shows words as they are typed',
  (_, command) => {
    const lines = helpOf(command).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.filter((line) => /default: "|one of "|choices:|[`’]/.test(line))).toEqual([]);
  },
);

test.each(commands.map((command) => [pathOf(command), command] as const))(
  '%s has a summary in lower case and a description as a sentence; a command of its own has examples',
  (_, command) => {
    expect(command.summary()).toMatch(/^[a-z].*[^.]$/);
    expect(command.description()).toMatch(/^[A-Z].*\.$/s);
    const isOwn = command.parent === program && command.commands.length === 0;
    if (isOwn) expect(helpOf(command)).toContain('\nExamples:\n  gagar ');
  },
);

const optionsOf = (path: string): string[] =>
  (commands.find((command) => pathOf(command) === `gagar ${path}`)?.options ?? []).map(
    ({ long }) => long ?? '',
  );

test('grade and batch know the same judges, budgets, sandboxes and ways to fold', () => {
  const own = ['--spool', '--once', '--concurrency', '--retry-failed', '--group-timeout-s'];
  const shared = optionsOf('batch').filter((name) => !own.includes(name));
  expect(shared.sort()).toEqual(optionsOf('grade').sort());
  expect(shared).toContain('--budget-turns');
});
