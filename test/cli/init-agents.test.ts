import { strict as assert } from 'node:assert';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DoctorFinding } from '../../src/engine.ts';
import { createHealthFiles } from './support/health-check.ts';
import { callHoldfast, runHoldfast, type ProcessResult } from './support/holdfast.ts';
import { useHome } from './support/home-folder.ts';
import { Workspace } from './support/workspace.ts';

const ALL = 'claude,codex,copilot,vscode,gemini,cursor,qwen,opencode';

/** Hooks that the user of each client has already. */
const EXISTING = {
  '.claude/settings.json':
    '{\n  "model": "x",\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "mine" }] }] }\n}\n',
  '.codex/hooks.json': '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"mine"}]}]}}\n',
  '.gemini/settings.json': '{\n    // mine\n    "hooks": {\n        "AfterAgent": []\n    },\n    "theme": "dark"\n}\n',
  '.cursor/hooks.json': '{\n  "version": 1,\n  "hooks": {\n    "afterFileEdit": [{ "command": "mine" }]\n  }\n}\n',
  '.qwen/settings.json': '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [] }\n\t\t]\n\t}\n}\n',
  '.opencode/plugins/mine.js': 'export const Mine = async () => ({});\n',
};

async function init(
  workspace: Workspace,
  args: readonly string[],
  home = workspace.folder,
  holdfast: typeof runHoldfast = callHoldfast,
): Promise<ProcessResult> {
  using _ = useHome(home);
  return await holdfast(workspace.folder, ['init', ...args], workspace.environment());
}

describe('holdfast init --agents', () => {
  it('[AGENT-3] merges the hooks of every client with existing ones, shows the difference and removes them without a trace', async () => {
    using workspace = new Workspace({ ...createHealthFiles(), ...EXISTING });
    const before = workspace.state();
    const planned = await init(workspace, ['--agents', ALL, '--dry-run']);
    assert.match(planned.stdout, /Nothing was written/);
    assert.deepEqual(workspace.state(), before);

    const written = await init(workspace, ['--agents', ALL], workspace.folder, runHoldfast);
    assert.equal(written.code, 0, written.stderr);
    assert.match(written.stdout, /^\.claude\/settings\.json: changed \(claude\)$/m);
    assert.match(written.stdout, /^\.github\/hooks\/holdfast\.json: created \(copilot, vscode\)$/m);
    assert.match(written.stdout, /^\+.*holdfast hook stop --client codex/m);
    for (const file of Object.keys(EXISTING)) assert.ok(existsSync(join(workspace.folder, file)), file);
    assert.match(workspace.read('.gemini/settings.json'), /\/\/ mine[\s\S]*"timeout": 60000/);
    const again = await init(workspace, ['--agents', ALL]);
    assert.ok(!/: (?:created|changed)/.test(again.stdout), again.stdout);

    const removed = await init(workspace, ['--agents', ALL, '--remove']);
    assert.equal(removed.code, 0, removed.stderr);
    assert.deepEqual(workspace.state(), before);
    assert.ok(!existsSync(join(workspace.folder, '.github')));
  });

  it('[AGENT-3] restores files without hooks of their user, written twice, byte for byte', async () => {
    const empty = {
      '.claude/settings.json': '',
      '.codex/hooks.json': '{"hooks":{}}',
      '.github/hooks/holdfast.json': '{\n  "version": 1,\n  "hooks": {}\n}\n',
      '.gemini/settings.json': '{}\n',
      '.cursor/hooks.json': '{\r\n  "version": 1,\r\n  "hooks": { }\r\n}\r\n',
      '.qwen/settings.json': '{\n\t"hooks": {\n\t\t"SessionStart": [] // none\n\t}\n}',
    };
    using workspace = new Workspace(empty);
    const before = workspace.state();
    await init(workspace, ['--agents', ALL]);
    await init(workspace, ['--agents', ALL, '--program', 'npx holdfast']);
    assert.match(workspace.read('.gemini/settings.json'), /npx holdfast hook stop/);
    const removed = await init(workspace, ['--agents', ALL, '--remove']);
    assert.equal(removed.code, 0, removed.stderr);
    assert.deepEqual(workspace.state(), before);

    await init(workspace, ['--agents', ALL]);
    const edited = workspace.read('.gemini/settings.json').replace(/\}\s*$/, ', "theme": "dark" }\n');
    workspace.write({ '.gemini/settings.json': edited });
    await init(workspace, ['--agents', ALL, '--remove']);
    assert.deepEqual(JSON.parse(workspace.read('.gemini/settings.json')), { theme: 'dark' });
    assert.equal(workspace.read('.codex/hooks.json'), empty['.codex/hooks.json']);
  });

  it('[AGENT-3] writes nothing if one file cannot be parsed, or a file of another origin is in the way', async () => {
    using workspace = new Workspace({ '.claude/settings.json': '{\n  "hooks": \n' });
    const before = workspace.state();
    const run = await init(workspace, ['--agents', 'codex,claude']);
    assert.equal(run.code, 2);
    assert.match(run.stderr, /^Failed to read \.claude\/settings\.json: line \d+: /);
    workspace.write({ '.opencode/plugins/holdfast.js': '// mine\n' });
    const other = await init(workspace, ['--agents', 'codex,opencode']);
    assert.match(other.stderr, /the file exists and is not from Holdfast/);
    assert.ok(!existsSync(join(workspace.folder, '.codex')));
    workspace.write({ '.opencode/plugins/holdfast.js': '// mine\n' });
    await init(workspace, ['--agents', 'opencode', '--remove']);
    assert.equal(workspace.read('.opencode/plugins/holdfast.js'), '// mine\n');
    assert.equal(workspace.read('.claude/settings.json'), '{\n  "hooks": \n');
    assert.equal(before['.git/index'], workspace.state()['.git/index']);
  });

  it('[AGENT-3] writes the files of the user only with --user, and runs commands only there', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    using home = new Workspace({ '.codex/config.toml': '' }, { git: false });
    const refused = await init(workspace, ['--agents', 'codex', '--run-commands'], home.folder);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /--run-commands is only for your own files/);
    const run = await init(workspace, ['--agents', '--user', '--run-commands'], home.folder);
    assert.equal(run.code, 0, run.stderr);
    assert.match(home.read('.codex/hooks.json'), /"holdfast hook stop --client codex --run-commands"/);
    assert.ok(!existsSync(join(workspace.folder, '.codex')));
  });

  it('[AGENT-3] names the agents if none is named and none has files, or if one is unknown', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    assert.match((await init(workspace, ['--agents'])).stderr, /no agent has files here\nName the agents: .*opencode/);
    assert.match(
      (await init(workspace, ['--agents', 'aider'])).stderr,
      /unknown agent "aider"\nThe agents are claude, /,
    );
  });
});

describe('holdfast doctor about agents', () => {
  /** A Codex that answers as the real one does, about the hooks of a file. */
  function createCodex(state: string): string {
    return `#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { join } from 'node:path';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  if (method === 'initialize') answer({});
  const file = join(params?.cwds?.[0] ?? '', '.codex/hooks.json');
  const hooks = [{ key: file + ':stop:0:0', currentHash: 'sha256:1', trustStatus: '${state}' }];
  if (method === 'hooks/list') answer({ data: [{ cwd: params.cwds[0], hooks }] });
});
`;
  }

  it('[AGENT-3] shows whether the hooks are found, current and trusted, and whether their program exists', async function () {
    if (process.platform === 'win32') this.skip();
    using workspace = new Workspace(createHealthFiles());
    using home = new Workspace({}, { git: false });
    const bin = join(home.folder, 'bin');
    mkdirSync(bin);
    const writeProgram = (name: string, text: string): void => {
      writeFileSync(join(bin, name), text);
      chmodSync(join(bin, name), 0o755);
    };
    writeFileSync(join(bin, 'package.json'), '{ "type": "module" }');
    const doctor = async (): Promise<readonly DoctorFinding[]> => {
      const environment = { HOME: home.folder, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
      const run = await runHoldfast(workspace.folder, ['doctor', '--format', 'json'], {
        ...workspace.environment(),
        ...environment,
      });
      const { findings } = JSON.parse(run.stdout) as { findings: readonly DoctorFinding[] };
      return findings.filter(({ subject }) => subject.startsWith('agent'));
    };
    assert.deepEqual(await doctor(), []);

    await init(workspace, ['--agents', 'codex,qwen,gemini', '--program', 'holdfast-for-test'], home.folder);
    const missing = await doctor();
    assert.match(missing[0]?.message ?? '', /the program holdfast-for-test is not on the PATH/);

    writeProgram('holdfast-for-test', '');
    writeProgram('codex', createCodex('untrusted'));
    const untrusted = await doctor();
    assert.deepEqual(
      untrusted.map(({ level, subject }) => [subject, level]),
      [
        ['agent codex', 'warning'],
        ['agent gemini', 'warning'],
        ['agent qwen', 'ok'],
      ],
    );
    assert.match(untrusted[0]?.message ?? '', /Codex skips them: untrusted/);
    assert.match(untrusted[0]?.hint ?? '', /open \/hooks/);

    writeProgram('codex', createCodex('trusted'));
    home.write({ '.gemini/trustedFolders.json': JSON.stringify({ [workspace.folder]: 'TRUST_FOLDER' }) });
    assert.deepEqual(
      (await doctor()).map(({ level }) => level),
      ['ok', 'ok', 'ok'],
    );
    const changed = workspace.read('.qwen/settings.json').replace('"timeout": 60', '"timeout": 1');
    workspace.write({ '.qwen/settings.json': changed });
    assert.match((await doctor()).at(-1)?.message ?? '', /not those that this version writes/);
  });
});
