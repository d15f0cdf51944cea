import type { ContractRunResult } from '../../../src/run/report/run-result.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

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

/** What the model writes for each chunk: texts by file, `null` to delete the file. */
export type Modules = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

const MODULES: Modules = {
  hello: { 'src/hello.ts': 'export const hello = 1;\n', 'src/list.txt': LIST.replace('two', 'TWO') },
  bye: { 'src/bye.ts': 'export const bye = 1;\n' },
};

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
    const all = {
      [CONTRACT]: CONTRACT_TEXT,
      'package.json': '{ "name": "greetings", "private": true, "type": "module" }\n',
      '.gitignore': 'node_modules/\n.holdfast/history.db*\n',
      'src/list.txt': LIST,
      ...files,
    };
    const server = await startOpenAiChatServer((request) => reply(request, modules));
    return new UndoScene(new Workspace(all, { git }), server);
  }

  run(landing: 'commit' | 'working-tree' | 'review' = 'commit', chunk?: string): Promise<ContractRunResult> {
    return this.engine(async (engine) => {
      if (chunk === undefined) return engine.runAll({ contract: CONTRACT });
      return { chunks: [await engine.runChunk({ contract: CONTRACT, chunk })] } as unknown as ContractRunResult;
    }, landing);
  }

  /** Opens an engine for one piece of work, as a separate process would. */
  async engine<Result>(
    work: (engine: ReturnType<typeof openFolderEngine>) => Promise<Result>,
    landing: 'commit' | 'working-tree' | 'review' = 'commit',
  ): Promise<Result> {
    await using engine = openFolderEngine(this.workspace, { server: this.server, landing });
    return await work(engine);
  }

  /** The states of the chunks in a plain check: `hello: done, bye: up to date`. Calls no model for what is done. */
  async listUpToDate(): Promise<readonly string[]> {
    const { chunks } = await this.run();
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
