import * as z from 'zod';
import type { AgentFiles } from '../agent-files.ts';
import type { WriteLedger } from '../write-ledger.ts';

/** What the tools of one attempt work with. */
export interface ToolContext {
  readonly files: AgentFiles;
  readonly ledger: WriteLedger;
  readonly checkContract: (signal: AbortSignal) => Promise<string>;
  readonly signal: AbortSignal;
}

/** What a call of a tool came to. */
export interface ToolAnswer {
  readonly ok: boolean;
  /** For the model. */
  readonly text: string;
  /** For people: one line, where there is more to say than the subject. */
  readonly note?: string;
}

export interface AgentTool {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  readonly schema: z.ZodType;
  /** What a call is about, in one line for people: a path, a query. */
  subject(input: unknown): string;
  run(input: unknown, context: ToolContext): Promise<ToolAnswer>;
}

interface ToolDefinition<Schema extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  subject(input: z.infer<Schema>): string;
  run(input: z.infer<Schema>, context: ToolContext): Promise<ToolAnswer>;
}

/** Makes a tool that checks its arguments before it runs; wrong ones are told to the model. */
export function defineTool<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): AgentTool {
  return {
    ...definition,
    subject(input) {
      const parsed = definition.schema.safeParse(input);
      return parsed.success ? definition.subject(parsed.data) : '';
    },
    async run(input, context) {
      const parsed = definition.schema.safeParse(input);
      if (parsed.success) return definition.run(parsed.data, context);
      return refusal(
        `The arguments of ${definition.name} are wrong:\n${z.prettifyError(parsed.error)}`,
        'wrong arguments',
      );
    },
  };
}

export function answer(text: string, note?: string): ToolAnswer {
  return { ok: true, text, ...(note === undefined ? {} : { note }) };
}

export function refusal(text: string, note: string): ToolAnswer {
  return { ok: false, text, note };
}

export const pathArgument = z.string().min(1).describe('Path relative to the root of the tree, with "/".');
