import * as z from 'zod';
import type { DeepReadonly } from '../database/stored-json.ts';

const availableExportSchema = z.object({
  name: z.string(),
  /** The import specifier: a package, an alias or a path. */
  from: z.string(),
  /** The kind: type, interface, function, const, class, enum, … */
  type: z.string(),
  /** Missing if the export existed before any chunk. */
  createdByChunk: z.string().optional(),
  /** The file with the declaration, relative to the root of the tree. */
  file: z.string(),
});

const availableFileSchema = z.object({
  path: z.string(),
  exports: z.array(z.string()),
  createdByChunk: z.string().optional(),
  modifiedByChunk: z.string().optional(),
});

/** The exports and files that completed chunks have created. Called ChunkExecutionContext in the source documents. */
export const chunkContextSchema = z.object({
  availableExports: z.array(availableExportSchema),
  availableFiles: z.array(availableFileSchema),
  changesSoFar: z.object({
    filesCreated: z.array(z.string()),
    filesModified: z.array(z.string()),
    filesDeleted: z.array(z.string()).default([]),
    filesRenamed: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
    totalAdditions: z.number(),
    totalDeletions: z.number(),
  }),
});

export type AvailableExport = DeepReadonly<z.infer<typeof availableExportSchema>>;
export type AvailableFile = DeepReadonly<z.infer<typeof availableFileSchema>>;
export type ChunkContext = DeepReadonly<z.infer<typeof chunkContextSchema>>;
