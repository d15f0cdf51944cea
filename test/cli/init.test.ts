import assert from 'node:assert/strict';
import type { Engine } from '../../src/engine.ts';
import { proposeSetupCommand } from '../../src/cli/commands/propose-setup-command.ts';
import { initCommand } from '../../src/cli/commands/init-command.ts';
import type { CommandContext } from '../../src/cli/base/command-context.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext" } }',
  'src/math.ts': 'export function add(a: number, b: number): number { return a + b; }\n',
  'notes.md': '# Notes\n',
};

function run(workspace: Workspace, ...args: string[]) {
  return callHoldfast(workspace.folder, args, workspace.environment());
}

describe('holdfast init', () => {
  it('[EDIT-1] writes a template, and never overwrites without --force', async () => {
    using workspace = new Workspace(FILES);
    const args = ['init', '--template', 'function', '--task', 'Add a subtract function', '--name', 'subtract'];
    const first = await run(workspace, ...args);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^subtract\.contract\.yaml: written\nNext: replace the values that begin with "TODO: "/);
    const text = workspace.read('subtract.contract.yaml');
    assert.match(text, /creates: \[subtract\(\)\]/);
    assert.equal((await run(workspace, 'plan', 'check', 'subtract.contract.yaml')).code, 0);
    const second = await run(workspace, ...args);
    assert.equal(second.code, 2);
    assert.match(second.stderr, /subtract\.contract\.yaml: the file already exists/);
    assert.equal((await run(workspace, ...args, '--force')).code, 0);
  });

  it('[ENF-FUTURE-5] --from states code that passes check at once', async () => {
    using workspace = new Workspace(FILES);
    const written = await run(workspace, 'init', '--from', 'src/math.ts', '--format', 'json');
    assert.equal(written.code, 0, written.stderr);
    assert.deepEqual(JSON.parse(written.stdout), { file: 'math.contract.yaml', chunks: 1, requirements: 2, notes: [] });
    assert.equal((await run(workspace, 'check', '--strict')).code, 0);
    workspace.write({ 'src/math.ts': FILES['src/math.ts'].replace('b: number', 'b: string') });
    assert.equal((await run(workspace, 'check')).code, 1);
  });

  it('[ENF-FUTURE-5] --from-diff states a branch', async () => {
    using workspace = new Workspace(FILES);
    workspace.git('checkout', '-q', '-b', 'feature');
    workspace.write({ 'src/more.ts': 'export const more = (): string => "x";\n' });
    const written = await run(workspace, 'init', '--from-diff');
    assert.equal(written.code, 0, written.stderr);
    assert.match(written.stdout, /The code satisfies all of them/);
    assert.equal((await run(workspace, 'check', '--strict')).code, 0);
  });

  it('[ENF-FUTURE-5] explains a wrong file, an unknown revision, and what to start from', async () => {
    using workspace = new Workspace(FILES);
    const failures: readonly (readonly [args: readonly string[], message: RegExp])[] = [
      [['--from', 'notes.md'], /notes\.md is not.*\nModules are TypeScript, JavaScript/],
      [['--from', 'src/none.ts'], /src\/none\.ts does not exist/],
      [['--from-diff', 'nowhere'], /the revision "nowhere"/],
      [['--template', 'nothing'], /there is no template "nothing"\nThe templates are module, function/],
      [['--actions'], /--package is missing/],
    ];
    for (const [args, message] of failures) {
      const failed = await run(workspace, 'init', ...args);
      assert.equal(failed.code, 2, args.join(' '));
      assert.match(failed.stderr, message);
    }
  });

  it('[ENF-FUTURE-5] --dry-run prints the contract, and an option that does not apply is refused: nothing is written', async () => {
    using workspace = new Workspace(FILES);
    const before = workspace.state();
    for (const start of [
      ['--from', 'src/math.ts'],
      ['--from-diff', 'HEAD'],
      ['--template', 'module'],
      ['--task', 'Add a name'],
    ]) {
      const printed = await run(workspace, 'init', ...start, '--dry-run');
      assert.equal(printed.code, 0, printed.stderr);
      assert.match(printed.stdout, /^version: 3$/m);
      const data = await run(workspace, 'init', ...start, '--dry-run', '--format', 'json');
      assert.match((JSON.parse(data.stdout) as { text: string }).text, /^version: 3$/m);
    }
    for (const args of [
      ['--actions', '--dry-run'],
      ['--pre-commit', '--dry-run'],
      ['--actions', '--remove'],
      ['--from', 'src/math.ts', '--remove'],
      ['--from', 'src/math.ts', '--user'],
      ['--pre-commit', '--mcp'],
      ['--pre-commit', '--force'],
      ['--agents', 'claude', '--package', 'x'],
      ['--task', 'Add a name', '--program', 'x'],
      ['--actions', '--name', 'x'],
    ]) {
      const refused = await run(workspace, 'init', ...args);
      assert.equal(refused.code, 2, args.join(' '));
      assert.match(refused.stderr, /does not apply to .*\n.*Nothing was written/, args.join(' '));
    }
    assert.deepEqual(workspace.state(), before);
  });

  it('[CHANGE-6] without options, it prints what the repository lacks, each with its command', async () => {
    using workspace = new Workspace({ ...FILES, '.claude/settings.json': '{}\n' });
    const proposed = await run(workspace, 'init');
    assert.equal(proposed.code, 0, proposed.stderr);
    assert.deepEqual(
      proposed.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)[0]),
      [
        'holdfast init --agents',
        'holdfast init --pre-commit',
        'holdfast check --since origin/main',
        'holdfast init --from <file or folder>',
      ],
    );
    await run(workspace, 'init', '--agents');
    await run(workspace, 'init', '--pre-commit');
    const rest = await run(workspace, 'init');
    assert.doesNotMatch(rest.stdout, /--agents|--pre-commit/);
  });

  it('[CHANGE-6] without options on a terminal, one key adds what is chosen', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const answers = ['x', 'P'];
    const output: string[] = [];
    const context = createContext(workspace, engine, answers, output);
    assert.equal(await proposeSetupCommand(context), 0);
    assert.match(workspace.read('.git/hooks/pre-commit'), /check --staged --since HEAD/);
    assert.equal(await proposeSetupCommand(context), 130, 'the person cancels');
  });

  it('[EDIT-1] prompts on a terminal until the answers are valid', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const output: string[] = [];
    const answers = ['x', '9', '1', '', 'Add a multiply helper'];
    const context = createContext(workspace, engine, answers, output);
    assert.equal(await initCommand(context, { format: 'text' }), 0);
    assert.match(output.join('\n'), / {2}1 {2}New module - /);
    assert.match(workspace.read('multiply-helper.contract.yaml'), /creates: \[multiplyHelper\]/);
    assert.equal(await initCommand(context, { format: 'text' }), 130, 'the person cancels');
  });
});

/** A terminal on which a person types the answers. */
function createContext(workspace: Workspace, engine: Engine, answers: string[], output: string[]): CommandContext {
  return {
    terminal: {
      input: process.stdin,
      result: (line) => void output.push(line),
      progressLine: (line) => void output.push(line),
      status: () => undefined,
      progressPart: (text) => void output.push(text),
      style: (_style, text) => text,
      interactive: true,
      prompt: () => Promise.resolve(answers.shift()),
    },
    onProgress: () => undefined,
    workingDirectory: workspace.folder,
    signal: new AbortController().signal,
    environment: {},
    openEngine: () => Promise.resolve(engine),
  };
}

describe('holdfast assertion', () => {
  it('[ENF-FUTURE-3] lists the templates, and adds one with values from the code', async () => {
    using workspace = new Workspace(FILES);
    const listed = await run(workspace, 'assertion', 'list');
    assert.match(listed.stdout, /^exported-function {2}Exported function with signature\./m);
    await run(workspace, 'init', '--template', 'module', '--task', 'Add math', '--name', 'math');
    const text = workspace.read('math.contract.yaml');
    const added = await run(
      workspace,
      'assertion',
      'add',
      'math.contract.yaml',
      'exported-function',
      '--set',
      'name=add',
    );
    assert.equal(added.code, 0, added.stderr);
    assert.match(
      added.stdout,
      /^math\.contract\.yaml:\d+: added: add must have the signature \(a: number, b: number\) => number\nstrength \[math\] 2 of 2 /,
    );
    const after = workspace.read('math.contract.yaml');
    assert.ok(after.startsWith(text.slice(0, text.indexOf('    # A command'))), after);
    const wrong = await run(workspace, 'assertion', 'add', 'math.contract.yaml', 'no-console', '--set', 'file');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /"file": it is not name=value/);
  });
});
