import * as z from 'zod';
import type { DeepReadonly } from './deep-readonly.ts';

const availableExportSchema = z.object({
  name: z.string(),
  /** The specifier to import it from: a package, an alias or a path. */
  from: z.string(),
  /** Its kind: type, interface, function, const, class, enum, … */
  type: z.string(),
  /** Absent for what stood in the tree before any chunk. */
  createdByChunk: z.string().optional(),
  /** The file that declares it, relative to the tree's root. */
  file: z.string(),
});

const availableFileSchema = z.object({
  path: z.string(),
  exports: z.array(z.string()),
  createdByChunk: z.string().optional(),
  modifiedByChunk: z.string().optional(),
});

/** What completed chunks have made available, in the source documents' shape (ChunkExecutionContext). */
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
