import type { Place } from '../protocol/view.ts';

/** What a person can do on the page; the templates are handed it. */
export interface ImpactActions {
  openPlace(place: Place): void;
  /** Shows one export, or the whole file. */
  select(exportName: string | undefined): void;
}
