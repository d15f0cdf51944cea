/** The data of the impact panel. The extension creates it and the webview renders it. */
import * as z from 'zod';
import { sourceLocationSchema } from './source-location.ts';

export const fileUsesSchema = z.object({
  file: z.string(),
  locations: z.array(
    z.object({
      line: z.int().min(1),
      column: z.int().min(1),
      /** The text of the line, if known. */
      text: z.string().optional(),
    }),
  ),
});

export const exportImpactSchema = z.object({
  name: z.string(),
  kind: z.string(),
  /** The total number of uses. `fileCount` is the number of files with uses. */
  uses: z.int(),
  fileCount: z.int(),
  /** The uses by file. A long list is truncated. */
  files: z.array(fileUsesSchema),
  /** The number of uses that are not listed. */
  omitted: z.int(),
  /** The difference from the last commit, if there is one. */
  change: z
    .object({
      compatibility: z.enum(['breaking', 'compatible', 'unknown']),
      description: z.string(),
      isNew: z.boolean(),
    })
    .optional(),
  contracts: z.array(z.object({ title: z.string(), location: sourceLocationSchema })),
});

export const dependentsSchema = z.object({
  files: z.array(z.object({ file: z.string(), level: z.int().min(1) })),
  edges: z.array(
    z.object({ from: z.string(), to: z.string(), kind: z.enum(['reexport', 'import', 'dynamic', 'type']) }),
  ),
  omitted: z.int(),
});

export const impactViewSchema = z.object({
  file: z.string(),
  exports: z.array(exportImpactSchema),
  dependents: dependentsSchema,
});

export type FileUses = z.infer<typeof fileUsesSchema>;
export type ExportImpactView = z.infer<typeof exportImpactSchema>;
export type DependentsView = z.infer<typeof dependentsSchema>;
export type ImpactView = z.infer<typeof impactViewSchema>;
