/** A text field that can be large: inline, or a file beside group.json; the loader, never the schema, resolves it. */
import { z } from 'zod';

export const FileRef = z.strictObject({
  path: z.string().min(1),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'a sha256 is 64 lower-case hex digits')
    .optional(),
});
export type FileRef = z.infer<typeof FileRef>;

export const Ref = z.union([z.string(), FileRef]);
export type Ref = z.infer<typeof Ref>;
