import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const initial: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database;
    await schema
      .createTable('contracts')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('revision', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('contracts_text', ['file', 'content_hash'])
      .execute();

    await schema
      .createTable('chunks')
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('chunk_id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('settled_status', 'text', (column) => column.notNull())
      .addColumn('review_status', 'text')
      .addColumn('run_id', 'text')
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('chunks_key', ['spec_id', 'chunk_id'])
      .execute();

    await schema
      .createTable('runs')
      .addColumn('run_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('contract_id', 'integer', (column) => column.notNull().references('contracts.id'))
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('chunk_id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('model', 'text')
      .addColumn('revision', 'text')
      .addColumn('folder', 'text')
      .addColumn('outcome', 'text')
      .addColumn('reason', 'text')
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('pid', 'integer', (column) => column.notNull())
      .addColumn('process_token', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text')
      .execute();
    await schema.createIndex('runs_by_start').on('runs').column('started_at').execute();
    await schema.createIndex('runs_by_status').on('runs').column('status').execute();

    await schema
      .createTable('attempts')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('run_id', 'text', (column) => column.notNull().references('runs.run_id'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('input_tokens', 'integer', (column) => column.notNull())
      .addColumn('output_tokens', 'integer', (column) => column.notNull())
      .addColumn('cost_usd', 'real')
      .addColumn('stop_reason', 'text', (column) => column.notNull())
      .addColumn('refused_writes', 'text', (column) => column.notNull())
      .addColumn('diff', 'text', (column) => column.notNull())
      .addColumn('output', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('attempts_by_run').on('attempts').column('run_id').execute();

    await schema
      .createTable('chunk_validations')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('attempt_id', 'integer', (column) => column.notNull().references('attempts.id'))
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('chunk_id', 'text', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('passed', 'integer', (column) => column.notNull())
      .addColumn('result', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('validations_by_attempt').on('chunk_validations').column('attempt_id').execute();

    await schema
      .createTable('chunk_contexts')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('chunk_id', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text')
      .addColumn('revision', 'text')
      .addColumn('context', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('contexts_key', ['spec_id', 'chunk_id'])
      .execute();

    await schema
      .createTable('gate_reviews')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('chunk_id', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('review', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();

    await schema
      .createTable('amendment_proposals')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('chunk_id', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text')
      .addColumn('contract_hash', 'text')
      .addColumn('proposal', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('resolved_at', 'text')
      .execute();

    await schema
      .createTable('model_calls')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('run_id', 'text')
      .addColumn('attempt', 'integer')
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('input_tokens', 'integer', (column) => column.notNull())
      .addColumn('output_tokens', 'integer', (column) => column.notNull())
      .addColumn('cached_input_tokens', 'integer')
      .addColumn('reasoning_tokens', 'integer')
      .addColumn('cost_usd', 'real')
      .addColumn('estimated', 'integer', (column) => column.notNull())
      .addColumn('finish_reason', 'text')
      .addColumn('duration_ms', 'integer', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('calls_by_run').on('model_calls').column('run_id').execute();

    await schema
      .createTable('pending_reviews')
      .addColumn('run_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('folder', 'text')
      .addColumn('chunks', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('resolved_at', 'text')
      .addColumn('resolution', 'text')
      .execute();
  },
};
