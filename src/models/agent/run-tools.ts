import type { ToolModelMessage, ToolResultPart } from 'ai';
import type { Redact } from '../../foundation/output-redaction.ts';
import { CancelledError, messageOf, throwIfCancelled } from '../../foundation/errors.ts';
import type { AgentEvent } from './agent-event.ts';
import type { RequestedToolCall } from './model-step.ts';
import type { CallLoop } from './call-loop.ts';
import { redactIdentifier } from './redacted-messages.ts';
import type { ToolResult, ToolContext } from './tools/agent-tool.ts';
import { fail } from './tools/agent-tool.ts';
import { agentTools } from './tools/tool-table.ts';

/** How the results of tool calls are reported. */
interface ToolReporting {
  readonly redact: Redact;
  readonly onEvent: (event: AgentEvent) => void;
  /** Receives one result for each executed call. */
  readonly results: ToolModelMessage['content'];
  /** The calls of the whole attempt. */
  readonly loop: CallLoop;
}

/**
 * Executes tool calls sequentially, in the requested order, and reports each result. Stops at a call that the model repeats
 * endlessly.
 */
export async function runRequestedTools(
  requested: readonly RequestedToolCall[],
  context: ToolContext,
  reporting: ToolReporting,
): Promise<void> {
  for (const request of requested) {
    throwIfCancelled(context.signal, 'the attempt');
    const { ok, text, note } = await runTool(request, context);
    const repeated = reporting.loop.add(request.name, request.input, text);
    const answer = repeated === undefined ? text : `${text}\n${repeated}`;
    reporting.results.push(createResultPart(request, ok, answer, reporting.redact));
    const subject = agentTools.find((tool) => tool.name === request.name)?.subject(request.input) ?? '';
    reporting.onEvent({
      type: 'tool',
      name: redactIdentifier(request.name, reporting.redact),
      subject: reporting.redact(subject),
      ok,
      ...(note === undefined ? {} : { note: reporting.redact(note) }),
    });
    if (reporting.loop.isEndless) return;
  }
}

/** Creates the result of a call, redacted like the call itself. */
export function createResultPart(
  { id, name }: Pick<RequestedToolCall, 'id' | 'name'>,
  ok: boolean,
  text: string,
  redact: Redact,
): ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: redactIdentifier(id, redact),
    toolName: redactIdentifier(name, redact),
    output: { type: ok ? 'text' : 'error-text', value: redact(text) },
  };
}

async function runTool(request: RequestedToolCall, context: ToolContext): Promise<ToolResult> {
  const tool = agentTools.find((candidate) => candidate.name === request.name);
  if (tool === undefined || typeof request.input === 'string') {
    return fail(
      request.invalidReason ?? `${request.name} cannot be executed.`,
      tool === undefined ? 'unknown tool' : 'invalid arguments',
    );
  }
  try {
    return await untilAborted(tool.run(request.input, context), context.signal);
  } catch (thrown) {
    if (thrown instanceof CancelledError || context.signal.aborted) throw new CancelledError('the attempt');
    // The model receives the error and can try another way.
    return fail(`${request.name} failed: ${messageOf(thrown)}`, messageOf(thrown));
  }
}

/** Resolves like `work`, or rejects with a CancelledError as soon as the signal is aborted. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError('the attempt'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
