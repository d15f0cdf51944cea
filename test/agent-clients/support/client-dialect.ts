import { join } from 'node:path';
import type { ScriptedToolCall, RecordedRequest } from '../../servers/loopback-server.ts';
import { listToolNames } from '../../servers/agent-model.ts';
import { readCodexHooks } from './codex-hooks.ts';
import type { ClientSite, ProgramResult } from './client-site.ts';

/** How one client is set up and started, and which tools its model has. */
export interface ClientDialect {
  readonly id: 'codex' | 'gemini' | 'qwen' | 'opencode';
  /** Writes the configuration of the home folder: the model at an address, and no telemetry. */
  readonly configure: (site: ClientSite, modelUrl: string) => void;
  /** Trusts the workspace and its hooks, as a person would in the client's own dialog. */
  readonly trust: (site: ClientSite) => Promise<void>;
  readonly run: (
    site: ClientSite,
    modelUrl: string,
    environment?: Readonly<Record<string, string>>,
  ) => Promise<ProgramResult>;
  /** The tool call that writes a file. */
  readonly write: (site: ClientSite, file: string, text: string) => ScriptedToolCall;
  readonly shell: (command: string) => ScriptedToolCall;
  /** Requests of the conversation. Clients send others, for example to summarize. */
  readonly isTurn: (request: RecordedRequest) => boolean;
}

export const TASK = 'Carry out your task.';

/** Whether the request offers a tool. */
function offers(request: RecordedRequest, tool: string): boolean {
  return listToolNames(request).includes(tool);
}

const codex: ClientDialect = {
  id: 'codex',
  configure: (site, modelUrl) => {
    site.writeHome('.codex/config.toml', codexConfiguration(site, modelUrl));
  },
  trust: async (site) => {
    // What a person does under /hooks, recorded for files of this test in a home folder of this test.
    const hooks = await readCodexHooks(site);
    const states = hooks.map(({ key, currentHash }) => `[hooks.state."${key}"]\ntrusted_hash = "${currentHash}"\n`);
    site.appendHome('.codex/config.toml', states.join(''));
  },
  run: (site, _modelUrl, environment) =>
    site.run('codex', ['exec', '--json', TASK], { SCRIPTED_KEY: 'none', ...environment }),
  write: (_site, file, text) => ({
    name: 'apply_patch',
    rawArguments: `*** Begin Patch\n*** Add File: ${file}\n${text.trimEnd().replace(/^/gm, '+')}\n*** End Patch\n`,
  }),
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
  isTurn: (request) => offers(request, 'apply_patch'),
};

function codexConfiguration({ folder }: ClientSite, modelUrl: string): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
[model_providers.scripted]
name = "Scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[analytics]
enabled = false
[projects."${folder}"]
trust_level = "trusted"
`;
}

const gemini: ClientDialect = {
  id: 'gemini',
  configure: (site) => {
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    };
    site.writeHome('.gemini/settings.json', JSON.stringify(settings));
  },
  trust: (site) => {
    site.writeHome('.gemini/trustedFolders.json', JSON.stringify({ [site.folder]: 'TRUST_FOLDER' }));
    return Promise.resolve();
  },
  run: (site, modelUrl, environment) =>
    site.run('gemini', ['--approval-mode', 'yolo', '-m', 'gemini-2.5-pro', '-o', 'json', '-p', TASK], {
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      ...environment,
    }),
  write: (_site, file, content) => ({ name: 'write_file', input: { file_path: file, content } }),
  shell: (command) => ({ name: 'run_shell_command', input: { command } }),
  isTurn: (request) => offers(request, 'write_file'),
};

const qwen: ClientDialect = {
  id: 'qwen',
  configure: (site) => {
    const settings = {
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    };
    site.writeHome('.qwen/settings.json', JSON.stringify(settings));
  },
  trust: () => Promise.resolve(),
  run: (site, modelUrl, environment) =>
    site.run('qwen', ['--approval-mode', 'yolo', '-o', 'json', TASK], {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_MODEL: 'scripted',
      ...environment,
    }),
  // It refuses relative paths.
  write: ({ folder }, file, content) => ({ name: 'write_file', input: { file_path: join(folder, file), content } }),
  shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false } }),
  isTurn: (request) => offers(request, 'run_shell_command'),
};

const opencode: ClientDialect = {
  id: 'opencode',
  configure: (site, modelUrl) => {
    const model = { name: 'scripted', tool_call: true, limit: { context: 100_000, output: 8_000 } };
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
      models: { scripted: model },
    };
    const settings = {
      autoupdate: false,
      share: 'disabled',
      model: 'scripted/scripted',
      small_model: 'scripted/scripted',
      provider: { scripted: provider },
    };
    site.writeHome('.config/opencode/opencode.json', JSON.stringify(settings));
    // It installs a package for every plugin, and waits for a minute where the registry does not answer.
    site.writeHome('.npmrc', 'registry=http://127.0.0.1:9/\nfetch-retries=0\n');
  },
  trust: () => Promise.resolve(),
  run: (site, _modelUrl, environment) =>
    site.run('opencode', ['run', '--format', 'json', TASK], { ...OPENCODE_OFFLINE, ...environment }),
  write: (_site, file, content) => ({ name: 'write', input: { filePath: file, content } }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'Carries out a step' } }),
  isTurn: (request) => offers(request, 'write'),
};

const OPENCODE_OFFLINE = {
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_SHARE: '1',
  OPENCODE_DISABLE_PRUNE: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: '1',
};

export const DIALECTS = { codex, gemini, qwen, opencode } as const;
