import * as z from 'zod';
import { redactTexts } from '../../foundation/redacted-texts.ts';
import type { HistoryContext, Queries } from '../database/connection.ts';
import { encodeJson } from '../database/stored-json.ts';
import { decodeRows } from './decode-rows.ts';

/** The result of a scenario validation, as the history stores it. */
export interface NewScenarioReport {
  /** Random. */
  readonly id: string;
  /** The commit under test. */
  readonly commit: string;
  /** The work item and the sub-item. Absent outside the pipeline. */
  readonly item?: string | undefined;
  readonly subItem?: string | undefined;
  readonly outcome: string;
  /** `null` if no trajectory reached the code. */
  readonly score: number | null;
  /** The whole report, whose shape is defined by `src/verdicts/scenarios`. */
  readonly report: unknown;
}

/** A stored result with its time: ISO 8601 in UTC. The caller validates the report. */
export interface StoredScenarioReport extends NewScenarioReport {
  readonly createdAt: string;
}

const reportSchema = z.record(z.string(), z.unknown());

/** Stores a result with redacted texts. A result that is stored already is ignored. */
export async function writeScenarioReport(
  queries: Queries,
  context: HistoryContext,
  { id, commit, item, subItem, outcome, score, report }: NewScenarioReport,
): Promise<void> {
  await queries
    .insertInto('scenario_reports')
    .values({
      id,
      commit_id: commit,
      item: item ?? null,
      sub_item: subItem ?? null,
      outcome,
      score,
      report: encodeJson(redactTexts(report, context.redact)),
      created_at: context.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Reads results, newest first. */
export async function readScenarioReports(
  queries: Queries,
  context: HistoryContext,
  { limit, item }: { readonly limit: number; readonly item?: string | undefined },
): Promise<readonly StoredScenarioReport[]> {
  let query = queries.selectFrom('scenario_reports').selectAll();
  if (item !== undefined) query = query.where('item', '=', item);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
  return decodeRows(context, rows, (row, decode) => ({
    id: row.id,
    commit: row.commit_id,
    ...(row.item === null ? {} : { item: row.item }),
    ...(row.sub_item === null ? {} : { subItem: row.sub_item }),
    outcome: row.outcome,
    score: row.score,
    report: decode(reportSchema, row.report, 'the result of scenarios'),
    createdAt: row.created_at,
  }));
}
