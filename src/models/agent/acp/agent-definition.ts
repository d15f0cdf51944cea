import { HoldfastError } from '../../../foundation/errors.ts';
import type { SecretVariable } from '../../../foundation/secret-variables.ts';
import { splitCommand } from '../../../workspace/processes/split-command.ts';
import { isAgentReference } from '../../base/agent-reference.ts';
import { parseModelReference } from '../../base/model-reference.ts';

/** An external agent: a program that works on files by itself and speaks the Agent Client Protocol on its standard streams. */
export interface AgentDefinition {
  /** The name for messages: `codex`, or the command. */
  readonly title: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The folders with its settings, sign-in and sessions, which it must be able to write. `~` is the home folder. */
  readonly stateFolders: readonly string[];
  /** A variable that replaces the first state folder. */
  readonly stateVariable?: string | undefined;
  /** The API keys that it may receive, because it calls the model itself. */
  readonly keyNames: readonly SecretVariable[];
  /** Other variables of the user that it receives. */
  readonly passedVariables: readonly string[];
  /** Variables that it receives unless the user has set them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Variables that it receives in a sandbox in addition, in the same way. */
  readonly sandboxVariables?: Readonly<Record<string, string>> | undefined;
  /** The mode in which it requests permission for edits, if that is not the mode in which a session starts. */
  readonly mode?: string | undefined;
  /** Whether the usage in its answer to a prompt covers all of its requests for that prompt. */
  readonly reportsUsage: boolean;
  /** What the user does if it is not signed in. */
  readonly signIn: string;
}

export interface KnownAgent extends AgentDefinition {
  /** The names of its program, without a folder, a version and an extension. */
  readonly programs: readonly string[];
  /** The npm package with its program. */
  readonly packageName: string;
  /** The program of the agent itself, if another package lets it speak the protocol. */
  readonly adapts?: string | undefined;
}

/** The agents that are known by name. Their behavior was observed; another version can differ. */
export const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    title: 'codex',
    programs: ['codex-acp'],
    packageName: '@agentclientprotocol/codex-acp',
    adapts: 'codex',
    command: ['codex-acp'],
    stateFolders: ['~/.codex'],
    stateVariable: 'CODEX_HOME',
    keyNames: ['OPENAI_API_KEY'],
    passedVariables: ['CODEX_HOME', 'CODEX_PATH', 'CODEX_CONFIG', 'INITIAL_AGENT_MODE'],
    // In its other modes it edits files without requesting permission.
    variables: { INITIAL_AGENT_MODE: 'read-only', NO_BROWSER: '1' },
    // Only this mode starts commands without the sandbox of codex, which cannot start inside another one: every command
    // would fail.
    sandboxVariables: { INITIAL_AGENT_MODE: 'agent-full-access' },
    reportsUsage: true,
    signIn: 'Install @agentclientprotocol/codex-acp, and sign in with "codex login".',
  },
  {
    title: 'gemini',
    programs: ['gemini', 'gemini-cli'],
    packageName: '@google/gemini-cli',
    command: ['gemini', '--acp'],
    stateFolders: ['~/.gemini'],
    keyNames: ['GEMINI_API_KEY'],
    passedVariables: ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_MODEL', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
    // It starts itself again otherwise, and its second process ignores SIGTERM. A run needs a trusted workspace, so that
    // the copy of the workspace is trusted too.
    variables: { GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    // A sandbox in the settings of the user, such as a container, cannot start inside another one.
    sandboxVariables: { GEMINI_SANDBOX: 'false' },
    reportsUsage: true,
    signIn: 'Install @google/gemini-cli, and start "gemini" once to sign in, or set GEMINI_API_KEY.',
  },
  {
    title: 'qwen',
    programs: ['qwen', 'qwen-code'],
    packageName: '@qwen-code/qwen-code',
    command: ['qwen', '--acp'],
    stateFolders: ['~/.qwen'],
    keyNames: ['OPENAI_API_KEY'],
    passedVariables: ['OPENAI_BASE_URL', 'OPENAI_MODEL'],
    variables: {},
    sandboxVariables: { QWEN_SANDBOX: 'false' },
    // A session starts in a mode in which a model judges requests.
    mode: 'default',
    reportsUsage: false,
    signIn: 'Install @qwen-code/qwen-code, and start "qwen" once to sign in, or set OPENAI_API_KEY.',
  },
  {
    title: 'opencode',
    programs: ['opencode'],
    packageName: 'opencode-ai',
    command: ['opencode', 'acp'],
    stateFolders: ['~/.local/share/opencode', '~/.config/opencode', '~/.local/state/opencode', '~/.cache/opencode'],
    keyNames: [],
    passedVariables: ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR'],
    variables: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_SHARE: '1' },
    // Its answer contains the usage of the last request alone.
    reportsUsage: false,
    signIn: 'Install opencode-ai, and sign in with "opencode auth login".',
  },
];

/**
 * The external agent that a model reference names; undefined for a reference to a model. `acp:codex` names a known agent,
 * and `acp:node my-agent.mjs` is a command, which is split by `splitCommand`.
 *
 * @throws HoldfastError `configuration` if the command cannot be used
 */
export function readAgentReference(reference: string): AgentDefinition | undefined {
  if (!isAgentReference(reference)) return undefined;
  const { model } = parseModelReference(reference);
  const known = KNOWN_AGENTS.find(({ title }) => title === model);
  if (known !== undefined) return known;
  const command = readCommand(reference, model);
  // A known agent behind a path or a package runner has the same folders and habits.
  const names = command.map(toProgramName);
  const behind = KNOWN_AGENTS.find(({ programs }) => programs.some((program) => names.includes(program)));
  if (behind !== undefined) return { ...behind, command };
  return {
    title: command.join(' '),
    command,
    stateFolders: [],
    keyNames: [],
    passedVariables: [],
    variables: {},
    reportsUsage: true,
    signIn: `Start the command by hand to see why. The known agents are ${KNOWN_AGENTS.map(({ title }) => `acp:${title}`).join(', ')}.`,
  };
}

function readCommand(reference: string, text: string): readonly string[] {
  try {
    return splitCommand(text);
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError)) throw thrown;
    throw new HoldfastError('configuration', `Failed to use the agent "${reference}": ${thrown.message}`, {
      hint: thrown.hint,
      cause: thrown,
    });
  }
}

/** `codex-acp` for `/opt/bin/codex-acp.cmd` and for `@agentclientprotocol/codex-acp@2.6.0`. */
function toProgramName(word: string): string {
  const last = word.split(/[\\/]/).at(-1) ?? word;
  return last.replace(/(?<=.)@[^@]*$/, '').replace(/\.(?:[cm]?js|cmd|exe|ps1)$/i, '');
}
