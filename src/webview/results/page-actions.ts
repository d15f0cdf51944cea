import type { GateChoiceView, PanelAction, Place } from '../protocol/view.ts';

/** What a person can do on the page; the templates are handed it. */
export interface PageActions {
  act(action: PanelAction, chunk?: string): void;
  openPlace(place: Place): void;
  /** Goes on with a run that waits; the instruction is for the next attempt. */
  choose(runId: string, choice: GateChoiceView, instruction?: string): void;
  /** What a person has written so far for the next attempt. */
  readonly instruction: string;
  writeInstruction(text: string): void;
  showAmendment(amendment: string): void;
}
