import type { AgentClientId } from './clients/agent-client.ts';
import type { ConfigureAgentsOptions, ConfiguredFile } from './configuration/configure-agents.ts';
import type { ActiveChunk } from './sessions/session-record.ts';
import type { StopProgress } from './answer-hook.ts';
import type { HookDecision } from './protocol/hook-answer.ts';
import type { IncompleteDecision } from './protocol/incomplete-decision.ts';
import type { AvailableExport } from '../history/records/chunk-context.ts';

export interface HookSessionOptions {
  /** The id that the client gives the session. */
  readonly session: string;
  /** The chunk that the session carries out: `<chunk>`, or `<contract>#<chunk>`. */
  readonly chunk?: string | undefined;
  /** The client of the session, for lists. */
  readonly client?: AgentClientId | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AgentStopOptions extends Omit<HookSessionOptions, 'session' | 'client'> {
  /** `undefined` if the client gives none. The end is then judged and never refused. */
  readonly session: string | undefined;
  /** How often the end of a session is refused because of the same chunk. */
  readonly maxBlocks: number;
  /** Whether the commands of the contract run, confined. */
  readonly runCommands: boolean;
  readonly progress?: StopProgress | undefined;
}

export interface AgentBaseOptions extends Pick<AgentStopOptions, 'session' | 'chunk' | 'runCommands' | 'signal'> {
  /** The chunks that the change of the session concerns, as keys. Default: all. */
  readonly chunks: readonly string[] | undefined;
}

/** How a client of `init --agents` is configured. */
export interface AgentConfigurationOptions extends ConfigureAgentsOptions {
  /** `user` writes the files in the home folder, which apply to every repository. Default: `project`. */
  readonly scope?: 'project' | 'user' | undefined;
  /** Absolute path of the home folder. */
  readonly home: string;
}

/** One file that configures clients, before and after. */
export type AgentFileChange = ConfiguredFile;

/** Where the files of clients are. */
export interface AgentPlace {
  readonly scope: 'project' | 'user';
  /** Absolute path of the home folder. */
  readonly home: string;
}

export type { ActiveChunk } from './sessions/session-record.ts';

/** What an agent needs to carry out a chunk in the user's tree. */
export interface AgentTask {
  /** The task with everything that is required, as text for a model. */
  readonly text: string;
  /** The exports that exist in the tree and that the contract declares for other chunks or lets this one consume. */
  readonly imports: readonly AvailableExport[];
  /** The exports that other chunks will create. They cannot be imported yet. */
  readonly notYetCreated: readonly { readonly name: string; readonly chunkId: string }[];
}

/** What the hooks and the tools of other agents call, and what configures the hooks. */
export interface AgentHooks {
  /**
   * [AGENT-1] Records the files and the terms that a session starts from, also without a contract, so that its change can be
   * reviewed. A session that is recorded keeps its base: a client starts a session again after it was resumed or compacted. The
   * context is the task of the chunk, or the names of the contracts. Without a contract, a folder without git is not recorded.
   */
  start(options: HookSessionOptions): Promise<HookDecision>;
  /**
   * [AGENT-1] Decides whether a session may end. It may not while the change since its start breaks a requirement, up to a
   * limit. Without a record, the change starts at the merge base with the default branch, or at HEAD.
   */
  stop(options: AgentStopOptions): Promise<HookDecision | IncompleteDecision>;
  /** Judges the start of a session alone. How long it takes shows what makes a judgement slow: the work of the session, or the repository. */
  judgeBase(options: AgentBaseOptions): Promise<void>;
  /** Makes a chunk the active chunk of the folder, for sessions that start before now. Throws `not-found` for an unknown one. */
  chooseChunk(chunk: string): Promise<ActiveChunk>;
  /** Finds a chunk by `<chunk>`, or `<contract>#<chunk>`. Throws `not-found` if there is none, or if several contracts have it. */
  findChunk(chunk: string): Promise<ActiveChunk>;
  /** The task of a chunk, with the imports that exist now. Throws `not-found` like `findChunk`. */
  task(chunk: string): Promise<AgentTask>;
  /** The clients that have files in the folder, or for `user` in the home folder. */
  listUsedClients(place: AgentPlace): Promise<readonly AgentClientId[]>;
  /**
   * [AGENT-3] Writes or removes the hooks of clients in their files, next to what is there. Throws `configuration` for a file
   * that cannot be parsed; nothing is written then.
   */
  configure(options: AgentConfigurationOptions): Promise<readonly AgentFileChange[]>;
}
