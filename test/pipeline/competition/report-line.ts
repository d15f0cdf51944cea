import type { RoundTerms } from '../../../src/pipeline/state/item-event.ts';

/** What a competing process does. */
export interface CompetitorRequest {
  /** Absolute paths. */
  readonly repository: string;
  readonly database: string;
  readonly report: string;
  readonly items: readonly string[];
  /** The index of the item that it starts with. */
  readonly first: number;
  readonly terms: RoundTerms;
}

/** One line of a report. */
export type ReportLine =
  /** A transition was stored. `expected` is the version that it replaced; `null` for the first. */
  | { readonly type: 'swap'; readonly item: string; readonly expected: string | null; readonly version: string }
  | { readonly type: 'executed'; readonly item: string; readonly stage: string; readonly subItem: string | null }
  | { readonly type: 'failed'; readonly item: string }
  /** The calls of the forge and the store. */
  | { readonly type: 'ended'; readonly calls: number };
