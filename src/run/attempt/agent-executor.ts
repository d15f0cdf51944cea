import { acceptanceCommandsOf } from '../../contract/acceptance-commands.ts';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { AgentDefinition } from '../../models/agent/acp/agent-definition.ts';
import type { ToolServer } from '../../models/agent/acp/agent-session.ts';
import { type ConfiguredAgent, ExternalAgent } from '../../models/agent/acp/external-agent.ts';
import type { AgentOutcome } from '../../models/agent/agent-input.ts';
import { isExclusion, isPathPattern } from '../../contract/globs/path-matcher.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { buildAgentPrompt } from '../../models/prompts/agent-prompt.ts';
import { PendingWrites } from '../../foundation/pending-writes.ts';
import { subprocessEnvironment } from '../../workspace/environment/subprocess-environment.ts';
import { expandHome } from '../../workspace/files/home-path.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import type { ScratchFolder } from '../../workspace/worktree/scratch-folder.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { attemptRules } from '../services/command-rules.ts';
import type { AttemptExecutor, AttemptTask } from './attempt-executor.ts';
import { updatePrompt } from './updated-prompt.ts';

/**
 * The tools of Holdfast that are useful in an attempt. Those that record something cannot write to the repository, and
 * `check_change` compares with a revision, while an attempt starts from the user's files.
 */
export const OFFERED_TOOLS = [
  'check',
  'explain_violation',
  'chunk_context',
  'verified_imports',
  'impact',
  'list_chunks',
];

export interface AgentExecutorInput extends Pick<ChunkRunInput, 'contract' | 'document' | 'chunk' | 'services'> {
  readonly attempt: AttemptWorktree;
}

/**
 * [AGENT-4] Carries out attempts with an external agent in the worktree. Its process runs confined like a command, and ends
 * when the executor is disposed. Failures of an attempt are the next prompt of the same session.
 */
export class AgentExecutor implements AttemptExecutor {
  readonly continuesSession = true;
  readonly writesItself = true;
  readonly #input: AgentExecutorInput;
  readonly #definition: AgentDefinition;
  readonly #configured: ConfiguredAgent;
  /** Opened at the first attempt. */
  #agent: ExternalAgent | undefined;
  /** The storage of the tool server, which the sandbox permits to write. */
  #toolStorage: ScratchFolder | undefined;

  constructor(configured: ConfiguredAgent, input: AgentExecutorInput) {
    this.#input = input;
    this.#configured = configured;
    this.#definition = configured.definition;
  }

  async execute(task: AttemptTask): Promise<AgentOutcome> {
    const { contract, chunk, services } = this.#input;
    const { attempt, files, runId, number } = task;
    const { limits } = services.configuration;
    const prompt = await updatePrompt(task);
    const agent = await this.#openAgent();
    const records = new PendingWrites();
    try {
      return await agent.work({
        prompt: (isContinued) => buildAgentPrompt(prompt, isContinued),
        files,
        commands: commandsOf(contract, chunk),
        network: contract.network ?? false,
        limits: {
          maxSteps: limits.maxSteps,
          timeoutMs: limits.attemptTimeoutSeconds * 1000,
          budget: services.budget,
        },
        signal: services.signal,
        onEvent: (event) => services.report({ ...event, chunk: chunk.id }),
        onCall: (call) => records.add(services.history.recordCall({ runId, attempt: number, call })),
      });
    } finally {
      await records.settle();
      // An agent writes files itself, so files that git ignores are found by their names in the contract.
      for (const file of chunk.allowedFiles) {
        if (isPathPattern(file) || isExclusion(file) || attempt.isExcludedFromLanding(file)) continue;
        attempt.includeInSnapshots(file);
      }
    }
  }

  async #openAgent(): Promise<ExternalAgent> {
    if (this.#agent !== undefined) return this.#agent;
    const { services, attempt } = this.#input;
    const { variables, sandboxVariables, passedVariables } = this.#definition;
    await this.#createStateFolders();
    const toolServers = await this.#prepareToolServers();
    this.#agent = new ExternalAgent({
      agent: this.#configured,
      folder: attempt.root,
      toolServers,
      launch: {
        records: services.repository.processRecords,
        rules: agentRulesOf(this.#definition, this.#input, this.#toolStorage),
        variables: {
          ...variables,
          ...(services.confinement.kind === 'unconfined' ? {} : sandboxVariables),
          // What the user has set takes precedence.
          ...subprocessEnvironment(passedVariables),
          ...this.#configured.variables,
        },
      },
      redact: services.redact,
      clock: services.clock,
    });
    return this.#agent;
  }

  /** A sandbox can make only an existing folder writable. */
  async #createStateFolders(): Promise<void> {
    for (const folder of stateFolders(this.#definition)) {
      await mkdir(expandHome(folder), { recursive: true, mode: 0o700 });
    }
  }

  /** The agent starts the server itself, so it sees the files like the agent does, and the sandbox limits it too. */
  async #prepareToolServers(): Promise<readonly ToolServer[]> {
    const { services, document, chunk } = this.#input;
    if (services.ownProgram === undefined) return [];
    const { command, variables } = services.ownProgram;
    this.#toolStorage = await services.repository.openScratchFolder(services.signal);
    return [
      {
        name: 'holdfast',
        command: [...command, 'mcp', '--chunk', `${document.file}#${chunk.id}`, '--tools', OFFERED_TOOLS.join(',')],
        variables: { ...variables, HOLDFAST_STORAGE: this.#toolStorage.path },
      },
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent?.[Symbol.asyncDispose]();
    await this.#toolStorage?.[Symbol.asyncDispose]();
  }
}

/** The rules of a command of the contract, with the agent's own folders, and with network: it calls its model itself. */
function agentRulesOf(
  definition: AgentDefinition,
  input: AgentExecutorInput,
  toolStorage: ScratchFolder | undefined,
): CommandRules {
  const rules = attemptRules(input);
  const { confinement } = rules;
  return {
    passedVariables: [...rules.passedVariables, ...definition.passedVariables],
    ...(confinement === undefined
      ? {}
      : {
          confinement: {
            ...confinement,
            visible: [...confinement.visible, ...ownProgramFolders(input)],
            privateFolder: input.attempt.agentFolder,
            network: true,
            write: [
              ...confinement.write,
              ...stateFolders(definition),
              ...(toolStorage === undefined ? [] : [toolStorage.path]),
            ],
          },
        }),
  };
}

/** The agent starts the tool server of Holdfast itself. */
function ownProgramFolders({ services }: AgentExecutorInput): readonly string[] {
  return (services.ownProgram?.command ?? []).filter((item) => path.isAbsolute(item)).map((item) => path.dirname(item));
}

function stateFolders({ stateFolders: folders, stateVariable }: AgentDefinition): readonly string[] {
  const environment = subprocessEnvironment(stateVariable === undefined ? [] : [stateVariable]);
  const moved = stateVariable === undefined ? undefined : environment[stateVariable];
  const all = moved === undefined ? folders : [moved, ...folders.slice(1)];
  return all.map((folder) => {
    const [name, usual] = XDG_FOLDERS.find(([, prefix]) => folder.startsWith(prefix)) ?? [];
    const base = name === undefined ? undefined : environment[name];
    return usual === undefined || base === undefined || base === ''
      ? folder
      : path.join(base, folder.slice(usual.length));
  });
}

/** Variables that replace a folder of the home folder. */
const XDG_FOLDERS = [
  ['XDG_DATA_HOME', '~/.local/share/'],
  ['XDG_STATE_HOME', '~/.local/state/'],
  ['XDG_CONFIG_HOME', '~/.config/'],
  ['XDG_CACHE_HOME', '~/.cache/'],
] as const;

/** The commands that the contract runs for a chunk. */
function commandsOf(contract: Contract, chunk: Chunk): readonly string[] {
  return [
    ...(contract.build === undefined ? [] : [contract.build.command]),
    ...(contract.verify === undefined ? [] : [contract.verify.command]),
    ...contract.steps.map(({ command }) => command),
    ...acceptanceCommandsOf(chunk),
  ];
}
