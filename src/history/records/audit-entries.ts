import * as z from 'zod';
import type { HistoryContext, Queries } from '../database/connection.ts';
import { redactTexts } from '../../foundation/redacted-texts.ts';
import { encodeJson } from '../database/stored-json.ts';
import { decodeRows } from './decode-rows.ts';

/** An event of a work item, as the history stores it. */
export interface StoredAuditEntry {
  readonly id: string;
  readonly sequence: number;
  readonly at: string;
  readonly details?: unknown;
}

/** A line of the audit: an object that can be written as JSON. */
export type AuditRecord = Readonly<Record<string, unknown>>;

const recordSchema = z.record(z.string(), z.unknown());

/** Stores entries with redacted details. An entry that is stored already is ignored. */
export async function writeAuditEntries(
  queries: Queries,
  context: HistoryContext,
  { item, entries }: { readonly item: string; readonly entries: readonly StoredAuditEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => {
    const { id, sequence, at } = entry;
    const details = redactTexts(entry.details, context.redact);
    return { id, item, sequence, at, entry: encodeJson({ ...entry, details }) };
  });
  await queries
    .insertInto('audit_entries')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Reads the events of an item, or of all items, in the order of their time. */
export async function readAuditEntries(
  queries: Queries,
  context: HistoryContext,
  item?: string,
): Promise<readonly AuditRecord[]> {
  let query = queries.selectFrom('audit_entries').select(['id', 'item', 'entry']);
  if (item !== undefined) query = query.where('item', '=', item);
  const rows = await query.orderBy('at').orderBy('item').orderBy('sequence').execute();
  return decodeRows(context, rows, ({ id, item: owner, entry }, decode) => ({
    item: owner,
    ...decode(recordSchema, entry, `the audit entry ${id}`),
  }));
}

/** Reads the model calls that were made for an item, or for all items, in the order of their time. */
export async function readItemCalls(queries: Queries, item?: string): Promise<readonly AuditRecord[]> {
  let query = queries.selectFrom('model_calls').selectAll().where('item', 'is not', null);
  if (item !== undefined) query = query.where('item', '=', item);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => ({
    item: row.item,
    kind: 'call',
    event: 'model-call',
    at: row.created_at,
    round: row.round,
    stage: row.stage,
    ...(row.sub_item === null ? {} : { subItem: row.sub_item }),
    details: {
      ...(row.run_id === null ? {} : { run: row.run_id }),
      ...(row.attempt === null ? {} : { attempt: row.attempt }),
      purpose: row.purpose,
      model: row.model,
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      costUsd: row.cost_usd,
      isEstimated: row.estimated === 1,
      durationMs: row.duration_ms,
      finishReason: row.finish_reason,
      hasFailed: row.error !== null,
    },
  }));
}
