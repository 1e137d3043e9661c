/** The hand-written list of commands; a command is one file here and one line below. */
import type { Command } from 'commander';
import { addCheck } from './check.js';
import { addSchema } from './schema.js';

/** Adds one command with its options, examples and lazily imported action. */
export type AddCommand = (program: Command) => void;

export const COMMANDS: readonly AddCommand[] = [addCheck, addSchema];
