import type { Place } from '../protocol/view.ts';

/** What a person can do on the page; the templates are handed it. */
export interface AmendmentActions {
  openPlace(place: Place): void;
  openDiff(): void;
  showRun(): void;
  accept(): void;
  reject(): void;
  /** Lets the person write values of their own, or puts the proposed ones back. */
  edit(editing: boolean): void;
  write(path: string, newText: string): void;
}
