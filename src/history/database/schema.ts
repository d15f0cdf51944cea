import type { Generated } from 'kysely';

/** The tables of the history. Times are ISO 8601 in UTC. JSON is stored as text. */
export interface HistoryTables {
  contracts: ContractRow;
  chunks: ChunkRow;
  runs: RunRow;
  attempts: AttemptRow;
  chunk_contexts: ChunkContextRow;
  chunk_validations: ChunkValidationRow;
  gate_reviews: GateReviewRow;
  amendment_proposals: AmendmentRow;
  model_calls: ModelCallRow;
  pending_reviews: PendingReviewRow;
  verdicts: VerdictRow;
  plan_compilations: PlanCompilationRow;
  chunk_records: ChunkRecordRow;
  audit_entries: AuditEntryRow;
  scenario_reports: ScenarioReportRow;
  landings: LandingRow;
  assertion_failures: AssertionFailureRow;
  reviewed_hunks: ReviewedHunkRow;
  line_comments: LineCommentRow;
}

/** One version of a contract file that a run used. */
interface ContractRow {
  id: Generated<number>;
  spec_id: string;
  file: string;
  content_hash: string;
  text: string;
  /** The commit that was checked out when this version was first used. */
  revision: string | null;
  created_at: string;
}

interface ChunkRow {
  spec_id: string;
  chunk_id: string;
  title: string;
  status: string;
  /** The status before the current run. It is restored if that run ends without a result. */
  settled_status: string;
  review_status: string | null;
  run_id: string | null;
  updated_at: string;
}

interface RunRow {
  run_id: string;
  contract_id: number;
  spec_id: string;
  chunk_id: string;
  title: string;
  status: string;
  model: string | null;
  revision: string | null;
  /** Absolute path of the workspace folder, if known. */
  folder: string | null;
  /** JSON of the outcome without its attempts. `null` until the run has ended. */
  outcome: string | null;
  reason: string | null;
  host: string;
  pid: number;
  process_token: string;
  started_at: string;
  finished_at: string | null;
}

interface AttemptRow {
  id: Generated<number>;
  run_id: string;
  number: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
  stop_reason: string;
  refused_writes: string;
  diff: string;
  output: string;
  created_at: string;
}

interface ChunkContextRow {
  id: Generated<number>;
  spec_id: string;
  chunk_id: string;
  run_id: string | null;
  revision: string | null;
  context: string;
  created_at: string;
}

interface ChunkValidationRow {
  id: Generated<number>;
  attempt_id: number;
  spec_id: string;
  chunk_id: string;
  attempt: number;
  passed: number;
  result: string;
  created_at: string;
}

interface GateReviewRow {
  id: string;
  spec_id: string;
  chunk_id: string;
  run_id: string | null;
  status: string;
  review: string;
  created_at: string;
  updated_at: string;
}

interface AmendmentRow {
  id: string;
  spec_id: string;
  chunk_id: string;
  run_id: string | null;
  contract_hash: string | null;
  proposal: string;
  status: string;
  created_at: string;
  resolved_at: string | null;
  /** The workspace folder; `null` in records of earlier versions, whose run has it. */
  folder: string | null;
  /** `null` in records of earlier versions. */
  proposed_by: string | null;
}

interface ModelCallRow {
  id: Generated<number>;
  run_id: string | null;
  attempt: number | null;
  purpose: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cached_input_tokens: number | null;
  reasoning_tokens: number | null;
  /** `null` if the price of the model is unknown. */
  cost_usd: number | null;
  estimated: number;
  finish_reason: string | null;
  duration_ms: number;
  error: string | null;
  created_at: string;
  /** The work item that the call was made for, its stage, round and sub-item. `null` outside the pipeline. */
  item: string | null;
  stage: string | null;
  round: number | null;
  sub_item: string | null;
}

interface PendingReviewRow {
  run_id: string;
  spec_id: string;
  contract: string;
  folder: string | null;
  chunks: string;
  payload: string;
  created_at: string;
  resolved_at: string | null;
  resolution: string | null;
  /** JSON of the process that has claimed the review to add results. `null` if there is none. */
  holder: string | null;
  /** JSON of the decisions on the parts of the result. `null` if there are none. */
  selection: string | null;
}

interface VerdictRow {
  key: string;
  verdict: string;
  created_at: string;
}

interface PlanCompilationRow {
  id: string;
  specification: string;
  specification_hash: string;
  model: string;
  status: string;
  tries: string;
  created_at: string;
}

interface ChunkRecordRow {
  id: Generated<number>;
  spec_id: string;
  chunk_id: string;
  fingerprint: string;
  /** `null` if a person recorded the chunk without a run. */
  run_id: string | null;
  /** The workspace folder relative to the top level of the repository: `''`, or a path that ends with `/`. */
  prefix: string;
  /** The commit of the landing, if it made one. */
  commit_id: string | null;
  /** The commit that was checked out before the landing. */
  revision: string | null;
  /** JSON of the files with their content hashes before and after the landing. */
  files: string;
  created_at: string;
  undone_at: string | null;
  /** `null` for records without a landing, and for those of earlier versions. */
  landing_id: string | null;
}

/** A failed assertion of an attempt. */
interface AssertionFailureRow {
  attempt_id: number;
  run_id: string;
  spec_id: string;
  chunk_id: string;
  /** `assert` or `suggest`. */
  type: string;
  check_type: string;
  message: string;
}

/** What landed at once. */
interface LandingRow {
  /** Random. */
  id: string;
  prefix: string;
  /** Absolute path of the workspace folder. */
  folder: string | null;
  contract: string;
  /** The subject of the commit. */
  title: string;
  /** JSON of the chunks with their fingerprints and runs. */
  chunks: string;
  /** JSON of the paths of the written files. */
  files: string;
  /** The git name of the person. */
  author: string | null;
  branch: string | null;
  commit_id: string | null;
  created_at: string;
  undone_at: string | null;
  /** `null` if the undo made no commit. */
  undone_commit: string | null;
}

/** An event of a work item. */
interface AuditEntryRow {
  /** Random. */
  id: string;
  item: string;
  /** Counts the entries of the item. */
  sequence: number;
  at: string;
  /** JSON of the whole entry. */
  entry: string;
}

/** The result of a scenario validation. */
interface ScenarioReportRow {
  /** Random. */
  id: string;
  /** The commit under test. */
  commit_id: string;
  /** The work item and the sub-item. `null` outside the pipeline. */
  item: string | null;
  sub_item: string | null;
  outcome: string;
  /** `null` if no trajectory reached the code. */
  score: number | null;
  /** JSON of the whole report. */
  report: string;
  created_at: string;
}

/** A hunk that a person has reviewed. */
interface ReviewedHunkRow {
  /** The hash of its path, its declaration and its lines. */
  key: string;
  reviewed_at: string;
}

/** A comment of a person on a line. */
interface LineCommentRow {
  /** Random. */
  id: string;
  /** Absolute path of the workspace folder. */
  folder: string | null;
  /** The session that must answer it. `null`: every session of the folder. */
  session: string | null;
  status: string;
  /** JSON of the place, the text and the answer. */
  comment: string;
  created_at: string;
  updated_at: string;
}
