import type { SourceLocation } from '../protocol/source-location.ts';

/** The user's actions on the page, as the templates call them. */
export interface AmendmentActions {
  openLocation(location: SourceLocation): void;
  openDiff(): void;
  showRun(): void;
  accept(): void;
  reject(): void;
  /** Starts editing the proposed values, or discards the edits. */
  setEditing(isEditing: boolean): void;
  setValue(path: string, newText: string): void;
}
