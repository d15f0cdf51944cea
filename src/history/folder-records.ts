import { createAnalyticsReport, type AnalyticsReport } from './analytics/analytics-report.ts';
import type { AnalyticsFilter } from './analytics/analytics-rows.ts';
import type { History } from './history.ts';
import type { RunSummary } from './records/run-summaries.ts';

/** What the history of a repository records. */
export interface Records {
  /** The latest runs, newest first. */
  list(limit?: number): Promise<readonly RunSummary[]>;
  /** How the runs of this repository went and what they cost, from its history. Empty if there is none. */
  analytics(filter?: AnalyticsFilter): Promise<AnalyticsReport>;
  /** Absolute path of the history database, which may not exist yet. Pending decisions are stored in it. */
  file(): Promise<string>;
  /**
   * Moves a damaged history to a folder next to it, and returns the absolute path of the folder. Returns `undefined` and
   * changes nothing if the history is not damaged.
   */
  moveDamaged(): Promise<string | undefined>;
}

/** Where the history is. */
export interface HistoryPlace {
  /** Undefined if there is no history yet. */
  find(): Promise<History | undefined>;
  file(): Promise<string>;
  moveDamaged(): Promise<string | undefined>;
}

/** The records of one folder. */
export class FolderRecords implements Records {
  readonly #place: HistoryPlace;

  constructor(place: HistoryPlace) {
    this.#place = place;
  }

  async list(limit?: number): Promise<readonly RunSummary[]> {
    return (await (await this.#place.find())?.listRuns(limit)) ?? [];
  }

  async analytics(filter: AnalyticsFilter = {}): Promise<AnalyticsReport> {
    const history = await this.#place.find();
    if (history !== undefined) return history.readAnalytics(filter);
    return createAnalyticsReport({ runs: [], calls: [], failures: [], contracts: [], models: [] }, filter);
  }

  file(): Promise<string> {
    return this.#place.file();
  }

  moveDamaged(): Promise<string | undefined> {
    return this.#place.moveDamaged();
  }
}
