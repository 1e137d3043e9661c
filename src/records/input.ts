/** The type of what a caller may write for a record: fields with a default may be left out, and nothing of it is changed. */
import type { z } from 'zod';

export type InputOf<Schema extends z.ZodType> = Unchanged<z.input<Schema>>;

type Unchanged<T> = T extends object ? { readonly [Key in keyof T]: Unchanged<T[Key]> } : T;
