import * as z from 'zod';

const targetSchema = z.object({
  folder: z.string(),
  contract: z.string().optional(),
  chunk: z.string().optional(),
  runId: z.string().optional(),
  amendment: z.string().optional(),
});

/** What a command is told of its subject; what is missing is asked for. */
export type CommandTarget = z.infer<typeof targetSchema>;

/**
 * Reads a command's argument: a lens and a button pass the target itself, a node of the tree carries it. Everything else
 * (a file's uri from an editor's menu, nothing at all) tells no target.
 */
export function commandTarget(argument: unknown): CommandTarget | undefined {
  const carried = z.object({ target: targetSchema }).safeParse(argument);
  return carried.success ? carried.data.target : targetSchema.safeParse(argument).data;
}
