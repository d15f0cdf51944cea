import * as z from 'zod';

/** The name of a chunk in the input of a tool. */
export const chunkName = z
  .string()
  .min(1)
  .optional()
  .describe('The chunk: its id, or <contract file>#<id>. Default: the active chunk (start_chunk).');

/** A path in the input of a tool. On Windows, a model may write it with the separator of the system. */
export const filePath = z
  .string()
  .min(1)
  .transform((file) => file.replaceAll('\\', '/'));

/** The name of a contract in the input of a tool. */
export const contractFile = filePath.describe(
  'Path of the contract file, relative to the workspace folder. list_contracts lists them.',
);

export const chunkReferenceSchema = z.object({
  contract: z.string().describe('Path of the contract, relative to the workspace folder.'),
  chunk: z.string(),
});

export const problemSchema = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  line: z.number().describe('From 1.'),
});

export const importSchema = z.object({
  name: z.string(),
  kind: z.string(),
  from: z.string().describe('The module specifier, relative to the root of the workspace if it is a path.'),
  file: z.string().describe('The file that exports it.'),
});

export const missingExportSchema = z.object({
  name: z.string(),
  chunk: z.string().describe('The chunk that will create it.'),
});
