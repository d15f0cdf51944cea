import * as z from 'zod';
import { AGENT_CLIENTS } from '../clients/agent-client.ts';

/** The chunk that a session carries out, with what `pre-edit` needs of it. */
export const activeChunkSchema = z.object({
  /** Path of the contract, relative to the folder. */
  contract: z.string(),
  chunk: z.string(),
  allowedFiles: z.array(z.string()),
  forbiddenFiles: z.array(z.string()),
});

export type ActiveChunk = z.infer<typeof activeChunkSchema>;

/** What is stored about the session of an agent. */
export const sessionRecordSchema = z.object({
  version: z.literal(1),
  session: z.string(),
  /** Absolute path of the workspace folder. */
  folder: z.string(),
  /** Absolute path of the top level of its repository, without links; absent without git. */
  topLevel: z.string().optional(),
  /** The commit of the snapshot that the session started from. */
  base: z.string(),
  /** Absolute path of the git directory with the snapshot. The editor and the command line have separate ones. */
  objects: z.string().optional(),
  /** What that snapshot does not contain, relative to the folder. */
  leftOut: z.array(z.string()).default([]),
  /** ISO 8601. */
  startedAt: z.string(),
  /** The client, if its input names it. */
  client: z.enum(AGENT_CLIENTS).optional().catch(undefined),
  /** Whether there were contracts at its start. Earlier versions recorded no other sessions. */
  hasContracts: z.boolean().default(true),
  active: activeChunkSchema.optional(),
  /** The globs of contracts, as they were at its start. */
  contractGlobs: z.array(z.string()).default([]),
  /** The globs of the files that the session is judged by, as they were at its start. */
  termGlobs: z.array(z.string()),
  /** The paths of such files, relative to the folder. */
  termPaths: z.array(z.string()),
});

export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** How often the end of a session was refused, by chunk. */
export const blockCountsSchema = z.object({ version: z.literal(1), blocks: z.record(z.string(), z.number()) });

/** The chunk that was chosen for the folder, for example by an agent that calls `start_chunk`. */
export const chosenChunkSchema = z.object({
  version: z.literal(1),
  active: activeChunkSchema,
  /** ISO 8601. */
  chosenAt: z.string(),
});

export type ChosenChunk = z.infer<typeof chosenChunkSchema>;
