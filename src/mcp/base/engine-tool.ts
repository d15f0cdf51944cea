import type * as z from 'zod';
import type { Engine } from '../../engine.ts';
import type { DeepReadonly } from '../../history/database/stored-json.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ToolSession } from './tool-session.ts';

/** What a call of a tool works with. */
export interface EngineToolContext {
  readonly engine: Engine;
  readonly session: ToolSession;
  readonly signal: AbortSignal;
}

/** The answer of a tool: the same facts for a model and for programs. */
export interface ToolAnswer<Data = Readonly<Record<string, unknown>>> {
  readonly text: string;
  readonly data: Data;
}

/** A tool that an agent calls. It prints nothing and decides nothing: the engine does the work. */
export interface EngineTool {
  readonly name: string;
  readonly title: string;
  /** What it does and when to call it, for a model. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether a call leaves everything as it is that a later call or a person sees. */
  readonly readOnly: boolean;
  /**
   * @param input data from outside
   * @throws HoldfastError `unsupported` if the input does not have the shape of `input`; otherwise what the engine throws
   */
  call(context: EngineToolContext, input: unknown): Promise<ToolAnswer>;
}

interface ToolDefinition<Name extends string, Input extends z.ZodObject, Output extends z.ZodObject> extends Omit<
  EngineTool,
  'name' | 'input' | 'output' | 'call'
> {
  readonly name: Name;
  readonly input: Input;
  readonly output: Output;
  readonly run: (
    context: EngineToolContext,
    input: DeepReadonly<z.infer<Input>>,
  ) => Promise<ToolAnswer<DeepReadonly<z.infer<Output>>>>;
}

/** Defines a tool whose input is parsed, and whose data has the shape of its output. */
export function defineTool<const Name extends string, Input extends z.ZodObject, Output extends z.ZodObject>({
  run,
  ...tool
}: ToolDefinition<Name, Input, Output>): EngineTool & { readonly name: Name } {
  return {
    ...tool,
    call: (context, input) => run(context, parseInput(tool, input)),
  };
}

function parseInput<Input extends z.ZodObject>(
  { name, input: schema }: { readonly name: string; readonly input: Input },
  input: unknown,
): DeepReadonly<z.infer<Input>> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data as DeepReadonly<z.infer<Input>>;
  const details = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const list = details.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  throw new HoldfastError('unsupported', `Failed to read the input of the tool "${name}": ${list}`, {
    details,
    hint: `The tool takes: ${Object.keys(schema.shape).join(', ') || 'nothing'}.`,
  });
}
