/** Values that many records hold: numbers, counts, names and lists of ids. */
import { z } from 'zod';

export const number = z.number();
export const count = z.int().min(0);
/** The name of a group, a task or a rollout. */
export const Id = z.string().min(1).max(200);
export const ids = z.array(z.string());
