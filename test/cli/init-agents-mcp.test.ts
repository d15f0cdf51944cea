import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createHealthFiles } from './support/health-check.ts';
import { callHoldfast, type ProcessResult } from './support/holdfast.ts';
import { useHome } from './support/home-folder.ts';
import { Workspace } from './support/workspace.ts';

const ALL = 'claude,codex,copilot,vscode,gemini,cursor,qwen,opencode';

/** MCP servers that the user of each client has already. */
const EXISTING = {
  '.mcp.json': '{ "mcpServers": { "mine": { "command": "mine" } } }\n',
  '.codex/config.toml': 'model = "x"\n\n[mcp_servers.mine]\ncommand = "mine"\n',
  '.gemini/settings.json': '{\n    // mine\n    "theme": "dark"\n}\n',
  '.cursor/mcp.json': '{\n  "mcpServers": {\n    "mine": { "command": "mine" }\n  }\n}\n',
  'opencode.json': '{\n\t"model": "x"\n}\n',
};
const SERVER = { command: 'holdfast', args: ['mcp'] };

async function init(workspace: Workspace, ...args: readonly string[]): Promise<ProcessResult> {
  using _ = useHome(join(workspace.folder, '..', 'home'));
  return await callHoldfast(workspace.folder, ['init', ...args], workspace.environment());
}

describe('holdfast init --agents --mcp', () => {
  it('[AGENT-3] [AGENT-5] adds the MCP server to the files of every client, and removes it without a trace', async () => {
    using workspace = new Workspace({ ...createHealthFiles(), ...EXISTING });
    const before = workspace.state();
    const written = await init(workspace, '--agents', ALL, '--mcp');
    assert.equal(written.code, 0, written.stderr);
    assert.match(written.stdout, /^\.mcp\.json: changed \(claude\)$/m);
    const { mcpServers } = JSON.parse(workspace.read('.mcp.json')) as { mcpServers: unknown };
    assert.deepEqual(mcpServers, { mine: { command: 'mine' }, holdfast: SERVER });
    assert.equal(
      workspace.read('.codex/config.toml'),
      `${EXISTING['.codex/config.toml']}\n[mcp_servers.holdfast]\ncommand = "holdfast"\nargs = ["mcp"]\n`,
    );
    // One file has the hooks and the server.
    assert.match(
      workspace.read('.gemini/settings.json'),
      /\/\/ mine[\s\S]*"AfterAgent"[\s\S]*"mcpServers": \{\s*"holdfast"/,
    );
    const qwen = JSON.parse(workspace.read('.qwen/settings.json')) as Record<string, unknown>;
    assert.deepEqual([Object.keys(qwen), qwen['mcpServers']], [['hooks', 'mcpServers'], { holdfast: SERVER }]);
    assert.deepEqual((JSON.parse(workspace.read('opencode.json')) as Record<string, unknown>)['mcp'], {
      holdfast: { type: 'local', command: ['holdfast', 'mcp'], enabled: true },
    });
    const again = await init(workspace, '--agents', ALL, '--mcp');
    assert.ok(!/: (?:created|changed)/.test(again.stdout), again.stdout);

    const removed = await init(workspace, '--agents', ALL, '--remove');
    assert.equal(removed.code, 0, removed.stderr);
    assert.deepEqual(workspace.state(), before);
    assert.ok(!existsSync(join(workspace.folder, '.qwen')));
  });

  it('[AGENT-3] writes no server without the option, and replaces the one of another program', async () => {
    using workspace = new Workspace({ '.codex/config.toml': 'model = "x"' });
    await init(workspace, '--agents', 'codex,claude');
    assert.equal(workspace.read('.codex/config.toml'), 'model = "x"');
    assert.ok(!existsSync(join(workspace.folder, '.mcp.json')));
    await init(workspace, '--agents', 'codex,claude', '--mcp', '--program', 'npx --no-install holdfast');
    assert.match(
      workspace.read('.codex/config.toml'),
      /command = "npx"\nargs = \["--no-install", "holdfast", "mcp"\]\n$/,
    );
    await init(workspace, '--agents', 'codex,claude', '--mcp');
    assert.equal(
      workspace.read('.codex/config.toml'),
      'model = "x"\n[mcp_servers.holdfast]\ncommand = "holdfast"\nargs = ["mcp"]\n',
    );
    assert.deepEqual(JSON.parse(workspace.read('.mcp.json')), { mcpServers: { holdfast: SERVER } });
    await init(workspace, '--agents', 'codex,claude', '--remove');
    assert.equal(workspace.read('.codex/config.toml'), 'model = "x"');
    assert.ok(!existsSync(join(workspace.folder, '.mcp.json')));
  });

  it('[AGENT-3] writes nothing if a file has servers of another form, or the program needs a shell', async () => {
    using workspace = new Workspace({ ...createHealthFiles(), '.mcp.json': '{ "mcpServers": [] }\n' });
    const before = workspace.state();
    const wrong = await init(workspace, '--agents', 'codex,claude', '--mcp');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /Failed to read \.mcp\.json: "mcpServers" is not an object/);
    const shell = await init(workspace, '--agents', 'codex', '--mcp', '--program', 'a && holdfast');
    assert.equal(shell.code, 2);
    assert.match(shell.stderr, /Failed to read the program "a && holdfast"/);
    assert.deepEqual(workspace.state(), before);
  });
});
