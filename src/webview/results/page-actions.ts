import type { PanelAction, Place } from '../protocol/view.ts';

/** What a person can do on the page; the templates are handed it. */
export interface PageActions {
  act(action: PanelAction, chunk?: string): void;
  openPlace(place: Place): void;
}
