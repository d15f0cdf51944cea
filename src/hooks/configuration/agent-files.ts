import { HOOK_LIMITS, type AgentClientId, type HookEvent } from '../clients/agent-client.ts';
import type { HookProgram } from './hook-program.ts';
import { opencodePlugin } from './opencode-plugin.ts';

/** An entry of a hook file: the list that it belongs to, and its value. */
export interface HookEntry {
  readonly list: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A JSON file with lists of hooks under `hooks`, which other programs and people use too. */
interface JsonHookFile {
  readonly kind: 'json';
  readonly entries: (program: HookProgram) => readonly HookEntry[];
  /** The fields that the client requires besides the hooks. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A file that belongs to Holdfast alone. */
interface OwnFile {
  readonly kind: 'own';
  readonly text: (program: HookProgram) => string;
}

/** Where a client reads its hooks. Paths with `/`. */
export interface AgentFile {
  readonly clients: readonly AgentClientId[];
  /** Relative to the folder. */
  readonly project: string;
  /** Relative to the home folder; `undefined` if the client has no such file. */
  readonly user: string | undefined;
  readonly content: JsonHookFile | OwnFile;
}

/** The command of a hook, as it is in the files of a client. Without a client, the input of the hook tells which it is. */
export function hookCommandLine(
  { program, runCommands }: HookProgram,
  event: HookEvent,
  client: AgentClientId | undefined,
): string {
  const flags = runCommands && event === 'stop' ? ' --run-commands' : '';
  return `${program} hook ${event}${client === undefined ? '' : ` --client ${client}`}${flags}`;
}

/** A hook file in the shape of Claude Code: lists of matchers, each with a list of commands. */
function nestedHooks(
  client: AgentClientId | undefined,
  names: Readonly<Record<HookEvent, string>>,
  matcher: string,
  details: (event: HookEvent) => Readonly<Record<string, unknown>> = (event) => ({ timeout: HOOK_LIMITS[event] }),
): JsonHookFile {
  const entry = (program: HookProgram, event: HookEvent): HookEntry => ({
    list: names[event],
    value: {
      ...(event === 'pre-edit' ? { matcher } : {}),
      hooks: [{ type: 'command', command: hookCommandLine(program, event, client), ...details(event) }],
    },
  });
  return {
    kind: 'json',
    fields: {},
    entries: (program) => [entry(program, 'session-start'), entry(program, 'pre-edit'), entry(program, 'stop')],
  };
}

const CLAUDE_EVENTS = { 'session-start': 'SessionStart', 'pre-edit': 'PreToolUse', stop: 'Stop' } as const;
const GEMINI_EVENTS = { 'session-start': 'SessionStart', 'pre-edit': 'BeforeTool', stop: 'AfterAgent' } as const;
const CLAUDE_EDITS = 'Edit|MultiEdit|Write|NotebookEdit';
const CURSOR_EVENTS = { 'session-start': 'sessionStart', 'pre-edit': 'preToolUse', stop: 'stop' } as const;

/**
 * Copilot and VS Code read the same file, whose lists contain the commands themselves. Copilot refuses every edit if the
 * program is missing, so its own fields look for the program first. VS Code reads `command`.
 */
const githubHooks: JsonHookFile = {
  kind: 'json',
  fields: { version: 1 },
  entries: (program) =>
    (['session-start', 'pre-edit', 'stop'] as const).map((event) => {
      const command = hookCommandLine(program, event, 'copilot');
      const [name = program.program] = program.program.split(' ');
      return {
        list: CLAUDE_EVENTS[event],
        value: {
          type: 'command',
          ...(event === 'pre-edit' ? { matcher: 'Edit|Write' } : {}),
          command,
          bash: `command -v ${name} >/dev/null || exit 0; ${command}`,
          powershell: `if (-not (Get-Command ${name} -ErrorAction SilentlyContinue)) { exit 0 }; ${command}; exit $LASTEXITCODE`,
          timeout: HOOK_LIMITS[event],
        },
      };
    }),
};

const cursorHooks: JsonHookFile = {
  kind: 'json',
  fields: { version: 1 },
  entries: (program) =>
    (['session-start', 'pre-edit', 'stop'] as const).map((event) => ({
      list: CURSOR_EVENTS[event],
      value: {
        command: hookCommandLine(program, event, 'cursor'),
        ...(event === 'pre-edit' ? { matcher: 'Write|Edit|Delete' } : {}),
        timeout: HOOK_LIMITS[event],
      },
    })),
};

/** The files of every client, in the order of the documentation. */
export const AGENT_FILES: readonly AgentFile[] = [
  {
    clients: ['claude'],
    project: '.claude/settings.json',
    user: '.claude/settings.json',
    content: nestedHooks('claude', CLAUDE_EVENTS, CLAUDE_EDITS),
  },
  {
    clients: ['codex'],
    project: '.codex/hooks.json',
    user: '.codex/hooks.json',
    content: nestedHooks('codex', CLAUDE_EVENTS, 'Edit|Write'),
  },
  {
    clients: ['copilot', 'vscode'],
    project: '.github/hooks/holdfast.json',
    user: '.copilot/hooks/holdfast.json',
    content: githubHooks,
  },
  {
    clients: ['gemini'],
    project: '.gemini/settings.json',
    user: '.gemini/settings.json',
    // Milliseconds. The name appears in the messages of the client.
    content: nestedHooks('gemini', GEMINI_EVENTS, 'write_file|replace', (event) => ({
      name: `holdfast-${event}`,
      timeout: HOOK_LIMITS[event] * 1000,
    })),
  },
  { clients: ['cursor'], project: '.cursor/hooks.json', user: '.cursor/hooks.json', content: cursorHooks },
  {
    clients: ['qwen'],
    project: '.qwen/settings.json',
    user: '.qwen/settings.json',
    content: nestedHooks('qwen', CLAUDE_EVENTS, 'write_file|edit|notebook_edit'),
  },
  {
    clients: ['opencode'],
    project: '.opencode/plugins/holdfast.js',
    user: '.config/opencode/plugins/holdfast.js',
    content: { kind: 'own', text: opencodePlugin },
  },
];

/**
 * The hooks of a plugin, which clients with the plugin format of Claude Code read.
 *
 * @param command a command line that runs the program in any shell
 * @param guard what a POSIX shell runs before it. VS Code on Windows reads the command without it.
 * @public for the generator of the plugin
 */
export function pluginHooks(command: string, guard: string): Readonly<Record<string, readonly unknown[]>> {
  const hooks = nestedHooks(undefined, CLAUDE_EVENTS, CLAUDE_EDITS, (event) => ({
    windows: hookCommandLine({ program: command, runCommands: false }, event, undefined),
    timeout: HOOK_LIMITS[event],
  }));
  const entries = hooks.entries({ program: `${guard}; ${command}`, runCommands: false });
  return Object.fromEntries(entries.map(({ list, value }) => [list, [value]]));
}
