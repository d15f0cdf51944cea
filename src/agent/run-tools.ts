import type { ToolModelMessage, ToolResultPart } from 'ai';
import { CancelledError, messageOf, throwIfCancelled } from '../shared/errors.ts';
import type { AgentEvent } from './agent-event.ts';
import type { RequestedTool } from './model-step.ts';
import type { ToolAnswer, ToolContext } from './tools/agent-tool.ts';
import { refusal } from './tools/agent-tool.ts';
import { agentTools } from './tools/table.ts';

interface Telling {
  readonly redact: (text: string) => string;
  readonly onEvent: (event: AgentEvent) => void;
  /** Where the results go, one for each call that was run. */
  readonly results: ToolModelMessage['content'];
}

/** Runs tools one after the other, in the order in which they were asked for, and says how each went. */
export async function runRequestedTools(
  requested: readonly RequestedTool[],
  context: ToolContext,
  telling: Telling,
): Promise<void> {
  for (const request of requested) {
    throwIfCancelled(context.signal, 'the attempt');
    const { ok, text, note } = await runTool(request, context);
    telling.results.push(toolResult(request.id, request.name, ok, telling.redact(text)));
    const subject = agentTools.find((tool) => tool.name === request.name)?.subject(request.input) ?? '';
    telling.onEvent({
      type: 'tool',
      name: request.name,
      subject: telling.redact(subject),
      ok,
      ...(note === undefined ? {} : { note: telling.redact(note) }),
    });
  }
}

export function toolResult(toolCallId: string, toolName: string, ok: boolean, value: string): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output: { type: ok ? 'text' : 'error-text', value } };
}

async function runTool(request: RequestedTool, context: ToolContext): Promise<ToolAnswer> {
  const tool = agentTools.find((candidate) => candidate.name === request.name);
  if (tool === undefined || typeof request.input === 'string') {
    return refusal(
      request.invalid ?? `${request.name} cannot be run.`,
      tool === undefined ? 'unknown tool' : 'broken arguments',
    );
  }
  try {
    return await untilAborted(tool.run(request.input, context), context.signal);
  } catch (thrown) {
    if (thrown instanceof CancelledError || context.signal.aborted) throw new CancelledError('the attempt');
    // A tool that fails is the model's business: it is told and can do something else.
    return refusal(`${request.name} failed: ${messageOf(thrown)}`, messageOf(thrown));
  }
}

/** The outcome of some work, or a CancelledError as soon as the signal is aborted; the work's own end is then ignored. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError('the attempt'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
