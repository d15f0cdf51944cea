import type { Generated } from 'kysely';

/**
 * The tables of the pipeline and of the local forge. They are in the SQLite database of the repository, next to those of the
 * history, with separate migrations: a history on a server does not move them. Times are ISO 8601 in UTC.
 */
export interface PipelineTables {
  pipeline_states: PipelineStateRow;
  forge_entries: ForgeEntryRow;
  forge_labels: ForgeLabelRow;
  forge_sub_items: ForgeSubItemRow;
  forge_comments: ForgeCommentRow;
  forge_pull_requests: ForgePullRequestRow;
  forge_reviews: ForgeReviewRow;
  forge_line_comments: ForgeLineCommentRow;
  forge_statuses: ForgeStatusRow;
}

/** The authoritative state of one item. */
interface PipelineStateRow {
  item: string;
  /** JSON. */
  text: string;
  /** A random value that every write replaces. */
  version: string;
  updated_at: string;
}

/** An item or a pull request. Both share one sequence of numbers, as on GitHub. */
interface ForgeEntryRow {
  number: Generated<number>;
  kind: 'item' | 'pull-request';
  title: string;
  body: string;
  author: string;
  is_open: number;
  /** The marker at the end of the body, for searches. `null` if there is none. */
  marker: string | null;
  created_at: string;
}

interface ForgeLabelRow {
  number: number;
  label: string;
}

interface ForgeSubItemRow {
  parent: number;
  child: number;
}

interface ForgeCommentRow {
  id: Generated<number>;
  number: number;
  author: string;
  body: string;
  marker: string | null;
  created_at: string;
  edited_at: string | null;
}

interface ForgePullRequestRow {
  number: number;
  head: string;
  head_commit: string;
  base: string;
  /** The commit of the base branch that contains the change. `null` until the merge is recognised. */
  merge_commit: string | null;
}

interface ForgeReviewRow {
  id: Generated<number>;
  number: number;
  author: string;
  verdict: 'approved' | 'changes-requested' | 'commented' | 'dismissed';
  head_commit: string;
  body: string;
  marker: string | null;
  submitted_at: string;
}

interface ForgeLineCommentRow {
  id: Generated<number>;
  review_id: number;
  path: string;
  /** `null` if the comment is on the whole file. */
  line: number | null;
  body: string;
}

interface ForgeStatusRow {
  head_commit: string;
  context: string;
  state: 'pending' | 'success' | 'failure';
  description: string;
  updated_at: string;
}
