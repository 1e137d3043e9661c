/** The hand-written list of commands; a command is one file here and one line below. */
import type { Command } from 'commander';

/** Adds one command with its options, examples and lazily imported action. */
export type AddCommand = (program: Command) => void;

export const COMMANDS: readonly AddCommand[] = [];
