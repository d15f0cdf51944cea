import * as z from 'zod';
import type { AgentFiles } from '../files/agent-files.ts';
import type { WriteLedger } from '../files/write-ledger.ts';

/** What the model requests of a check. */
export interface ModelCheckRequest {
  /** Whether to run the build, the verification and the acceptance commands, too. */
  readonly build: boolean;
}

/** The answer to a check. */
export interface ModelCheckAnswer {
  /** For the model. */
  readonly text: string;
  /** One line for the user. */
  readonly note: string;
}

export type CheckContract = (request: ModelCheckRequest, signal: AbortSignal) => Promise<ModelCheckAnswer>;

/** The context of the tool calls of one attempt. */
export interface ToolContext {
  readonly files: AgentFiles;
  readonly ledger: WriteLedger;
  readonly checkContract: CheckContract;
  readonly signal: AbortSignal;
}

/** The result of a tool call. */
export interface ToolResult {
  readonly ok: boolean;
  /** For the model. */
  readonly text: string;
  /** One line for the user, in addition to the subject. */
  readonly note?: string;
}

export interface AgentTool {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  readonly schema: z.ZodType;
  /** The subject of a call, in one line for the user: a path, a query or a reason; empty if there is none. */
  subject(input: unknown): string;
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
}

interface ToolDefinition<Schema extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  subject(input: z.infer<Schema>): string;
  run(input: z.infer<Schema>, context: ToolContext): Promise<ToolResult>;
}

/** Creates a tool that validates its arguments. The model receives the errors of invalid arguments. */
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
      return fail(
        `The arguments of ${definition.name} are invalid:\n${z.prettifyError(parsed.error)}`,
        'invalid arguments',
      );
    },
  };
}

export function succeed(text: string, note?: string): ToolResult {
  return { ok: true, text, ...(note === undefined ? {} : { note }) };
}

export function fail(text: string, note: string): ToolResult {
  return { ok: false, text, note };
}

export const pathArgument = z.string().min(1).describe('The path relative to the root of the repository, with "/".');
