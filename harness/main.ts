#!/usr/bin/env node
/** Entry of the `gagar` command: parses arguments, runs one command, sets the exit code. */
import { CommanderError } from 'commander';
import { gagarProgram } from './cli/program.js';
import { EXIT, endWith } from './exit.js';

// A reader that closes the pipe early (| head) is a normal ending.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    throw error;
  });
}

try {
  await gagarProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else endWith(error);
}
