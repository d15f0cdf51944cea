import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The events of work items, and the item that a model call was made for. */
export const audit: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database;
    await schema.alterTable('model_calls').addColumn('item', 'text').execute();
    await schema.alterTable('model_calls').addColumn('stage', 'text').execute();
    await schema.alterTable('model_calls').addColumn('round', 'integer').execute();
    await schema.alterTable('model_calls').addColumn('sub_item', 'text').execute();
    await schema.createIndex('calls_by_item').on('model_calls').column('item').execute();
    await schema
      .createTable('audit_entries')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('item', 'text', (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('entry', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('audit_by_item').on('audit_entries').columns(['item', 'sequence']).execute();
  },
};
