import type { RunEvent } from '../../run/events.ts';
import type {
  AttemptView,
  ChunkView,
  GateView,
  PanelView,
  TranscriptEntry,
  UsageView,
} from '../../webview/protocol/view.ts';
import {
  attemptView,
  blockerView,
  chunkResultView,
  commandView,
  gateView,
  landingView,
  requirementView,
} from './result-views.ts';

/** The view of a run, after one more of its events. Pure; chunks that an event does not concern stay the same object. */
export function reduceRunView(view: PanelView, event: RunEvent): PanelView {
  switch (event.type) {
    case 'chunk-started':
      return withRunId(
        inChunk(view, event.chunk, (chunk) => ({
          ...chunk,
          title: event.title,
          status: 'running',
          runId: event.runId,
          maxAttempts: event.maxAttempts,
          requirements: [],
        })),
        event.runId,
      );
    case 'blocked':
      return inChunk(view, event.chunk, (chunk) => ({
        ...chunk,
        status: 'blocked',
        blockers: event.blockedBy.map(blockerView),
      }));
    case 'attempt-started':
      return inChunk(view, event.chunk, (chunk) => ({
        ...chunk,
        attempts: [...chunk.attempts, startedAttempt(event.number, event.of)],
      }));
    case 'stage':
      return inRunningAttempt(view, event.chunk, (attempt) => ({
        ...attempt,
        stage: event.detail ? `${event.stage}: ${event.detail}` : event.stage,
      }));
    case 'usage':
      return inRunningAttempt(view, event.chunk, (attempt) => ({
        ...attempt,
        usage: addedUsage(attempt.usage, event),
      }));
    case 'command':
      return inChunk(view, event.chunk, (chunk) => withCommand(chunk, event));
    case 'assertion':
      return inRunningAttempt(view, event.chunk, (attempt) => ({
        ...attempt,
        requirements: [...attempt.requirements, requirementView(event.result)],
      }));
    case 'attempt-finished':
      return inChunk(view, event.chunk, (chunk) => ({
        ...chunk,
        attempts: [
          ...chunk.attempts.filter((attempt) => attempt.number !== event.report.number),
          attemptView(event.report, event.of),
        ],
      }));
    case 'landed':
      return inChunk(view, event.chunk, (chunk) => ({ ...chunk, landing: landingView(event.landing) }));
    case 'chunk-finished':
      return inChunk(view, event.result.chunk, (chunk) => chunkResultView(event.result, chunk.title, chunk));
    case 'note':
      return withNote(view, event.level, event.message);
    case 'model-retry':
      return withNote(view, 'warning', `The model is called again in ${seconds(event.delayMs)}: ${event.reason}`);
    case 'gate':
      return inChunk(view, event.chunk, (chunk) => withGate(chunk, gateView(event.report)));
    case 'choice-made':
      return inChunk(view, event.chunk, (chunk) => ({ ...chunk, choice: event.choice }));
    case 'amendment-proposed':
      return inChunk(view, event.chunk, (chunk) => ({ ...chunk, amendment: event.id }));
    case 'choice-needed':
    case 'model-text':
    case 'model-reasoning':
    case 'tool':
      return view;
  }
}

/** What an event adds to the transcript of its attempt. */
export function transcriptEntry(event: RunEvent): TranscriptEntry | undefined {
  switch (event.type) {
    case 'model-text':
      return { kind: 'text', text: event.delta };
    case 'model-reasoning':
      return { kind: 'reasoning', text: event.delta };
    case 'tool':
      return { kind: 'tool', name: event.name, subject: event.subject, ok: event.ok, note: event.note };
    case 'model-retry':
      return { kind: 'note', text: `Called again in ${seconds(event.delayMs)}: ${event.reason}` };
    default:
      return undefined;
  }
}

const NO_GATES = { gates: [], warnings: [] } satisfies Partial<ChunkView>;

export function waitingChunk(id: string, title: string): ChunkView {
  return { id, title, status: 'waiting', blockers: [], requirements: [], preparation: [], attempts: [], ...NO_GATES };
}

function startedAttempt(number: number, of: number): AttemptView {
  return {
    number,
    of,
    state: 'running',
    build: 'none',
    requirements: [],
    commands: [],
    problems: [],
    refusedWrites: [],
    gates: [],
    diff: '',
    output: '',
  };
}

/** A gate stands once in the chunk and once in the attempt that runs, as it was judged last. */
function withGate(chunk: ChunkView, gate: GateView): ChunkView {
  const judged = withRunningAttempt(chunk, (attempt) => ({ ...attempt, gates: replaced(attempt.gates, gate) }));
  return { ...judged, gates: replaced(chunk.gates, gate) };
}

function replaced(gates: readonly GateView[], gate: GateView): GateView[] {
  return [...gates.filter((known) => known.id !== gate.id), gate];
}

/** Events tell of one call each. One unknown cost makes the sum unknown. */
function addedUsage(sum: UsageView | undefined, call: UsageView): UsageView {
  const { inputTokens, outputTokens, costUsd } = call;
  if (!sum) return { inputTokens, outputTokens, costUsd };
  return {
    inputTokens: sum.inputTokens + inputTokens,
    outputTokens: sum.outputTokens + outputTokens,
    costUsd: sum.costUsd === null || costUsd === null ? null : sum.costUsd + costUsd,
  };
}

function withCommand(chunk: ChunkView, event: Extract<RunEvent, { type: 'command' }>): ChunkView {
  const command = commandView(event.report);
  if (!chunk.attempts.some((attempt) => attempt.state === 'running'))
    return { ...chunk, preparation: [...chunk.preparation, command] };
  return withRunningAttempt(chunk, (attempt) => ({
    ...attempt,
    build: event.report.stage === 'build' ? (event.report.passed ? 'passed' : 'failed') : attempt.build,
    commands: [...attempt.commands, command],
  }));
}

/** Attempts repeat what the ones before have said; it stands once. */
function withNote(view: PanelView, level: 'info' | 'warning', message: string): PanelView {
  const { notes } = view.header;
  if (notes.some((note) => note.level === level && note.message === message)) return view;
  return { ...view, header: { ...view.header, notes: [...notes, { level, message }] } };
}

function inRunningAttempt(view: PanelView, chunk: string, change: (attempt: AttemptView) => AttemptView): PanelView {
  return inChunk(view, chunk, (found) => withRunningAttempt(found, change));
}

function withRunningAttempt(chunk: ChunkView, change: (attempt: AttemptView) => AttemptView): ChunkView {
  return {
    ...chunk,
    attempts: chunk.attempts.map((attempt) => (attempt.state === 'running' ? change(attempt) : attempt)),
  };
}

/** The run of one chunk is known by its id from its start, so that a panel finds it again after a reload. */
function withRunId(view: PanelView, runId: string): PanelView {
  return view.header.chunk === undefined ? view : { ...view, header: { ...view.header, runId } };
}

/** A chunk that was not announced joins at the end: what happens is shown, expected or not. */
function inChunk(view: PanelView, id: string, change: (chunk: ChunkView) => ChunkView): PanelView {
  const known = view.chunks.some((chunk) => chunk.id === id);
  const chunks = known ? view.chunks : [...view.chunks, waitingChunk(id, id)];
  return { ...view, chunks: chunks.map((chunk) => (chunk.id === id ? change(chunk) : chunk)) };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
