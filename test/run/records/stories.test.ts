/** What counts as done, as stories: real repositories, a loopback model, and an engine per command. */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult, ContractRunResult } from '../../../src/run/report/run-result.ts';
import type { RunOptions } from '../../../src/run/services/run-options.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { openFolderEngine, type FolderEngineOptions } from '../support/folder-engine.ts';
import { preparedState, type OpenPreparedState } from '../support/prepared-state.ts';

const CONTRACT = 'greetings.contract.yaml';

const HELLO_TEXT = `version: 1
spec: { id: greetings, title: Greetings }
chunks:
  - id: hello
    title: Say hello
    description: Write the module hello.
    creates: [hello]
    allowedFiles: [src/hello.ts]
`;

const CONTRACT_TEXT = `${HELLO_TEXT}  - id: bye
    title: Say bye
    description: Write the module bye.
    dependsOn: [hello]
    creates: [bye]
    allowedFiles: [src/bye.ts]
`;

/** The contract checks only exports. */
const ALLOWED = 'plan: { allow: [behavior-check] }\n';

function createFiles(contract = CONTRACT_TEXT, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    [CONTRACT]: contract,
    'package.json': '{ "name": "greetings", "private": true, "type": "module" }\n',
    '.gitignore': 'node_modules/\n',
    ...more,
  };
}

/** Answers each attempt by the module that its description names. Counts the attempts. */
class Author {
  readonly server: LoopbackServer;
  private constructor(server: LoopbackServer) {
    this.server = server;
  }

  static async start(
    modules: Readonly<Record<string, readonly [file: string, text: string]>> = MODULES,
  ): Promise<Author> {
    return new Author(await startOpenAiChatServer((request) => reply(request, modules)));
  }

  /** The number of calls so far. */
  get calls(): number {
    return this.server.requests.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

const MODULES: Readonly<Record<string, readonly [file: string, text: string]>> = {
  hello: ['src/hello.ts', 'export const hello = 1;\n'],
  bye: ['src/bye.ts', 'export const bye = 1;\n'],
};

function reply(
  request: RecordedRequest,
  modules: Readonly<Record<string, readonly [file: string, text: string]>>,
): ScriptedReply {
  const messages = request.body['messages'] as readonly { readonly role: string }[];
  if (messages.at(-1)?.role === 'tool') return textReply('Done.');
  const name = Object.keys(modules).find((one) => request.text.includes(`Write the module ${one}.`));
  const [file, text] = modules[name ?? ''] ?? ['', ''];
  if (file === '') return textReply('Nothing to do.');
  if (text !== '') return writeFileReply(text, file);
  return { toolCalls: [{ name: 'delete_file', input: { path: file } }], usage: { input: 1, output: 1 } };
}

async function runAll(
  workspace: Workspace,
  author: Author,
  options: Partial<RunOptions> & Pick<FolderEngineOptions, 'landing'> = {},
): Promise<ContractRunResult> {
  await using engine = openFolderEngine(workspace, { server: author.server, ...options });
  return await engine.runs.runAll({ contract: CONTRACT, ...options });
}

async function runOne(
  workspace: Workspace,
  author: Author,
  chunk: string,
  options: Partial<RunOptions> = {},
): Promise<ChunkRunResult> {
  await using engine = openFolderEngine(workspace, { server: author.server });
  return await engine.runs.runChunk({ contract: CONTRACT, ...options, chunk });
}

/** Whether a chunk is up to date. Otherwise its run is cancelled when its first attempt starts. */
async function isDone(workspace: Workspace, author: Author, chunk: string): Promise<boolean> {
  const cancel = new AbortController();
  const { upToDate = false, status } = await runOne(workspace, author, chunk, {
    signal: cancel.signal,
    onEvent: (event) => event.type === 'attempt-started' && cancel.abort(),
  });
  assert.equal(status, upToDate ? 'pass' : 'cancelled');
  return upToDate;
}

/** What the plan says about the precondition of `hello`, and whether a run is blocked by it before the model is called. */
async function judgePrecondition(
  workspace: Workspace,
  author: Author,
): Promise<{ readonly finding: string | undefined; readonly isBlocked: boolean }> {
  await using engine = openFolderEngine(workspace, { server: author.server });
  const { findings } = await engine.plans.check(CONTRACT);
  const { calls } = author;
  const cancel = new AbortController();
  const { status } = await runOne(workspace, author, 'hello', {
    force: true,
    signal: cancel.signal,
    onEvent: (event) => event.type === 'attempt-started' && cancel.abort(),
  });
  assert.equal(author.calls, calls, 'no model is called');
  return { finding: findings.find(({ rule }) => rule === 'R1')?.severity, isBlocked: status === 'blocked' };
}

/** `hello: pass, bye: up to date` */
function summary({ chunks }: ContractRunResult): string {
  return chunks
    .map(({ chunk, status, upToDate }) => `${chunk}: ${upToDate === true ? 'up to date' : status}`)
    .join(', ');
}

const BOTH_RAN = 'hello: pass, bye: pass';
const BOTH_DONE = 'hello: up to date, bye: up to date';

/** A clone of a workspace with an empty history database, as on another machine. */
function cloneOf(workspace: Workspace, ...options: string[]): Workspace {
  const clone = new Workspace({}, { git: false });
  rmSync(clone.folder, { recursive: true });
  workspace.git('clone', '-q', ...options, `file://${workspace.folder}`, clone.folder);
  clone.git('config', 'user.name', 'Another User');
  clone.git('config', 'user.email', 'another@example.invalid');
  return clone;
}

/** Both chunks have landed on main. */
const openLanded = prepareLanded('landed', CONTRACT_TEXT);

/** Both chunks have landed on main, and no assert says whether `bye` is done. */
const openLandedByRecord = prepareLanded('landed-by-record', CONTRACT_TEXT.replace('    creates: [bye]\n', ''));

function prepareLanded(name: string, contract: string): OpenPreparedState<undefined> {
  return preparedState(name, createFiles(contract), async (workspace) => {
    await using author = await Author.start();
    assert.equal(summary(await runAll(workspace, author)), BOTH_RAN);
    return undefined;
  });
}

/** A repository in which only `hello` has landed, with the same chunks and further ones in its contract. */
async function openHelloLanded(contract: string): Promise<Workspace> {
  const workspace = await openLanded();
  workspace.git('reset', '-q', '--hard', 'HEAD~1');
  workspace.write({ [CONTRACT]: contract });
  workspace.git('commit', '-q', '-a', '-m', 'Add a chunk');
  return workspace;
}

/** Moves the landed commits from main to a branch, which is checked out. */
function moveToBranch(workspace: Workspace): void {
  workspace.git('branch', '-m', 'work');
  workspace.git('branch', 'main', 'HEAD~2');
}

describe('stories of what is done', () => {
  it('[DONE-2] a second "run --all" calls no model and reports each chunk as up to date', async () => {
    using workspace = await openLanded();
    await using author = await Author.start();
    assert.equal(summary(await runAll(workspace, author)), BOTH_DONE);
    const single = await runOne(workspace, author, 'bye');
    assert.equal(single.upToDate, true);
    assert.equal(single.status, 'pass');
    assert.equal(author.calls, 0);
    const forced = await runOne(workspace, author, 'bye', { force: true, landing: 'none' });
    assert.deepEqual([forced.status, forced.upToDate], ['pass', undefined]);
    assert.notEqual(author.calls, 0, '--force runs the chunk again');
  });

  it('[DONE-2] a fresh clone knows from the commits what is done', async () => {
    using workspace = await openLanded();
    await using author = await Author.start();
    using clone = cloneOf(workspace);
    assert.equal(summary(await runAll(clone, author)), BOTH_DONE);
    assert.equal(author.calls, 0);
  });

  it('[DONE-2] a shallow clone asks for the full history instead of paying again', async () => {
    using workspace = await openLanded();
    await using author = await Author.start();
    workspace.write({ 'notes.txt': 'notes\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'notes');
    using clone = cloneOf(workspace, '--depth', '1');
    const refused = await runOne(clone, author, 'hello');
    assert.equal(refused.status, 'aborted');
    assert.equal(refused.error?.code, 'git');
    assert.match(refused.error.hint ?? '', /git fetch --unshallow/);
    assert.equal(author.calls, 0);
    clone.git('fetch', '-q', '--unshallow');
    assert.equal(summary(await runAll(clone, author)), BOTH_DONE);
    assert.equal(author.calls, 0);
  });

  it('[DONE-2] a shallow clone runs a chunk that has nothing to check, since no history decides about it', async () => {
    const contract = `version: 1
spec: { id: greetings, title: Greetings }
chunks:
  - { id: hello, title: Say hello, description: Write the module hello. }
`;
    using workspace = new Workspace(createFiles(contract));
    workspace.write({ 'notes.txt': 'notes\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'notes');
    await using author = await Author.start();
    using clone = cloneOf(workspace, '--depth', '1');
    const run = await runOne(clone, author, 'hello');
    assert.equal(run.status, 'pass', run.reason);
  });

  it('[DONE-2] [ENF-GATE-2] after "git reset --hard" nothing is done, and the history alone satisfies no dependency', async () => {
    using workspace = await openLanded();
    await using author = await Author.start();
    workspace.git('reset', '-q', '--hard', 'HEAD~2');
    const blocked = await runOne(workspace, author, 'bye');
    assert.equal(blocked.status, 'blocked');
    assert.deepEqual(
      blocked.blockedBy?.map(({ type, chunkId }) => [type, chunkId]),
      [['failed_chunk', 'hello']],
    );
    assert.equal(await isDone(workspace, author, 'hello'), false);
  });

  it('[DONE-2] a rebase keeps the records', async () => {
    using workspace = await openLanded();
    await using author = await Author.start();
    moveToBranch(workspace);
    workspace.git('switch', '-q', 'main');
    workspace.write({ 'notes.txt': 'notes\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'notes');
    workspace.git('rebase', '-q', 'main', 'work');
    using clone = cloneOf(workspace, '--branch', 'work');
    assert.equal(summary(await runAll(clone, author)), BOTH_DONE);
    assert.equal(summary(await runAll(workspace, author)), BOTH_DONE);
    assert.equal(author.calls, 0);
  });

  it('[DONE-2] a squash keeps the records in its body', async () => {
    using workspace = await openLanded();
    await using author = await Author.start();
    moveToBranch(workspace);
    workspace.git('switch', '-q', 'main');
    workspace.git('merge', '-q', '--squash', 'work');
    workspace.git('commit', '-q', '--no-edit');
    workspace.git('branch', '-q', '-D', 'work');
    using clone = cloneOf(workspace);
    assert.equal(summary(await runAll(clone, author)), BOTH_DONE);
    assert.equal(author.calls, 0);
  });

  it('[DONE-2] a revert undoes a record, and its revert restores it', async () => {
    using workspace = await openLandedByRecord();
    await using author = await Author.start();
    workspace.git('revert', '--no-edit', 'HEAD');
    using clone = cloneOf(workspace);
    assert.equal((await runOne(clone, author, 'hello')).upToDate, true);
    assert.equal(await isDone(clone, author, 'bye'), false);
    workspace.git('revert', '--no-edit', 'HEAD');
    const { calls } = author;
    assert.equal((await runOne(workspace, author, 'bye')).upToDate, true);
    assert.equal(author.calls, calls);
  });

  it('[DONE-2] a revert undoes a record even if its file was written again by hand', async () => {
    using workspace = await openLandedByRecord();
    await using author = await Author.start();
    workspace.git('revert', '--no-edit', 'HEAD');
    workspace.write({ 'src/bye.ts': 'export const other = 1;\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'Another way');
    assert.equal(await isDone(workspace, author, 'bye'), false);
  });

  it('[DONE-2] a record whose files are back at their earlier content does not count', async () => {
    using workspace = await openLandedByRecord();
    await using author = await Author.start();
    rmSync(join(workspace.folder, 'src/bye.ts'));
    assert.equal(await isDone(workspace, author, 'bye'), false);
  });

  it('[DONE-2] a reformatted contract keeps its records; a changed assert does not', async () => {
    using workspace = await openLanded();
    await using author = await Author.start();
    workspace.write({
      [CONTRACT]: `# The same contract, in another style.
spec:
  title: Other greetings
  id: greetings
chunks:
  - title: Say hello to all
    id: hello
    allowedFiles: ["src/hello.ts"]
    creates:
      - hello
    maxAttempts: 5
    description: >-
      Write the module
      hello.
  - { id: bye, title: Say bye, creates: [bye], dependsOn: [hello], allowedFiles: [src/bye.ts], description: Write the module bye. }
`,
    });
    assert.equal(summary(await runAll(workspace, author)), BOTH_DONE);
    assert.equal(author.calls, 0);
    workspace.write({ [CONTRACT]: CONTRACT_TEXT.replace('creates: [hello]', 'creates: [hello, hello]') });
    assert.equal(summary(await runAll(workspace, author)), BOTH_DONE);
    workspace.write({
      [CONTRACT]: CONTRACT_TEXT.replace('Write the module hello.', 'Write the module hello. Politely.'),
    });
    assert.equal(await isDone(workspace, author, 'hello'), false);
  });

  it('[DONE-5] a contract copied to another workspace folder of the repository does not inherit records', async () => {
    const files = Object.entries(createFiles(HELLO_TEXT)).map(([file, text]) => [`one/${file}`, text]);
    using workspace = new Workspace(Object.fromEntries(files) as Record<string, string>);
    await using author = await Author.start();
    const environment = workspace.environment.bind(workspace);
    const run = async (name: string): Promise<string> => {
      const folder = join(workspace.folder, name);
      await using engine = openFolderEngine({ folder, environment }, { server: author.server });
      return summary(await engine.runs.runAll({ contract: CONTRACT }));
    };
    assert.equal(await run('one'), 'hello: pass');
    cpSync(join(workspace.folder, 'one', CONTRACT), join(workspace.folder, 'two', CONTRACT));
    assert.equal(await run('two'), 'hello: pass');
    assert.equal(await run('two'), 'hello: up to date');
  });

  it('[DONE-1] [DONE-2] a dependency with acceptance commands only is done by its record', async () => {
    const contract = `version: 1
spec: { id: greetings, title: Greetings }
chunks:
  - id: notes
    title: Write notes
    description: Write the module hello.
    acceptanceCommands: ['node -e "process.exit(0)"']
  - id: bye
    title: Say bye
    description: Write the module bye.
    dependsOn: [notes]
    creates: [bye]
`;
    using workspace = new Workspace(createFiles(contract));
    await using author = await Author.start();
    const blocked = await runOne(workspace, author, 'bye');
    assert.equal(blocked.status, 'blocked');
    assert.equal(author.calls, 0);
    assert.equal(summary(await runAll(workspace, author)), 'notes: pass, bye: pass');
    const { calls } = author;
    using clone = cloneOf(workspace);
    assert.equal(summary(await runAll(clone, author)), 'notes: up to date, bye: up to date');
    assert.equal(author.calls, calls);
  });

  it('[DONE-2] a finished plan with file_absent preconditions is up to date and blocks nothing', async () => {
    const contract = HELLO_TEXT.replace(
      '    creates: [hello]\n',
      `    preconditions: [{ kind: file_absent, path: src/hello.ts }]
    postconditions: [{ kind: file_exists, path: src/hello.ts }]
`,
    );
    using workspace = new Workspace(createFiles(contract));
    await using author = await Author.start();
    assert.equal(summary(await runAll(workspace, author)), 'hello: pass');
    const { calls } = author;
    assert.equal(summary(await runAll(workspace, author)), 'hello: up to date');
    assert.equal(author.calls, calls);
    const forced = await runOne(workspace, author, 'hello', { force: true, landing: 'none' });
    assert.equal(forced.status, 'pass', forced.reason);
  });

  it('[DONE-2] a working-tree landing is done, also when it was edited and committed later', async () => {
    using workspace = new Workspace(createFiles(HELLO_TEXT));
    await using author = await Author.start();
    await runAll(workspace, author, { landing: 'working-tree' });
    const { calls } = author;
    assert.equal(summary(await runAll(workspace, author)), 'hello: up to date');
    workspace.write({ 'src/hello.ts': '// Edited.\nexport const hello = 2;\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'greetings');
    assert.equal(summary(await runAll(workspace, author)), 'hello: up to date');
    assert.equal(author.calls, calls);
  });

  it('[DONE-2] without git the history records what is done', async () => {
    using workspace = new Workspace(createFiles(), { git: false });
    await using author = await Author.start();
    assert.equal(summary(await runAll(workspace, author, { landing: 'working-tree' })), BOTH_RAN);
    const { calls } = author;
    assert.equal(summary(await runAll(workspace, author, { landing: 'working-tree' })), BOTH_DONE);
    assert.equal(author.calls, calls);
    rmSync(join(workspace.folder, 'src/bye.ts'));
    assert.equal(summary(await runAll(workspace, author, { landing: 'working-tree' })), 'hello: up to date, bye: pass');
  });

  it('[DONE-2] two chunks that change one file stay done', async () => {
    const contract = `version: 1
spec: { id: greetings, title: Greetings }
chunks:
  - { id: hello, title: Hello, description: Write the module hello., creates: [hello] }
  - { id: both, title: Both, description: Write the module both., dependsOn: [hello], creates: [both] }
`;
    for (const landing of ['working-tree', 'commit'] as const) {
      using workspace = new Workspace(createFiles(contract));
      await using author = await Author.start({
        hello: ['src/all.ts', 'export const hello = 1;\n'],
        both: ['src/all.ts', 'export const hello = 1;\nexport const both = 2;\n'],
      });
      assert.equal(summary(await runAll(workspace, author, { landing })), 'hello: pass, both: pass');
      const { calls } = author;
      assert.equal(summary(await runAll(workspace, author, { landing })), 'hello: up to date, both: up to date');
      assert.equal(author.calls, calls);
    }
  });

  it('[DONE-2] a satisfied chunk without a record is run, and "--skip-satisfied" skips it', async () => {
    using workspace = new Workspace(createFiles(CONTRACT_TEXT, { 'src/hello.ts': 'export const hello = 1;\n' }));
    await using author = await Author.start();
    const skipped = await runOne(workspace, author, 'hello', { skipSatisfied: true });
    assert.equal(skipped.skippedSatisfied, true);
    assert.equal(skipped.upToDate, undefined);
    assert.equal(author.server.requests.length, 0);
    const run = await runOne(workspace, author, 'hello');
    assert.equal(run.upToDate, undefined);
    assert.equal(run.status, 'pass');
    assert.notEqual(author.calls, 0);
    assert.equal((await runOne(workspace, author, 'hello')).upToDate, true);
  });

  it('[DONE-2] a run that rightly changes nothing passes, with creates judged as in a plain check', async () => {
    using workspace = new Workspace(createFiles(CONTRACT_TEXT, { 'src/hello.ts': 'export const hello = 1;\n' }));
    await using author = await Author.start({});
    const run = await runOne(workspace, author, 'hello');
    assert.equal(run.status, 'pass', run.reason);
    assert.deepEqual(run.landed?.files, []);
    assert.equal((await runOne(workspace, author, 'hello')).upToDate, true);
  });

  it('[DONE-8] a refactoring chunk must not break an assert of a done chunk, unless it supersedes that chunk', async () => {
    const refactoring = `  - id: rename
    title: Rename hello
    description: Write the module renamed.
    creates: [greet]
    maxAttempts: 1
`;
    using workspace = await openHelloLanded(CONTRACT_TEXT + refactoring);
    await using author = await Author.start({ ...MODULES, renamed: ['src/hello.ts', 'export const greet = 1;\n'] });
    const broken = await runOne(workspace, author, 'rename');
    assert.equal(broken.status, 'fail');
    const [attempt] = broken.attempts;
    const failed = attempt?.validation.assertResults.filter(({ passed }) => !passed);
    assert.deepEqual(
      failed?.map(({ assertion }) => assertion.message),
      ['Must create hello'],
    );
    assert.match(attempt?.validation.problems[0]?.message ?? '', /"Say hello" \(hello\), which is done/);
    assert.equal(workspace.read('src/hello.ts'), 'export const hello = 1;\n');

    workspace.write({ [CONTRACT]: `${CONTRACT_TEXT}${refactoring}    supersedes: [hello]\n` });
    const renamed = await runOne(workspace, author, 'rename');
    assert.equal(renamed.status, 'pass', renamed.reason);
    assert.equal((await runOne(workspace, author, 'hello')).upToDate, true, 'a superseded chunk is done by its record');
    const dependent = await runOne(workspace, author, 'bye', { landing: 'none' });
    assert.equal(dependent.status, 'pass', dependent.reason);
  });

  it('[DONE-8] a chunk must not delete a file that an assert of a done chunk needs', async () => {
    const remove = `  - id: remove
    title: Remove hello
    description: Write the module removed.
    maxAttempts: 1
`;
    const required = CONTRACT_TEXT.replace(
      '    creates: [hello]\n',
      '    creates: [hello]\n    assertions:\n' +
        '      - { type: assert, message: Must exist, check: { type: exists, target: src/hello.ts } }\n',
    );
    using workspace = new Workspace(createFiles(required + remove));
    await using author = await Author.start({ ...MODULES, removed: ['src/hello.ts', ''] });
    assert.equal((await runOne(workspace, author, 'hello')).status, 'pass');
    const removed = await runOne(workspace, author, 'remove');
    assert.equal(removed.status, 'fail');
    const failed = removed.attempts[0]?.validation.assertResults.filter(({ passed }) => !passed);
    assert.deepEqual(failed?.map(({ assertion }) => assertion.message).sort(), ['Must create hello', 'Must exist']);
    assert.equal(workspace.read('src/hello.ts'), 'export const hello = 1;\n');
  });

  it('[DONE-8] an assert that failed before the change is not blamed on it', async () => {
    const other =
      '  - { id: other, title: Other, description: Write the module other., creates: [other], maxAttempts: 1 }\n';
    using workspace = await openHelloLanded(CONTRACT_TEXT + other);
    await using author = await Author.start({ other: ['src/other.ts', 'export const other = 1;\n'], ...MODULES });
    workspace.write({ 'src/hello.ts': 'export const gone = 1;\n' });
    workspace.git('commit', '-q', '-a', '-m', 'Rename by hand');
    const run = await runOne(workspace, author, 'other', { landing: 'none' });
    assert.equal(run.status, 'pass', run.reason);
  });

  it('[DONE-5] a copied spec id is an error at both contracts, and neither runs', async () => {
    const copy = 'docs/copy.contract.yaml';
    using workspace = new Workspace(createFiles(CONTRACT_TEXT, { [copy]: CONTRACT_TEXT }));
    await using author = await Author.start();
    await using engine = openFolderEngine(workspace, { server: author.server });
    for (const [file, other] of [
      [CONTRACT, copy],
      [copy, CONTRACT],
    ] as const) {
      const checked = await engine.checks.check(file);
      assert.equal(checked.ok, false);
      const problem = checked.problems.find(({ code }) => code === 'duplicate-spec-id');
      assert.equal(problem?.range.start.line, 2);
      assert.ok(problem.message.includes(`${other}:2`), problem.message);
      const listed = (await engine.contracts.readAll()).find((document) => document.file === file);
      assert.ok(listed?.problems.some(({ code }) => code === 'duplicate-spec-id'));
      await assert.rejects(engine.runs.runAll({ contract: file }), { code: 'contract' });
    }
    assert.equal(author.calls, 0);
    workspace.write({ [copy]: CONTRACT_TEXT.replace('id: greetings', 'id: other-greetings') });
    assert.deepEqual((await engine.contracts.read(CONTRACT)).problems, []);
  });

  it('[DONE-2] the revert of a merge undoes the records of its commits', async () => {
    using workspace = await openLandedByRecord();
    await using author = await Author.start();
    moveToBranch(workspace);
    workspace.git('switch', '-q', 'main');
    workspace.git('merge', '-q', '--no-ff', '--no-edit', 'work');
    assert.equal(summary(await runAll(workspace, author)), BOTH_DONE);
    workspace.git('revert', '--no-edit', '-m', '1', 'HEAD');
    assert.equal(summary(await runAll(workspace, author, { landing: 'none' })), BOTH_RAN);
  });

  it('[DONE-2] [ENF-GATE-4] a file that git ignores counts as existing for a precondition', async () => {
    const precondition = '    preconditions: [{ kind: file_exists, path: local.env }]\n';
    const contract = CONTRACT_TEXT.replace('    creates: [hello]\n', `    creates: [hello]\n${precondition}`);
    const files = createFiles(contract + ALLOWED, { '.gitignore': 'node_modules/\nlocal.env\n' });
    using workspace = new Workspace(files);
    await using author = await Author.start();
    assert.equal((await runOne(workspace, author, 'hello')).status, 'blocked');
    workspace.write({ 'local.env': 'A=1\n' });
    await using engine = openFolderEngine(workspace, { server: author.server });
    assert.deepEqual((await engine.plans.check(CONTRACT)).findings, []);
    assert.equal((await runOne(workspace, author, 'hello', { landing: 'none' })).status, 'pass');
  });

  it('[DONE-2] [COMP-R1] a precondition protects what the chunk has not landed, in each story', async () => {
    const guarded = (creates: string): string =>
      HELLO_TEXT.replace(
        '    creates: [hello]\n',
        `    creates: [${creates}]\n    preconditions: [{ kind: file_absent, path: src/hello.ts }]\n`,
      ) + ALLOWED;
    using landed = new Workspace(createFiles(guarded('hello')));
    await using author = await Author.start();
    assert.equal(summary(await runAll(landed, author)), 'hello: pass');
    landed.git('branch', '-m', 'work');
    landed.git('branch', 'main', 'HEAD~1');
    const other = (workspace: Workspace): void => {
      workspace.write({ 'notes.md': 'Notes.\n' });
      workspace.git('add', '-A');
      workspace.git('commit', '-q', '-m', 'notes');
    };
    const squash = (workspace: Workspace, ...message: readonly string[]): void => {
      workspace.git('switch', '-q', 'main');
      workspace.git('merge', '-q', '--squash', 'work');
      workspace.git('commit', '-q', ...message);
      workspace.git('branch', '-q', '-D', 'work');
    };
    const EXEMPT = { finding: undefined, isBlocked: false };
    const stories: readonly (readonly [
      what: string,
      prepare: (workspace: Workspace) => void,
      expected: object,
      clone?: readonly string[],
    ])[] = [
      ['as it landed', () => undefined, EXEMPT],
      [
        'a merge',
        (workspace) => {
          workspace.git('switch', '-q', 'main');
          other(workspace);
          workspace.git('merge', '-q', '--no-ff', '--no-edit', 'work');
        },
        EXEMPT,
      ],
      [
        'a rebase',
        (workspace) => {
          workspace.git('switch', '-q', 'main');
          other(workspace);
          workspace.git('rebase', '-q', 'main', 'work');
        },
        EXEMPT,
      ],
      ['a squash with its body', (workspace) => squash(workspace, '--no-edit'), EXEMPT],
      // Nothing in the clone says that the chunk has landed.
      [
        'a squash without its body',
        (workspace) => squash(workspace, '-m', 'Hello'),
        { finding: 'warning', isBlocked: true },
      ],
      ['depth 1', other, { finding: undefined, isBlocked: true }, ['--depth=1']],
    ];
    for (const [what, prepare, expected, clone = []] of stories) {
      using source = cloneOf(landed, '--branch', 'work');
      source.git('branch', '-q', 'main', 'origin/main');
      prepare(source);
      using workspace = cloneOf(source, ...clone);
      // The record counts with any fingerprint.
      workspace.write({ [CONTRACT]: guarded('hello').replace('Write the module', 'Write a module') });
      assert.deepEqual(await judgePrecondition(workspace, author), expected, what);
    }
    using byHand = new Workspace(createFiles(guarded('hello'), { 'src/hello.ts': 'export const PRECIOUS = 1;\n' }));
    assert.deepEqual(await judgePrecondition(byHand, author), { finding: 'error', isBlocked: true }, 'another file');
    byHand.write({ 'src/hello.ts': 'export const hello = 1;\n' });
    assert.deepEqual(await judgePrecondition(byHand, author), { finding: 'warning', isBlocked: true }, 'by hand');
    assert.equal((await runOne(byHand, author, 'hello', { skipSatisfied: true })).skippedSatisfied, true);
    await using engine = openFolderEngine(byHand, { server: author.server });
    assert.notEqual((await engine.runs.record(CONTRACT, 'hello')).recorded, undefined);
    assert.deepEqual(await judgePrecondition(byHand, author), EXEMPT, 'recorded');
  });

  it('[DONE-2] "holdfast record" records work that was done without a run, and nothing that is not satisfied', async () => {
    using workspace = new Workspace(createFiles(CONTRACT_TEXT, { 'src/hello.ts': 'export const hello = 1;\n' }));
    await using author = await Author.start();
    {
      await using engine = openFolderEngine(workspace, { server: author.server });
      const { recorded } = await engine.runs.record(CONTRACT, 'hello');
      assert.deepEqual(recorded?.files, ['src/hello.ts']);
      const refused = await engine.runs.record(CONTRACT, 'bye');
      assert.equal(refused.recorded, undefined);
      assert.equal(refused.check.ok, false);
      workspace.write({ [CONTRACT]: `${CONTRACT_TEXT}build: { command: node missing.mjs }\n` });
      const unbuilt = await engine.runs.record(CONTRACT, 'hello');
      assert.equal(unbuilt.recorded, undefined);
      assert.match(unbuilt.reasons.join(), /build command "node missing.mjs" exited with 1/);
      workspace.write({ [CONTRACT]: CONTRACT_TEXT });
    }
    assert.equal((await runOne(workspace, author, 'hello')).upToDate, true);
    assert.equal(author.calls, 0);
    workspace.write({ 'src/hello.ts': 'export const hello = 2;\n' });
    assert.equal(await isDone(workspace, author, 'hello'), false, 'other content needs another record');
  });

  it('[DONE-2] "holdfast record" records the files that it checked, not those that are saved meanwhile', async () => {
    // The build saves another text in the user's folder while the check runs.
    const script = "require('fs').writeFileSync(process.argv[1], 'export const hello = 2;\\n')";
    using workspace = new Workspace(
      createFiles(CONTRACT_TEXT, {
        'src/hello.ts': 'export const hello = 1;\n',
        'holdfast.config.yaml': 'confinement: off\n',
      }),
    );
    const file = join(workspace.folder, 'src/hello.ts');
    workspace.write({
      [CONTRACT]: `${CONTRACT_TEXT}build: { command: ${JSON.stringify(`node -e "${script}" ${file}`)} }\n`,
    });
    await using author = await Author.start({});
    await using engine = openFolderEngine(workspace, { server: author.server });
    const { recorded, reasons } = await engine.runs.record(CONTRACT, 'hello');
    assert.deepEqual(recorded?.files, ['src/hello.ts'], reasons.join());
    assert.equal(workspace.read('src/hello.ts'), 'export const hello = 2;\n');
    assert.equal(await isDone(workspace, author, 'hello'), false, 'the saved text was not checked');
    workspace.write({ 'src/hello.ts': 'export const hello = 1;\n' });
    assert.equal((await runOne(workspace, author, 'hello')).upToDate, true);
  });
});
