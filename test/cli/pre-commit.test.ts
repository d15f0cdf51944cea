import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { projectRoot } from '../scripts/project.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const contract = `version: 2
spec: { id: names, title: Names, description: The names. }
chunks:
  - id: name
    title: Name
    description: A name.
    allowedFiles: [src/name.ts, src/more.ts]
    assertions:
      - message: Must export a name
        check: { type: export_exists, target: name, file: src/name.ts }
`;
const files = { 'names.contract.yaml': contract, 'src/name.ts': 'export const name = 1;\n' };
const PROGRAM = `"${process.execPath}" "${join(projectRoot, 'dist', 'cli.js')}"`;
const HOOK = '.git/hooks/pre-commit';

function init(workspace: Workspace, ...args: string[]) {
  return callHoldfast(workspace.folder, ['init', '--pre-commit', ...args], workspace.environment());
}

/** Commits like a person does: with hooks. Returns whether git created the commit. */
function commit(workspace: Workspace, ...args: string[]): boolean {
  return commitWith(workspace, {}, ...args);
}

function commitWith(workspace: Workspace, variables: Record<string, string>, ...args: string[]): boolean {
  const before = workspace.git('rev-parse', 'HEAD');
  const env = { ...process.env, ...workspace.environment(), ...variables };
  try {
    execFileSync('git', ['commit', '-qm', 'change', ...args], { cwd: workspace.folder, env, stdio: 'pipe' });
  } catch {
    assert.equal(workspace.git('rev-parse', 'HEAD'), before);
    return false;
  }
  return true;
}

describe('holdfast init --pre-commit', () => {
  it('[AGENT-6] rejects a commit by what is staged, and accepts the corrected one', async () => {
    using workspace = new Workspace(files);
    const args = ['init', '--pre-commit', '--program', PROGRAM];
    const written = await runHoldfast(workspace.folder, args, workspace.environment());
    assert.equal(written.stdout, `${HOOK}: created\n`, written.stderr);
    workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
    workspace.git('add', '-A');
    workspace.write({ 'src/name.ts': 'export const name = 2;\n' });
    assert.equal(commit(workspace), false, 'the staged content is wrong');
    workspace.git('add', '-A');
    assert.equal(commit(workspace), true);
    workspace.write({ 'src/name.ts': 'export const other = 1;\n', 'src/more.ts': 'export {};\n' });
    workspace.git('add', '-A');
    assert.equal(commit(workspace, '--only', 'src/more.ts'), true, 'git names the index of the partial commit');
    assert.equal(commit(workspace, '--no-verify'), true);
  });

  it('[AGENT-6] keeps an existing hook, adds the check once, and removes it without a trace', async () => {
    using workspace = new Workspace(files);
    const hook = '#!/usr/bin/env bash\nset -e\necho mine\nexit 0\n';
    workspace.write({ [HOOK]: hook });
    chmodSync(join(workspace.folder, HOOK), 0o755);
    assert.equal((await init(workspace)).stdout, `${HOOK}: merged\n`);
    const merged = workspace.read(HOOK);
    assert.match(
      merged,
      /^#!\/usr\/bin\/env bash\n# >>> holdfast >>>\n#.*\nholdfast check --staged --since HEAD \|\| exit 1\n/,
    );
    assert.ok(merged.endsWith('set -e\necho mine\nexit 0\n'));
    assert.equal((await init(workspace)).stdout, `${HOOK}: unchanged\n`);
    assert.equal((await init(workspace, '--program', 'npx holdfast')).stdout, `${HOOK}: merged\n`);
    assert.equal(workspace.read(HOOK).match(/check --staged/g)?.length, 1);
    assert.equal((await init(workspace, '--remove')).stdout, `${HOOK}: removed\n`);
    assert.equal(workspace.read(HOOK), hook);
    assert.equal(statSync(join(workspace.folder, HOOK)).mode & 0o111, 0o111);
    assert.equal((await init(workspace, '--remove')).stdout, `${HOOK}: unchanged\n`);
  });

  it('[AGENT-6] uses the folder of core.hooksPath, rejects with a readable message, and leaves no trace', async () => {
    using workspace = new Workspace(files);
    workspace.git('config', 'core.hooksPath', '.githooks');
    assert.equal((await init(workspace, '--program', PROGRAM)).stdout, '.githooks/pre-commit: created\n');
    assert.equal(existsSync(join(workspace.folder, HOOK)), false);
    workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
    workspace.git('add', 'src');
    const rejected = spawnSync('git', ['commit', '-qm', 'change'], {
      cwd: workspace.folder,
      encoding: 'utf8',
      env: { ...process.env, ...workspace.environment(), NO_COLOR: '1' },
    });
    assert.equal(rejected.status, 1);
    const shown = rejected.stdout + rejected.stderr;
    assert.match(shown, /✗ name Name not satisfied, 0\/1\n {4}assert Must export a name src\/name\.ts:1:1\n/);
    assert.match(shown, /1 affected chunk, 1 failed/);
    // The hook itself is a term: a person allows it for this commit, and the rest is judged.
    workspace.git('add', '-A');
    assert.equal(commitWith(workspace, { HOLDFAST_MAY_CHANGE: 'terms' }), false);
    workspace.write({ 'src/name.ts': 'export const name = 2;\n' });
    workspace.git('add', '-A');
    assert.equal(commit(workspace), false);
    assert.equal(commitWith(workspace, { HOLDFAST_MAY_CHANGE: 'term' }), false);
    assert.equal(commitWith(workspace, { HOLDFAST_MAY_CHANGE: 'terms' }), true);
    workspace.write({ 'src/name.ts': 'export const name = 3;\n' });
    workspace.git('add', '-A');
    assert.equal(commit(workspace), true);
    assert.equal((await init(workspace, '--remove')).stdout, '.githooks/pre-commit: removed\n');
    assert.equal(existsSync(join(workspace.folder, '.githooks/pre-commit')), false);
  });

  it('[AGENT-6] keeps the line ends of a hook from Windows, and a missing last line end', async () => {
    using workspace = new Workspace(files);
    for (const hook of ['#!/bin/sh\r\necho mine\r\n', '#!/bin/bash -e\necho mine']) {
      workspace.write({ [HOOK]: hook });
      assert.equal((await init(workspace)).stdout, `${HOOK}: merged\n`, hook);
      // A shell of Unix does not run lines that end with a carriage return.
      assert.match(workspace.read(HOOK), /\nholdfast check --staged --since HEAD \|\| exit 1\n/);
      assert.equal((await init(workspace, '--remove')).stdout, `${HOOK}: removed\n`, hook);
      assert.equal(workspace.read(HOOK), hook);
    }
  });

  it('[AGENT-6] removes a hook that it created, and changes to a workspace folder below the top level', async () => {
    using workspace = new Workspace({ "packages/it's/holdfast.config.yaml": '{}\n' });
    const folder = join(workspace.folder, "packages/it's");
    const run = (...args: string[]) => callHoldfast(folder, ['init', '--pre-commit', ...args], workspace.environment());
    assert.equal((await run()).code, 0);
    assert.match(
      workspace.read(HOOK),
      /^\(cd 'packages\/it'\\''s\/' && holdfast check --staged --since HEAD\) \|\| exit 1$/m,
    );
    assert.equal((await run('--remove')).code, 0);
    assert.equal(existsSync(join(workspace.folder, HOOK)), false);
  });

  it('[AGENT-6] writes nothing if a hook manager owns the hooks, and says what to add', async () => {
    for (const [file, pattern] of [
      ['.husky/pre-commit', /\.husky\/pre-commit:\nholdfast check --staged --since HEAD/],
      ['lefthook.yml', /pre-commit:\n {2}commands:\n {4}holdfast:/],
      ['.pre-commit-config.yaml', /- repo: local/],
    ] as const) {
      using workspace = new Workspace({ ...files, [file]: '\n' });
      const run = await init(workspace);
      assert.equal(run.code, 0, run.stderr);
      assert.match(run.stdout, pattern);
      assert.equal(existsSync(join(workspace.folder, HOOK)), false);
    }
  });

  it('[AGENT-6] refuses a folder of hooks that other repositories can use, and says what to add there', async () => {
    using other = new Workspace({ 'hooks/pre-commit': '#!/bin/sh\necho shared\n' });
    const shared = join(other.folder, 'hooks');
    const missing = join(other.folder, 'missing');
    const setHooksPath = (value: string) => (workspace: Workspace) => workspace.git('config', 'core.hooksPath', value);
    const outside: readonly (readonly [string, (workspace: Workspace) => unknown, string?])[] = [
      ['a folder', setHooksPath(shared)],
      ['a missing folder', setHooksPath(missing)],
      ['a relative path', (workspace) => setHooksPath(relative(workspace.folder, shared))(workspace)],
      ['no hooks at all', setHooksPath('/dev/null')],
      [
        'the configuration of the user',
        (workspace) =>
          workspace.git('config', '--file', join(workspace.folder, '.git/more'), 'core.hooksPath', shared) +
          workspace.git('config', 'include.path', 'more'),
      ],
      [
        'a link in the repository',
        (workspace) => {
          symlinkSync(shared, join(workspace.folder, '.githooks'));
          setHooksPath('.githooks')(workspace);
        },
      ],
      [
        'a link in place of .git/hooks',
        (workspace) => {
          rmSync(join(workspace.folder, '.git/hooks'), { recursive: true, force: true });
          symlinkSync(shared, join(workspace.folder, '.git/hooks'));
        },
      ],
      ['a workspace folder below the top level', setHooksPath(shared), 'packages/a'],
    ];
    for (const [title, arrange, folder = ''] of outside) {
      using workspace = new Workspace({ ...files, 'packages/a/holdfast.config.yaml': '{}\n' });
      arrange(workspace);
      const run = await callHoldfast(join(workspace.folder, folder), ['init', '--pre-commit'], workspace.environment());
      assert.equal(run.code, 2, title);
      assert.match(run.stderr, /is outside the repository/, title);
      assert.match(run.stderr, /show-toplevel.*check --staged --since HEAD\)? \|\| exit 1/, title);
      assert.equal(other.read('hooks/pre-commit'), '#!/bin/sh\necho shared\n', title);
      assert.equal(existsSync(missing), false, title);
    }
  });

  it('[AGENT-6] adds the check to hooks that only the work trees of a repository use', async () => {
    const inside: readonly (readonly [string, (workspace: Workspace) => string])[] = [
      [
        'an absolute path',
        (workspace) => (workspace.git('config', 'core.hooksPath', join(workspace.folder, 'hooks')), ''),
      ],
      ['a linked work tree', (workspace) => (workspace.git('worktree', 'add', '-q', '.git/linked'), '.git/linked')],
      [
        'a linked work tree with its own folder',
        (workspace) => {
          workspace.git('worktree', 'add', '-q', '.git/linked');
          workspace.git('config', 'core.hooksPath', 'hooks');
          return '.git/linked';
        },
      ],
    ];
    for (const [title, arrange] of inside) {
      using workspace = new Workspace(files);
      const folder = join(workspace.folder, arrange(workspace));
      const run = await callHoldfast(folder, ['init', '--pre-commit'], workspace.environment());
      assert.match(run.stdout, /pre-commit: created\n/, `${title}: ${run.stderr}`);
    }
  });

  it('[AGENT-6] runs the printed line in its own repository only', async () => {
    using shared = new Workspace({}, { git: false });
    using workspace = new Workspace(files);
    using other = new Workspace(files);
    for (const one of [workspace, other]) one.git('config', 'core.hooksPath', join(shared.folder, 'hooks'));
    const { stderr } = await init(workspace, '--program', PROGRAM);
    const line = stderr.split('\n').find((one) => one.startsWith('[ '));
    shared.write({ 'hooks/pre-commit': `#!/bin/sh\n${line ?? ''}\n` });
    chmodSync(join(shared.folder, 'hooks/pre-commit'), 0o755);
    for (const one of [workspace, other]) {
      one.write({ 'src/name.ts': 'export const other = 1;\n' });
      one.git('add', '-A');
    }
    assert.equal(commit(workspace), false);
    assert.equal(commit(other), true);
  });

  it('[AGENT-6] refuses a hook that it cannot merge with, and a folder without git', async () => {
    using workspace = new Workspace(files);
    workspace.write({ [HOOK]: '#!/usr/bin/env python3\n' });
    const script = await init(workspace);
    assert.equal(script.code, 2);
    assert.match(script.stderr, /it is not a shell script[\s\S]*holdfast check --staged --since HEAD/);
    execFileSync('rm', [join(workspace.folder, HOOK)]);
    symlinkSync('../../src/name.ts', join(workspace.folder, HOOK));
    assert.match((await init(workspace)).stderr, /it is not a regular file/);
    using plain = new Workspace(files, { git: false });
    const none = await init(plain);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /not in a git repository/);
  });
});
