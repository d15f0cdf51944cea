import type { RunEvent } from '../../run/events.ts';
import type { ChunkRunResult, LandingReport, RunStatus } from '../../run/result.ts';
import type { ChunkView, PanelView } from '../../webview/protocol/view.ts';
import type { Failure, RunState } from '../state/workspace-state.ts';
import { landingView, overallStatus } from '../panel/result-views.ts';
import { reduceRunView, transcriptEntry, waitingChunk } from '../panel/run-view.ts';
import { Transcripts } from '../panel/transcripts.ts';

/** What a run is about. */
export interface RunSubject {
  /** The uri of the workspace folder, as text. */
  readonly folder: string;
  readonly contract: string;
  /** The one chunk, or none where all are run. */
  readonly chunk?: string;
  readonly title: string;
  readonly chunks: readonly { readonly id: string; readonly title: string }[];
  readonly model?: string;
}

/** One run as the editor follows it: its view, its transcripts, and who listens. */
export class RunSession {
  readonly subject: RunSubject;
  readonly transcripts = new Transcripts();
  /** Aborted when a person cancels. */
  readonly cancellation = new AbortController();
  #view: PanelView;
  #ended = false;
  readonly #listeners = new Set<() => void>();

  /** @param earlier What is known of the chunks from the run that this one goes on with. */
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
        ({ id, title }) => earlier.find((chunk) => chunk.id === id) ?? waitingChunk(id, title),
      ),
    };
  }

  get view(): PanelView {
    return this.#view;
  }

  get running(): boolean {
    return !this.#ended;
  }

  /** Where the run stands, in the words of tree, lenses and status bar. */
  get state(): RunState {
    const { contract } = this.subject;
    const chunk = this.#view.chunks.find((candidate) => candidate.status === 'running');
    const attempt = chunk?.attempts.at(-1);
    if (this.#ended) {
      const { status, notes } = this.#view.header;
      const last = this.#view.chunks.find((candidate) => candidate.status === status) ?? this.#view.chunks.at(-1);
      const reason = last?.reason ?? notes.find((note) => note.level === 'error')?.message;
      return { kind: 'ended', contract, chunk: last?.id, title: this.subject.title, status: endStatus(status), reason };
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

  report(event: RunEvent): void {
    const entry = transcriptEntry(event);
    if (entry && 'chunk' in event && event.chunk !== undefined) {
      const attempts = this.#view.chunks.find((chunk) => chunk.id === event.chunk)?.attempts;
      this.transcripts.append(event.chunk, attempts?.at(-1)?.number ?? 1, entry);
    }
    this.#change(reduceRunView(this.#view, event));
  }

  /**
   * The run has come to its end, with these outcomes.
   * @param keptAs the run under which results wait that did not land by themselves
   */
  end(
    results: readonly ChunkRunResult[],
    status = overallStatus(results.map((result) => result.status)),
    keptAs?: string,
  ): void {
    this.#ended = true;
    const ended = results.reduce((view, result) => reduceRunView(view, { type: 'chunk-finished', result }), this.#view);
    const runId = keptAs ?? ended.header.runId ?? results[0]?.runId;
    const notes = [...ended.header.notes, ...results.flatMap(({ error }) => (error ? errorNotes(error) : []))];
    this.#change({ ...ended, header: { ...ended.header, status, runId, notes } });
  }

  /** The run could not be made, or broke off. */
  fail(failure: Failure, status: 'aborted' | 'cancelled'): void {
    this.#ended = true;
    this.#change({
      header: { ...this.#view.header, status, notes: [...this.#view.header.notes, ...errorNotes(failure)] },
      chunks: this.#view.chunks.map((chunk) => (chunk.status === 'running' ? { ...chunk, status } : chunk)),
    });
  }

  /** A person accepted the result. A conflict landed nothing. */
  landed(landing: LandingReport): void {
    const status = landing.conflicts.length > 0 ? 'conflict' : 'pass';
    this.#change({ ...this.#view, header: { ...this.#view.header, status, landing: landingView(landing) } });
  }

  /** A person discarded the result. */
  discarded(): void {
    const note = { level: 'info' as const, message: 'The result was discarded. Nothing was changed.' };
    this.#change({ ...this.#view, header: { ...this.#view.header, notes: [...this.#view.header.notes, note] } });
  }

  /** Calls the listener after every event until the returned subscription is disposed. */
  subscribe(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  #change(view: PanelView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }
}

function errorNotes({ message, hint }: Failure): PanelView['header']['notes'] {
  return [message, ...(hint === undefined ? [] : [hint])].map((text) => ({ level: 'error', message: text }));
}

function endStatus(status: PanelView['header']['status']): RunStatus {
  return status === 'waiting' || status === 'running' || status === 'review' ? 'aborted' : status;
}
