import * as l10n from '@vscode/l10n';
import type { RunEvent } from '../../run/report/run-events.ts';
import type { AcceptedLanding } from '../../engine.ts';
import type { ChunkRunResult, RunStatus } from '../../run/report/run-result.ts';
import type { ChunkView, ResultsView } from '../../webview/protocol/results-panel-data.ts';
import { findRemedyFor, type ShownFailure, type Remedy } from '../base/failure.ts';
import type { RunState } from '../state/workspace-state.ts';
import { combineStatuses, hasResult, toHeaderStatus, toLandingView } from './result-views.ts';
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
  /** The status of the run after it has ended. */
  #outcome: RunStatus | undefined;
  #remedy: Remedy | undefined;
  readonly #listeners = new Set<() => void>();

  /** When it started, in milliseconds since 1970. */
  readonly #startedAt = Date.now();

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
        startedAt: this.#startedAt,
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
    return this.#outcome === undefined;
  }

  /** The status that the run ended with; undefined while it runs. A later decision about its result does not change it. */
  get outcome(): RunStatus | undefined {
    return this.#outcome;
  }

  /** What helps against the error that ended the run, if anything. */
  get remedy(): Remedy | undefined {
    return this.#remedy;
  }

  /** The state of the run for the tree, the lenses and the status bar. */
  get state(): RunState {
    const { contract } = this.subject;
    const chunk = this.#view.chunks.find((candidate) => candidate.status === 'running');
    const attempt = chunk?.attempts.at(-1);
    if (this.#outcome !== undefined) {
      const { status, notes } = this.#view.header;
      const decidingChunk =
        this.#view.chunks.find((candidate) => candidate.status === status) ?? this.#view.chunks.at(-1);
      const reason = decidingChunk?.reason ?? notes.find((note) => note.level === 'error')?.message;
      return {
        kind: 'ended',
        contract,
        chunk: decidingChunk?.id,
        title: this.subject.title,
        status: toEndedStatus(status),
        ...(status === 'pass' && this.#view.header.statusText !== undefined ? { isLanded: true } : {}),
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
      startedAt: this.#startedAt,
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
    this.#outcome = status;
    const error = results.find((result) => result.error !== undefined)?.error;
    this.#remedy = error && findRemedyFor(error.code);
    const ended = results.reduce((view, result) => reduceRunView(view, { type: 'chunk-finished', result }), this.#view);
    const runId = keptAs ?? ended.header.runId ?? results[0]?.runId;
    const notes = [...ended.header.notes, ...results.flatMap(({ error }) => (error ? toErrorNotes(error) : []))];
    const headerStatus = toHeaderStatus(status, ended.chunks);
    const hasLanded = headerStatus === 'pass' && ended.chunks.some(({ landing }) => (landing?.files ?? []).length > 0);
    const statusText = hasLanded ? l10n.t('Landed') : undefined;
    const header = { ...ended.header, startedAt: undefined, status: headerStatus, statusText, runId, notes };
    this.#setView({ ...ended, header });
  }

  /** Ends the run with the error that prevented its start or stopped it. */
  fail(failure: ShownFailure, status: 'aborted' | 'cancelled', remedy?: Remedy): void {
    this.#outcome = status;
    this.#remedy = remedy;
    this.#setView({
      header: {
        ...this.#view.header,
        startedAt: undefined,
        status,
        notes: [...this.#view.header.notes, ...toErrorNotes(failure)],
      },
      chunks: this.#view.chunks.map((chunk) => (chunk.status === 'running' ? { ...chunk, status } : chunk)),
    });
  }

  /**
   * Records that the person accepted the result. A conflict lands nothing. If only some chunks passed, only these have landed,
   * and the status of the run stays that of the others (DONE-7).
   */
  recordLanding(landing: AcceptedLanding): void {
    const { header, chunks } = this.#view;
    const isConflict = landing.conflicts.length > 0;
    const leftOut = isConflict ? [] : (landing.part?.leftOutChunks ?? []);
    const landed = chunks.filter((chunk) => hasResult(chunk) && !leftOut.includes(chunk.id)).length;
    const hasFailed = chunks.some((chunk) => !hasResult(chunk) && chunk.upToDate !== true);
    const landedStatus = leftOut.length > 0 ? 'discarded' : toHeaderStatus('pass', chunks);
    const status = isConflict ? 'conflict' : hasFailed ? header.status : landedStatus;
    const isPartial = hasFailed || leftOut.length > 0;
    const landedText = isPartial ? l10n.t('Landed {0} of {1}', landed, chunks.length) : l10n.t('Landed');
    const statusText = isConflict || landing.files.length === 0 || status === 'unverified' ? undefined : landedText;
    this.#setView({
      header: { ...header, status, statusText, landing: toLandingView(landing) },
      chunks: chunks.map((chunk) => (leftOut.includes(chunk.id) ? { ...chunk, status: 'discarded' } : chunk)),
    });
  }

  /**
   * Records that the person discarded the result. The chunks of the result are discarded; the status of the run stays that of
   * the others, if they failed (DONE-7).
   */
  recordDiscard(): void {
    const { header, chunks } = this.#view;
    const discarded = chunks.filter(hasResult).length;
    const isPartial = chunks.some((chunk) => !hasResult(chunk) && chunk.upToDate !== true);
    const note = { level: 'info' as const, message: l10n.t('The result was discarded. Your files are unchanged.') };
    this.#setView({
      header: {
        ...header,
        status: isPartial ? header.status : 'discarded',
        statusText: isPartial ? l10n.t('Discarded {0} of {1}', discarded, chunks.length) : undefined,
        notes: [...header.notes, note],
      },
      chunks: chunks.map((chunk) => (hasResult(chunk) ? { ...chunk, status: 'discarded' } : chunk)),
    });
  }

  /** Records that the landing of the result was undone. */
  recordUndo(): void {
    const { header, chunks } = this.#view;
    this.#setView({
      header: { ...header, status: 'discarded', statusText: l10n.t('Landed and undone'), landing: undefined },
      chunks: chunks.map((chunk) => ({ ...chunk, landing: undefined })),
    });
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

export function toErrorNotes({ message, hint }: ShownFailure): ResultsView['header']['notes'] {
  return [message, ...(hint === undefined ? [] : [hint])].map((text) => ({ level: 'error', message: text }));
}

function toEndedStatus(status: ResultsView['header']['status']): Extract<RunState, { kind: 'ended' }>['status'] {
  switch (status) {
    case 'waiting':
    case 'running':
    case 'review':
    case 'notStarted':
      return 'aborted';
    default:
      return status;
  }
}
