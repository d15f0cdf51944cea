import type { GateChoiceView, PanelAction } from '../protocol/results-panel-data.ts';
import type { PendingFileAction } from '../protocol/pending-files-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';

/** The user's actions on the page, as the templates call them. */
export interface PageActions {
  act(action: PanelAction, chunk?: string): void;
  openLocation(location: SourceLocation): void;
  /** Continues a waiting run. The instruction is for the next attempt. */
  choose(runId: string, choice: GateChoiceView, instruction?: string): void;
  /** The unsent instruction for the next attempt. */
  readonly instruction: string;
  setInstruction(text: string): void;
  showAmendment(amendment: string): void;
  /** Opens a changed file, or decides on all its changes. */
  decideFile(path: string, action: PendingFileAction): void;
  /** Undoes what landed, by its commit, or by the run if there is none. */
  undoLanding(commit: string | undefined, runId: string | undefined): void;
}
