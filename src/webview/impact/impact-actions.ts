import type { SourceLocation } from '../protocol/source-location.ts';

/** The user's actions on the page, as the templates call them. */
export interface ImpactActions {
  openLocation(location: SourceLocation): void;
  /** Shows one export, or the whole file. */
  select(exportName: string | undefined): void;
}
