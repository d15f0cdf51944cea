import * as z from 'zod';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import type { AgentClientId } from '../clients/agent-client.ts';

/** What a client's hook passes on standard input, in one form for all clients. */
export interface HookInput {
  /** The client that the fields point to. Several clients write the fields of Claude Code. */
  readonly client: AgentClientId;
  /** `undefined` if the input has no session, for example because a person has started the hook. */
  readonly session: string | undefined;
  /** The working directory of the agent; `undefined` if the input does not say it. */
  readonly folder: string | undefined;
  readonly tool: { readonly name: string; readonly input: unknown } | undefined;
}

const text = z.string().min(1).optional().catch(undefined);

/** The fields of all clients. Unknown fields are ignored: they differ between neighbouring releases of a client. */
const fieldsSchema = z.looseObject({
  session_id: text,
  sessionId: text,
  sessionID: text,
  conversation_id: text,
  cwd: text,
  workspace_roots: z.array(z.string()).optional().catch(undefined),
  hook_event_name: text,
  hookEventName: text,
  turn_id: text,
  prompt_id: text,
  cursor_version: text,
  tool_name: text,
  toolName: text,
  tool_input: z.unknown().optional(),
  toolArgs: z.unknown().optional(),
});

type Fields = z.infer<typeof fieldsSchema>;

/**
 * Parses the standard input of a hook. An empty text gives an input without session.
 *
 * @throws HoldfastError `unsupported` for a text that is not a JSON object
 */
export function readHookInput(text: string): HookInput {
  // PowerShell writes a byte order mark into pipes.
  const json = text.replace(/^\uFEFF/, '').trim();
  const fields = parseFields(json === '' ? '{}' : json);
  const name = fields.tool_name ?? fields.toolName;
  return {
    client: recogniseClient(fields),
    session: fields.session_id ?? fields.sessionId ?? fields.sessionID ?? fields.conversation_id,
    folder: fields.cwd ?? fields.workspace_roots?.[0],
    tool: name === undefined ? undefined : { name, input: parseNested(fields.tool_input ?? fields.toolArgs) },
  };
}

function parseFields(json: string): Fields {
  try {
    return fieldsSchema.parse(JSON.parse(json));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? 'it is not a JSON object' : messageOf(cause);
    throw new HoldfastError('unsupported', `Failed to read the input of the hook: ${reason}`, {
      hint: 'The hook expects the JSON that an agent passes on standard input.',
      cause,
    });
  }
}

/** Some releases pass the arguments of a tool as JSON text. A text that is not JSON is the argument itself. */
function parseNested(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** `CLAUDE_PROJECT_DIR` is set by other clients too, so the environment says nothing. */
function recogniseClient(fields: Fields): AgentClientId {
  if (fields.cursor_version !== undefined || fields.conversation_id !== undefined) return 'cursor';
  if (fields.sessionID !== undefined) return 'opencode';
  if (fields.turn_id !== undefined) return 'codex';
  if (fields.prompt_id !== undefined) return 'qwen';
  if (fields.hook_event_name !== undefined && GEMINI_EVENTS.has(fields.hook_event_name)) return 'gemini';
  if (fields.hookEventName !== undefined) return 'vscode';
  return fields.sessionId === undefined ? 'claude' : 'copilot';
}

const GEMINI_EVENTS: ReadonlySet<string> = new Set(['AfterAgent', 'BeforeTool', 'BeforeAgent']);
