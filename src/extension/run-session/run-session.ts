import type { RunEvent } from '../../run/report/run-events.ts';
import type { ChunkRunResult, LandingReport, RunStatus } from '../../run/report/run-result.ts';
import type { ChunkView, ResultsView } from '../../webview/protocol/results-panel-data.ts';
import type { Failure } from '../base/failure.ts';
import type { RunState } from '../state/workspace-state.ts';
import { combineStatuses, toLandingView } from './result-views.ts';
import { createQueuedChunk, reduceRunView, toTranscriptEntry } from './run-view.ts';
import { Transcripts } from './transcripts.ts';

/** The contract and chunks of a run. */
export interface RunSubject {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly contract: string;
  /** The chunk, or `undefined` in a run of all chunks. */
  readonly chunk?: string | undefined;
  readonly title: string;
  readonly chunks: readonly { readonly id: string; readonly title: string }[];
  readonly model?: string | undefined;
}

/** A run that the editor follows: its view, its transcripts and its listeners. */
export class RunSession {
  readonly subject: RunSubject;
  readonly transcripts = new Transcripts();
  /** Aborted when the person cancels the run. */
  readonly cancellation = new AbortController();
  #view: ResultsView;
  #ended = false;
  readonly #listeners = new Set<() => void>();

  /** @param earlier The chunk views of the run that this one resumes. */
  constructor(subject: RunSubject, earlier: readonly ChunkView[] = []) {
    this.subject = subject;
    this.#view = {
      header: {
        kind: 'run',
        title: subject.title,
        folder: subject.folder,
        contract: subject.contract,
        chunk: subject.chunk,
        status: 'running',
        model: subject.model,
        restricted: false,
        notes: [],
        actions: [],
      },
      chunks: subject.chunks.map(
        ({ id, title }) => earlier.find((chunk) => chunk.id === id) ?? createQueuedChunk(id, title),
      ),
    };
  }

  get view(): ResultsView {
    return this.#view;
  }

  get running(): boolean {
    return !this.#ended;
  }

  /** The state of the run for the tree, the lenses and the status bar. */
  get state(): RunState {
    const { contract } = this.subject;
    const chunk = this.#view.chunks.find((candidate) => candidate.status === 'running');
    const attempt = chunk?.attempts.at(-1);
    if (this.#ended) {
      const { status, notes } = this.#view.header;
      const decidingChunk =
        this.#view.chunks.find((candidate) => candidate.status === status) ?? this.#view.chunks.at(-1);
      const reason = decidingChunk?.reason ?? notes.find((note) => note.level === 'error')?.message;
      return {
        kind: 'ended',
        contract,
        chunk: decidingChunk?.id,
        title: this.subject.title,
        status: toRunStatus(status),
        reason,
      };
    }
    return {
      kind: 'running',
      contract,
      chunk: chunk?.id ?? this.subject.chunk,
      title: chunk?.title ?? this.subject.title,
      attempt: attempt?.number,
      of: attempt?.of,
    };
  }

  /** Applies an event of the run to the view and the transcripts. */
  report(event: RunEvent): void {
    const entry = toTranscriptEntry(event);
    if (entry && 'chunk' in event && event.chunk !== undefined) {
      const attempts = this.#view.chunks.find((chunk) => chunk.id === event.chunk)?.attempts;
      this.transcripts.append(event.chunk, attempts?.at(-1)?.number ?? 1, entry);
    }
    this.#setView(reduceRunView(this.#view, event));
  }

  /**
   * Ends the run with its chunk results.
   * @param keptAs The run id under which results wait for review.
   */
  end(
    results: readonly ChunkRunResult[],
    status = combineStatuses(results.map((result) => result.status)),
    keptAs?: string,
  ): void {
    this.#ended = true;
    const ended = results.reduce((view, result) => reduceRunView(view, { type: 'chunk-finished', result }), this.#view);
    const runId = keptAs ?? ended.header.runId ?? results[0]?.runId;
    const notes = [...ended.header.notes, ...results.flatMap(({ error }) => (error ? toErrorNotes(error) : []))];
    this.#setView({ ...ended, header: { ...ended.header, status, runId, notes } });
  }

  /** Ends the run with the error that prevented its start or stopped it. */
  fail(failure: Failure, status: 'aborted' | 'cancelled'): void {
    this.#ended = true;
    this.#setView({
      header: { ...this.#view.header, status, notes: [...this.#view.header.notes, ...toErrorNotes(failure)] },
      chunks: this.#view.chunks.map((chunk) => (chunk.status === 'running' ? { ...chunk, status } : chunk)),
    });
  }

  /**
   * Records that the person accepted the result. A conflict lands nothing. If only some chunks passed, only these have landed,
   * and the status of the run stays that of the others (DONE-7).
   */
  recordLanding(landing: LandingReport): void {
    const { header, chunks } = this.#view;
    const landed = chunks.filter((chunk) => chunk.status === 'pass').length;
    const isPartial = landed < chunks.length;
    const status = landing.conflicts.length > 0 ? 'conflict' : isPartial ? header.status : 'pass';
    const statusText = landing.conflicts.length === 0 && isPartial ? `Landed ${landed} of ${chunks.length}` : undefined;
    this.#setView({ ...this.#view, header: { ...header, status, statusText, landing: toLandingView(landing) } });
  }

  /** Records that the person discarded the result. */
  recordDiscard(): void {
    const note = { level: 'info' as const, message: 'The result was discarded. Your files are unchanged.' };
    this.#setView({ ...this.#view, header: { ...this.#view.header, notes: [...this.#view.header.notes, note] } });
  }

  /** Calls the listener after every change of the view until the returned subscription is disposed. */
  subscribe(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  #setView(view: ResultsView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }
}

function toErrorNotes({ message, hint }: Failure): ResultsView['header']['notes'] {
  return [message, ...(hint === undefined ? [] : [hint])].map((text) => ({ level: 'error', message: text }));
}

function toRunStatus(status: ResultsView['header']['status']): RunStatus {
  switch (status) {
    case 'waiting':
    case 'running':
    case 'review':
    case 'unverified':
      return 'aborted';
    default:
      return status;
  }
}
