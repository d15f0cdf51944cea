/** What the impact panel shows. The extension makes it, the webview draws it; both compile against these schemas. */
import * as z from 'zod';
import { placeSchema } from './view.ts';

export const usePlacesSchema = z.object({
  file: z.string(),
  places: z.array(
    z.object({
      line: z.int().min(1),
      column: z.int().min(1),
      /** The line's text, where it was read. */
      text: z.string().optional(),
    }),
  ),
});

export const exportImpactSchema = z.object({
  name: z.string(),
  kind: z.string(),
  /** How many places use it, in how many files. */
  uses: z.int(),
  fileCount: z.int(),
  /** The places by file; of very many the first. */
  files: z.array(usePlacesSchema),
  /** How many places are not listed. */
  omitted: z.int(),
  /** How it differs from the last commit, where it does. */
  change: z
    .object({
      compatibility: z.enum(['breaking', 'compatible', 'unknown']),
      words: z.string(),
      isNew: z.boolean(),
    })
    .optional(),
  contracts: z.array(z.object({ title: z.string(), place: placeSchema })),
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

export type UsePlaces = z.infer<typeof usePlacesSchema>;
export type ExportImpactView = z.infer<typeof exportImpactSchema>;
export type DependentsView = z.infer<typeof dependentsSchema>;
export type ImpactView = z.infer<typeof impactViewSchema>;
