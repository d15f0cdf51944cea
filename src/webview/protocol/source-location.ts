import * as z from 'zod';

/** A location in a file of the workspace. Lines and columns count from 1. The path is relative to the folder. */
export const sourceLocationSchema = z.object({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  endLine: z.int().min(1).optional(),
  endColumn: z.int().min(1).optional(),
});

export type SourceLocation = z.infer<typeof sourceLocationSchema>;
