/** A text field that can be large: inline, or a file beside group.json; the loader, never the schema, resolves it. */
import { z } from 'zod';

const SHA256 = 'a sha256 is 64 lower-case hex digits';

export const FileRef = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe('Relative to group.json and inside its folder; .gz is read transparently.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, SHA256)
    .optional()
    .describe('Of the decompressed bytes; checked when the file is read.'),
});
export type FileRef = z.infer<typeof FileRef>;

export const Ref = z
  .union([z.string(), FileRef], 'expected the text itself, or { "path": "file beside group.json" }')
  .meta({ id: 'Ref', description: 'A text, inline or in a file beside group.json.' });
export type Ref = z.infer<typeof Ref>;
