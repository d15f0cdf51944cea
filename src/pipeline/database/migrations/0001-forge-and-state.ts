import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The states of the items, and the objects of the local forge. */
export const forgeAndState: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database;
    await schema
      .createTable('pipeline_states')
      .addColumn('item', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('forge_entries')
      .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('is_open', 'integer', (column) => column.notNull())
      .addColumn('marker', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('forge_entries_by_marker').on('forge_entries').column('marker').execute();
    await schema
      .createTable('forge_labels')
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('forge_labels_key', ['number', 'label'])
      .execute();
    await schema.createIndex('forge_labels_by_label').on('forge_labels').column('label').execute();
    await schema
      .createTable('forge_sub_items')
      .addColumn('parent', 'integer', (column) => column.notNull())
      .addColumn('child', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('forge_sub_items_key', ['parent', 'child'])
      .execute();
    await schema
      .createTable('forge_comments')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('marker', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('edited_at', 'text')
      .execute();
    await schema.createIndex('forge_comments_by_number').on('forge_comments').column('number').execute();
    await schema
      .createTable('forge_pull_requests')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('head', 'text', (column) => column.notNull())
      .addColumn('head_commit', 'text', (column) => column.notNull())
      .addColumn('base', 'text', (column) => column.notNull())
      .addColumn('merge_commit', 'text')
      .execute();
    await schema
      .createTable('forge_reviews')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('verdict', 'text', (column) => column.notNull())
      .addColumn('head_commit', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('marker', 'text')
      .addColumn('submitted_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('forge_reviews_by_number').on('forge_reviews').column('number').execute();
    await schema
      .createTable('forge_line_comments')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('review_id', 'integer', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('line', 'integer')
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('forge_line_comments_by_review').on('forge_line_comments').column('review_id').execute();
    await schema
      .createTable('forge_statuses')
      .addColumn('head_commit', 'text', (column) => column.notNull())
      .addColumn('context', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('forge_statuses_key', ['head_commit', 'context'])
      .execute();
  },
};
