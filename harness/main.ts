#!/usr/bin/env node
/** Entry of the `gagar` command: parses arguments, runs one command, sets the exit code. */
import { Command, CommanderError } from 'commander';
import { packageVersion } from './assets.js';
import { COMMANDS } from './cli/commands.js';
import { EXIT, endWith } from './cli/exit.js';

// A reader that closes the pipe early (| head) is a normal ending.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    throw error;
  });
}

const program = new Command('gagar')
  .description('Groupwise agentic grading of code-agent rollouts.')
  .version(packageVersion())
  .showHelpAfterError('(run the command with --help for its options and examples)')
  .exitOverride();
for (const add of COMMANDS) add(program);
for (const command of program.commands) command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else endWith(error);
}
