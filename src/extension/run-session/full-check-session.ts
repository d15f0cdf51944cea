import type { ContractCheck } from '../../engine.ts';
import type { RunEvent } from '../../run/report/run-events.ts';
import type { ResultsView } from '../../webview/protocol/results-panel-data.ts';
import type { ShownFailure } from '../base/failure.ts';
import type { ContractOrChunkTarget } from '../state/target.ts';
import { createFullCheckView } from './full-check-view.ts';
import { formatStage } from './run-messages.ts';
import { createQueuedChunk, reduceRunView } from './run-view.ts';

/** The contract and chunks of a full check. */
export interface FullCheckSubject extends ContractOrChunkTarget {
  readonly title: string;
  readonly chunks: readonly { readonly id: string; readonly title: string }[];
}

/** A full check that the editor follows: its view and its listeners. */
export class FullCheckSession {
  readonly subject: FullCheckSubject;
  /** Aborted when the person cancels the check. */
  readonly cancellation = new AbortController();
  #view: ResultsView;
  #check: ContractCheck | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(subject: FullCheckSubject) {
    this.subject = subject;
    const { title, folder, contract, chunk, chunks } = subject;
    this.#view = {
      header: {
        kind: 'check',
        title,
        folder,
        contract,
        chunk,
        status: 'running',
        restricted: false,
        notes: [],
        actions: [],
      },
      chunks: chunks.map((one) => createQueuedChunk(one.id, one.title)),
    };
  }

  get view(): ResultsView {
    return this.#view;
  }

  get running(): boolean {
    return this.#view.header.status === 'running';
  }

  /** The result; undefined while the check runs, or if it failed to run. */
  get check(): ContractCheck | undefined {
    return this.#check;
  }

  /** Applies an event of the check. Returns the activity in a few words if the event starts one. */
  report(event: RunEvent): string | undefined {
    const view = reduceRunView(this.#view, event);
    if (event.type !== 'stage') {
      this.#setView(view);
      return undefined;
    }
    const title = view.chunks.find(({ id }) => id === event.chunk)?.title ?? event.chunk;
    const statusText = `${title}: ${formatStage(event.stage)}`;
    this.#setView({
      header: { ...view.header, statusText },
      chunks: view.chunks.map((chunk) => ({ ...chunk, status: chunk.id === event.chunk ? 'running' : 'waiting' })),
    });
    return statusText;
  }

  /** @param unsaved the files with unsaved changes, which the check did not include */
  end(check: ContractCheck, unsaved: readonly string[]): void {
    this.#check = check;
    const { chunks, status, notes } = createFullCheckView(check, unsaved);
    this.#setView({ header: { ...this.#view.header, status, statusText: undefined, notes }, chunks });
  }

  fail({ message, hint }: ShownFailure, status: 'aborted' | 'cancelled'): void {
    const { header, chunks } = this.#view;
    const texts = status === 'cancelled' ? [] : [message, ...(hint === undefined ? [] : [hint])];
    this.#setView({
      header: {
        ...header,
        status,
        statusText: undefined,
        notes: texts.map((text) => ({ level: 'error', message: text })),
      },
      chunks: chunks.map((chunk) => (chunk.status === 'running' ? { ...chunk, status } : chunk)),
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
