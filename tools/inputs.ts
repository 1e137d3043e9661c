/** Arguments that several tools share. */
import { z } from 'zod';

export const candidate = z.string().min(1).max(80).describe('Alias of a candidate.');
export const tree = z.string().min(1).max(80).describe('`base`, or the alias of a candidate.');
export const from = z.int().min(1).default(1).describe('Number of the first one to show.');
export const to = z.int().min(1).optional().describe('Number of the last one to show.');
export const path = z.string().min(1).max(4096).describe('Path inside the repository.');
export const pattern = z.string().min(1).max(1000).describe('Text to look for.');
export const regex = z.boolean().default(false).describe('The pattern is a regular expression.');
export const ignore_case = z.boolean().default(false);
