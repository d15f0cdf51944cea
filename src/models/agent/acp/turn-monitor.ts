import { StreamRedactor } from '../../base/redaction.ts';
import type { RefusedWrite } from '../../../workspace/files/attempt-files.ts';
import type { AgentEvent } from '../agent-event.ts';
import { listPaths, toRelative } from './permissions.ts';
import type { SessionUpdate, ToolCall } from './protocol.ts';

export interface TurnMonitorOptions {
  readonly roots: readonly string[];
  readonly secrets: readonly string[];
  readonly redact: (text: string) => string;
  readonly onEvent: (event: AgentEvent) => void;
  /** Called at each tool call that starts, with their number so far. */
  readonly onStep: (count: number) => void;
}

/** What an agent reports while it works on the prompts of one attempt: its text, its tool calls, and what was refused. */
export class TurnMonitor {
  readonly #options: TurnMonitorOptions;
  readonly #calls = new Map<string, ToolCall>();
  readonly #finished = new Set<string>();
  readonly #refused: RefusedWrite[] = [];
  #streams: Record<'model-text' | 'model-reasoning', StreamRedactor>;
  #text = '';
  #output = '';
  #sessionCostUsd: number | undefined;
  #endsWithRefusal = false;

  constructor(options: TurnMonitorOptions) {
    this.#options = options;
    this.#streams = this.#createStreams();
  }

  /** The number of tool calls. */
  get steps(): number {
    return this.#calls.size;
  }

  /** The last text of the agent. */
  get output(): string {
    return this.#output;
  }

  get refused(): readonly RefusedWrite[] {
    return this.#refused;
  }

  /** Whether nothing followed a refusal: some agents end their turn then, and their model does not learn the reason. */
  get endsWithRefusal(): boolean {
    return this.#endsWithRefusal;
  }

  /** The cost of the whole session in US dollars, if the agent has reported it during the prompt. */
  get sessionCostUsd(): number | undefined {
    return this.#sessionCostUsd;
  }

  startPrompt(): void {
    this.#streams = this.#createStreams();
    this.#text = '';
    this.#endsWithRefusal = false;
    // A cost that an earlier prompt reported says nothing about this one.
    this.#sessionCostUsd = undefined;
  }

  endPrompt(): void {
    this.#emit('model-reasoning', this.#streams['model-reasoning'].flush());
    this.#emit('model-text', this.#streams['model-text'].flush());
  }

  update(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        this.#emit('model-text', this.#streams['model-text'].push(update.content.text));
        break;
      case 'agent_thought_chunk':
        this.#emit('model-reasoning', this.#streams['model-reasoning'].push(update.content.text));
        break;
      case 'tool_call':
      case 'tool_call_update':
        this.addToolCall(update);
        break;
      case 'usage_update':
        if (update.cost?.currency === 'USD') this.#sessionCostUsd = update.cost.amount;
        break;
    }
  }

  /** Adds what a message says about a tool call. A permission request can be the first message about it. */
  addToolCall(update: ToolCall): void {
    const known = this.#calls.get(update.toolCallId);
    const call = { ...known, ...definedFields(update) };
    this.#calls.set(update.toolCallId, call);
    if (known === undefined) {
      this.#endsWithRefusal = false;
      this.#text = '';
      this.#options.onStep(this.#calls.size);
    }
    if ((call.status !== 'completed' && call.status !== 'failed') || this.#finished.has(call.toolCallId)) return;
    this.#finished.add(call.toolCallId);
    this.#report(call, { ok: call.status === 'completed' });
  }

  addRefusal(refusal: RefusedWrite, call?: ToolCall): void {
    this.#endsWithRefusal = true;
    if (!this.#refused.some(({ path, reason }) => path === refusal.path && reason === refusal.reason)) {
      this.#refused.push(refusal);
    }
    if (call !== undefined) this.#finished.add(call.toolCallId);
    const { redact, onEvent } = this.#options;
    const subject = redact(refusal.path);
    onEvent({ type: 'tool', name: redact(call?.kind ?? 'edit'), subject, ok: false, note: redact(refusal.reason) });
  }

  #report(call: ToolCall, { ok }: { readonly ok: boolean }): void {
    const { redact, roots, onEvent } = this.#options;
    const [file] = listPaths(call);
    const subject = file === undefined ? (call.title ?? '') : (toRelative(file, roots) ?? file);
    onEvent({ type: 'tool', name: redact(call.kind ?? 'other'), subject: redact(subject), ok });
  }

  #createStreams(): Record<'model-text' | 'model-reasoning', StreamRedactor> {
    const { secrets } = this.#options;
    return { 'model-text': new StreamRedactor(secrets), 'model-reasoning': new StreamRedactor(secrets) };
  }

  #emit(type: 'model-text' | 'model-reasoning', delta: string): void {
    if (delta === '') return;
    if (type === 'model-text') {
      this.#endsWithRefusal = false;
      this.#text += delta;
      this.#output = this.#text;
    }
    this.#options.onEvent({ type, delta });
  }
}

function definedFields(call: ToolCall): ToolCall {
  const fields = Object.entries(call).filter(([, value]) => value !== undefined && value !== null);
  return { ...Object.fromEntries(fields), toolCallId: call.toolCallId };
}
