/** What a command's file exports. */
import type { Command } from 'commander';

/** Adds one command with its options, examples and lazily imported action. */
export type AddCommand = (program: Command) => void;
