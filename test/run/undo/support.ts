import type { ContractRunResult } from '../../../src/run/report/run-result.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { preparedState, type OpenPreparedState } from '../support/prepared-state.ts';

export const CONTRACT = 'greetings.contract.yaml';

/** Two chunks: `bye` uses what `hello` creates, and one of its asserts looks at the module of `hello`. */
const CONTRACT_TEXT = `version: 1
spec: { id: greetings, title: Greetings }
plan: { allow: [behavior-check] }
chunks:
  - id: hello
    title: Say hello
    description: Write the module hello.
    creates: [hello]
    allowedFiles: [src/hello.ts, src/old.ts, src/list.txt]
  - id: bye
    title: Say bye
    description: Write the module bye.
    dependsOn: [hello]
    creates: [bye]
    allowedFiles: [src/bye.ts, src/list.txt]
    assertions:
      - type: assert
        message: Must have hello to answer
        check: { type: export_exists, target: hello, file: src/hello.ts }
`;

/** Lines far enough apart that changes of different lines merge. */
export const LIST = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''].join('\n');

type Landing = 'commit' | 'working-tree' | 'review';

/** What the model writes for each chunk: texts by file, `null` to delete the file. */
export type Modules = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

const MODULES: Modules = {
  hello: { 'src/hello.ts': 'export const hello = 1;\n', 'src/list.txt': LIST.replace('two', 'TWO') },
  bye: { 'src/bye.ts': 'export const bye = 1;\n' },
};

function createFiles(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    [CONTRACT]: CONTRACT_TEXT,
    'package.json': '{ "name": "greetings", "private": true, "type": "module" }\n',
    '.gitignore': 'node_modules/\n.holdfast/history.db*\n',
    'src/list.txt': LIST,
    ...more,
  };
}

const LANDED = {
  /** Both chunks, each with its commit. There are two further files. */
  both: prepareLanded('both', 'commit', undefined, { 'other.txt': 'other\n', 'staged.txt': 'staged\n' }),
  hello: prepareLanded('hello', 'commit', 'hello'),
  /** `hello`, without a commit. */
  'hello-uncommitted': prepareLanded('hello-uncommitted', 'working-tree', 'hello'),
};
type LandedState = keyof typeof LANDED;

function prepareLanded(
  name: string,
  landing: Landing,
  chunk?: string,
  files: Readonly<Record<string, string>> = {},
): OpenPreparedState<undefined> {
  return preparedState(`undo-${name}`, createFiles(files), async (workspace) => {
    await using server = await startOpenAiChatServer((request) => reply(request, MODULES));
    await using engine = openFolderEngine(workspace, { server, landing });
    const { status } =
      chunk === undefined
        ? await engine.runs.runAll({ contract: CONTRACT })
        : await engine.runs.runChunk({ contract: CONTRACT, chunk });
    if (status !== 'pass') throw new Error(`The run ended with "${status}".`);
    return undefined;
  });
}

/** A repository with the contract, a model that writes its chunks, and an engine for each command. */
export class UndoScene implements AsyncDisposable {
  readonly workspace: Workspace;
  readonly server: LoopbackServer;

  private constructor(workspace: Workspace, server: LoopbackServer) {
    this.workspace = workspace;
    this.server = server;
  }

  static async create({
    files = {},
    modules = MODULES,
    git = true,
  }: {
    readonly files?: Readonly<Record<string, string>>;
    readonly modules?: Modules;
    readonly git?: boolean;
  } = {}): Promise<UndoScene> {
    return UndoScene.#start(new Workspace(createFiles(files), { git }), modules);
  }

  /** Opens a repository in which chunks have landed. */
  static async open(state: LandedState): Promise<UndoScene> {
    return UndoScene.#start(await LANDED[state](), MODULES);
  }

  static async #start(workspace: Workspace, modules: Modules): Promise<UndoScene> {
    return new UndoScene(workspace, await startOpenAiChatServer((request) => reply(request, modules)));
  }

  run(landing: Landing = 'commit', chunk?: string): Promise<ContractRunResult> {
    return this.engine(async (engine) => {
      if (chunk === undefined) return engine.runs.runAll({ contract: CONTRACT });
      return { chunks: [await engine.runs.runChunk({ contract: CONTRACT, chunk })] } as unknown as ContractRunResult;
    }, landing);
  }

  /** Opens an engine for one piece of work, as a separate process would. */
  async engine<Result>(
    work: (engine: ReturnType<typeof openFolderEngine>) => Promise<Result>,
    landing: Landing = 'commit',
  ): Promise<Result> {
    await using engine = openFolderEngine(this.workspace, { server: this.server, landing });
    return await work(engine);
  }

  /** The chunks that a run of all finds to be done, before the first that is not, whose attempt is cancelled. */
  async listUpToDate(): Promise<readonly string[]> {
    const cancel = new AbortController();
    const { chunks } = await this.engine((engine) =>
      engine.runs.runAll({
        contract: CONTRACT,
        signal: cancel.signal,
        onEvent: (event) => event.type === 'attempt-started' && cancel.abort(),
      }),
    );
    return chunks.filter(({ upToDate }) => upToDate === true).map(({ chunk }) => chunk);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this.workspace[Symbol.dispose]();
  }
}

function reply(request: RecordedRequest, modules: Modules): ScriptedReply {
  const messages = request.body['messages'] as readonly { readonly role: string }[];
  const name = Object.keys(modules).find((one) => request.text.includes(`Write the module ${one}.`)) ?? '';
  const writes = Object.entries(modules[name] ?? {});
  // One file for each answer.
  const next = writes[messages.filter(({ role }) => role === 'tool').length];
  if (next === undefined) return textReply('Done.');
  const [file, text] = next;
  if (text !== null) return writeFileReply(text, file);
  return { toolCalls: [{ name: 'delete_file', input: { path: file } }], usage: { input: 1, output: 1 } };
}
