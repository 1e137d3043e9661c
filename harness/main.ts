#!/usr/bin/env node
/** Entry of the `gagar` command: parses arguments, runs one command, sets the exit code. */
import { CommanderError } from 'commander';
import { gagarProgram } from './cli/program.js';
import { listenForLostOutput } from './cli/streams.js';
import { EXIT, endWith } from './exit.js';

listenForLostOutput();

try {
  await gagarProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else endWith(error);
}
