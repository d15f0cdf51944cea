import * as l10n from '@vscode/l10n';
import type { RunEvent } from '../../run/report/run-events.ts';
import type {
  AttemptView,
  ChunkView,
  GateView,
  ResultsView,
  TranscriptEntry,
  UsageView,
} from '../../webview/protocol/results-panel-data.ts';
import {
  toAttemptView,
  toBlockerView,
  toChunkView,
  toStrengthView,
  toCommandView,
  toGateView,
  toLandingView,
  toRequirementView,
} from './result-views.ts';
import { formatDelay } from './run-messages.ts';

/** Applies an event to the view of a run. Chunks that the event does not concern keep their identity. */
export function reduceRunView(view: ResultsView, event: RunEvent): ResultsView {
  switch (event.type) {
    case 'chunk-started':
      return setRunId(
        updateChunk(view, event.chunk, (chunk) => ({
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
      return updateChunk(view, event.chunk, (chunk) => ({
        ...chunk,
        status: 'blocked',
        blockers: event.blockedBy.map(toBlockerView),
      }));
    case 'strength':
      return updateChunk(view, event.chunk, (chunk) => ({ ...chunk, strength: toStrengthView(event.strength) }));
    case 'attempt-started':
      return updateChunk(view, event.chunk, (chunk) => ({
        ...chunk,
        attempts: [...chunk.attempts, createStartedAttempt(event.number, event.of)],
      }));
    case 'stage':
      return updateRunningAttempt(view, event.chunk, (attempt) => ({
        ...attempt,
        stage: event.detail ? `${event.stage}: ${event.detail}` : event.stage,
      }));
    case 'usage':
      return updateChunk(view, event.chunk, (chunk) => ({
        ...changeRunningAttempt(chunk, (attempt) => ({ ...attempt, usage: addUsage(attempt.usage, event) })),
        usage: addUsage(chunk.usage, event),
      }));
    case 'command':
      return updateChunk(view, event.chunk, (chunk) => addCommand(chunk, event));
    case 'assertion':
      return updateRunningAttempt(view, event.chunk, (attempt) => ({
        ...attempt,
        requirements: [...attempt.requirements, toRequirementView(event.result)],
      }));
    case 'attempt-finished':
      return updateChunk(view, event.chunk, (chunk) => ({
        ...chunk,
        attempts: [
          ...chunk.attempts.filter((attempt) => attempt.number !== event.report.number),
          toAttemptView(event.report, event.of),
        ],
      }));
    case 'landed':
      return updateChunk(view, event.chunk, (chunk) => ({ ...chunk, landing: toLandingView(event.landing) }));
    case 'chunk-finished':
      return updateChunk(view, event.result.chunk, (chunk) => toChunkView(event.result, chunk.title, chunk));
    case 'note':
      return addNote(view, event.level, event.message);
    case 'model-retry':
      return addNote(
        view,
        'warning',
        l10n.t('Retrying the model in {0}: {1}', formatDelay(event.delayMs), event.reason),
      );
    case 'gate':
      return updateChunk(view, event.chunk, (chunk) => addGate(chunk, toGateView(event.report)));
    case 'choice-made':
      return updateChunk(view, event.chunk, (chunk) => ({ ...chunk, choice: event.choice }));
    case 'amendment-proposed':
      return updateChunk(view, event.chunk, (chunk) => ({ ...chunk, amendment: event.id }));
    case 'choice-needed':
    case 'model-text':
    case 'model-reasoning':
    case 'tool':
      return view;
  }
}

/** The transcript entry for an event, or `undefined` if the transcript does not show it. */
export function toTranscriptEntry(event: RunEvent): TranscriptEntry | undefined {
  switch (event.type) {
    case 'model-text':
      return { kind: 'text', text: event.delta };
    case 'model-reasoning':
      return { kind: 'reasoning', text: event.delta };
    case 'tool':
      return { kind: 'tool', name: event.name, subject: event.subject, ok: event.ok, note: event.note };
    case 'model-retry':
      return { kind: 'note', text: l10n.t('Retrying in {0}: {1}', formatDelay(event.delayMs), event.reason) };
    default:
      return undefined;
  }
}

const NO_GATE_RESULTS = { gates: [], warnings: [] } satisfies Partial<ChunkView>;

export function createQueuedChunk(id: string, title: string): ChunkView {
  return {
    id,
    title,
    status: 'waiting',
    blockers: [],
    requirements: [],
    preparation: [],
    problems: [],
    attempts: [],
    ...NO_GATE_RESULTS,
  };
}

function createStartedAttempt(number: number, of: number): AttemptView {
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

/** Sets a gate's latest result in the chunk and in the running attempt. Both list each gate once. */
function addGate(chunk: ChunkView, gate: GateView): ChunkView {
  const updated = changeRunningAttempt(chunk, (attempt) => ({ ...attempt, gates: replaceGate(attempt.gates, gate) }));
  return { ...updated, gates: replaceGate(chunk.gates, gate) };
}

function replaceGate(gates: readonly GateView[], gate: GateView): GateView[] {
  return [...gates.filter((known) => known.id !== gate.id), gate];
}

/** Adds the usage of one model call. One unknown cost makes the sum unknown. */
function addUsage(sum: UsageView | undefined, call: UsageView): UsageView {
  const { inputTokens, outputTokens, costUsd } = call;
  if (!sum) return { inputTokens, outputTokens, costUsd };
  return {
    inputTokens: sum.inputTokens + inputTokens,
    outputTokens: sum.outputTokens + outputTokens,
    costUsd: sum.costUsd === null || costUsd === null ? null : sum.costUsd + costUsd,
  };
}

function addCommand(chunk: ChunkView, event: Extract<RunEvent, { type: 'command' }>): ChunkView {
  const command = toCommandView(event.report);
  if (!chunk.attempts.some((attempt) => attempt.state === 'running'))
    return { ...chunk, preparation: [...chunk.preparation, command] };
  return changeRunningAttempt(chunk, (attempt) => ({
    ...attempt,
    build: event.report.stage === 'build' ? (event.report.passed ? 'passed' : 'failed') : attempt.build,
    commands: [...attempt.commands, command],
  }));
}

/** Adds a note once. Attempts may report the same note again. */
function addNote(view: ResultsView, level: 'info' | 'warning', message: string): ResultsView {
  const { notes } = view.header;
  if (notes.some((note) => note.level === level && note.message === message)) return view;
  return { ...view, header: { ...view.header, notes: [...notes, { level, message }] } };
}

function updateRunningAttempt(
  view: ResultsView,
  chunk: string,
  change: (attempt: AttemptView) => AttemptView,
): ResultsView {
  return updateChunk(view, chunk, (found) => changeRunningAttempt(found, change));
}

function changeRunningAttempt(chunk: ChunkView, change: (attempt: AttemptView) => AttemptView): ChunkView {
  return {
    ...chunk,
    attempts: chunk.attempts.map((attempt) => (attempt.state === 'running' ? change(attempt) : attempt)),
  };
}

/** Sets the run id of a single-chunk run at its start, so that a reloaded panel can find the run. */
function setRunId(view: ResultsView, runId: string): ResultsView {
  return view.header.chunk === undefined ? view : { ...view, header: { ...view.header, runId } };
}

/** Changes one chunk. An unknown chunk is appended, so that unexpected events are still shown. */
function updateChunk(view: ResultsView, id: string, change: (chunk: ChunkView) => ChunkView): ResultsView {
  const known = view.chunks.some((chunk) => chunk.id === id);
  const chunks = known ? view.chunks : [...view.chunks, createQueuedChunk(id, id)];
  return { ...view, chunks: chunks.map((chunk) => (chunk.id === id ? change(chunk) : chunk)) };
}
