import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StepReport, WorkItem, WorkItemDetails } from '../../../../src/pipeline.ts';
import type { RecordedReply } from '../../../../src/models/replay/replay-format.ts';
import { ALL_ACCEPTED, REVIEWS, toReply, type StageReply } from '../../../pipeline/executors/support/stage-replies.ts';
import { callHoldfast, startHoldfast, type ProcessResult, type RunningHoldfast } from '../../support/holdfast.ts';
import { Workspace } from '../../support/workspace.ts';

export interface PipelineWorkspaceOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly replies?: readonly StageReply[];
  readonly environment?: NodeJS.ProcessEnv;
  /** Begins with the repository of another scene, with its items and their states. The other options do not apply to it. */
  readonly copyOf?: PipelineWorkspace;
}

/** What the replies write for the sub-items `types`, `create` and `notes`, in one attempt each. */
const ATTEMPTS: readonly RecordedReply[] = [
  attempt(
    'types',
    "import type { Order } from '../orders.ts';\n\nexport interface Invoice {\n  readonly order: Order;\n}\n",
  ),
  attempt(
    'create',
    "import type { Order } from '../orders.ts';\nimport type { Invoice } from './types.ts';\n\nexport function createInvoice(order: Order): Invoice {\n  return { order };\n}\n",
  ),
  attempt('notes', 'export const NOTES = [];\n'),
];

function attempt(chunk: string, content: string): RecordedReply {
  const usage = { input: 1_000, output: 100 };
  const tools = [{ name: 'write_file', input: { path: `src/billing/${chunk}.ts`, content } }];
  return {
    purpose: 'attempt',
    chunk,
    steps: [
      { text: 'I write it.', tools, usage },
      { text: 'Done.', tools: [], usage },
    ],
  };
}

/** A repository with recorded replies for a whole item, which the command line works in. */
export class PipelineWorkspace implements Disposable {
  readonly workspace: Workspace;
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ files = {}, replies = ALL_ACCEPTED, environment = {}, copyOf }: PipelineWorkspaceOptions = {}) {
    if (copyOf === undefined) {
      this.workspace = new Workspace({
        'package.json': '{ "name": "shop", "private": true, "type": "module" }\n',
        'src/orders.ts': 'export interface Order {\n  readonly id: string;\n}\n',
        '.gitignore': 'replies.json\n',
        ...files,
      });
      const recorded = [...[...replies, ...REVIEWS].map(toReply), ...ATTEMPTS];
      this.workspace.write({ 'replies.json': JSON.stringify({ version: 1, model: 'test', replies: recorded }) });
    } else {
      this.workspace = new Workspace({}, { git: false });
      cpSync(copyOf.workspace.folder, this.workspace.folder, { recursive: true, verbatimSymlinks: true });
    }
    this.#environment = { ...this.workspace.environment(), HOLDFAST_MODEL: 'replay:replies.json', ...environment };
  }

  /** Runs a command in this process. `start` starts the built command line. */
  run(...args: readonly string[]): Promise<ProcessResult> {
    return callHoldfast(this.workspace.folder, args, this.#environment);
  }

  /** Where the processes and trees of commands are recorded. */
  get storage(): string {
    return this.#environment['HOLDFAST_STORAGE'] ?? assert.fail();
  }

  /** Starts a command, which the caller ends. */
  start(...args: readonly string[]): RunningHoldfast {
    return startHoldfast(this.workspace.folder, args, this.#environment);
  }

  /** Commits a text as the configuration of the pipeline. */
  configure(text: string): void {
    this.workspace.write({ '.holdfast/pipeline.yaml': text });
    this.workspace.git('add', '-A');
    this.workspace.git('commit', '-q', '-m', 'configure');
  }

  /** The comments on an item, oldest first. */
  comments(id: string): readonly string[] {
    return this.query(`select body from forge_comments where number = ${id} order by id`).map(({ body }) =>
      String(body),
    );
  }

  /** Runs a command that succeeds, and returns its JSON. */
  async json<Result>(...args: readonly string[]): Promise<Result> {
    const { code, stdout, stderr } = await this.run(...args, '--format', 'json');
    assert.equal(code, 0, stderr + stdout);
    return JSON.parse(stdout) as Result;
  }

  async createItem(body = 'Create an invoice for each order.', ...more: readonly string[]): Promise<string> {
    const { id } = await this.json<{ id: string }>('item', 'new', '--title', 'Invoices', '--body', body, ...more);
    return id;
  }

  step(id: string): Promise<StepReport> {
    return this.json('step', id);
  }

  show(id: string): Promise<WorkItemDetails> {
    return this.json('item', 'show', id);
  }

  async items(): Promise<readonly WorkItem[]> {
    return (await this.json<{ items: readonly WorkItem[] }>('items')).items;
  }

  /** Runs a statement on the database of the repository. */
  query(sql: string): readonly Readonly<Record<string, unknown>>[] {
    using database = new DatabaseSync(join(this.workspace.folder, '.git', 'holdfast', 'history.db'));
    return database.prepare(sql).all();
  }

  [Symbol.dispose](): void {
    this.workspace[Symbol.dispose]();
  }
}
