import type { HookWatch } from '../../hooks/protocol/hook-report.ts';
import type { Engine } from '../../engine.ts';
import type { LandingMode } from '../../run/report/run-result.ts';
import type { ConfinementMode } from '../../workspace/confinement/confinement-rules.ts';
import type { ProgressReporter } from '../../foundation/progress.ts';
import type { ExitCodeValue } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** Flags that override the environment variables and the shared configuration. */
export interface EngineFlags {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly record?: string | undefined;
  readonly landing?: LandingMode | undefined;
  readonly confinement?: ConfinementMode | undefined;
  /** Whether commands and validators of the workspace may run. Default: true. */
  readonly trusted?: boolean | undefined;
  /** Whether the TypeScript of the workspace is used, or only Holdfast's own. Default: `workspace`. */
  readonly packages?: 'workspace' | 'own' | undefined;
  /** Whether environment variables set settings. The environment of a hook is that of the agent. Default: true. */
  readonly readsVariables?: boolean | undefined;
  /** Whether progress and warnings of the engine are not printed. Default: false. */
  readonly quiet?: boolean | undefined;
}

/** What every command receives from the program. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  /** Opens the engine of a workspace folder once: later calls ignore `flags`. It is closed when the command ends. */
  readonly openEngine: (folder: string, flags?: EngineFlags) => Promise<Engine>;
  /** Receives what the command is doing. A terminal shows it in one line; nothing else does. */
  readonly onProgress: ProgressReporter;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The script of the command line, as an absolute path, for agents that start it. */
  readonly script?: string | undefined;
  /** The process that watches the time of a hook, if this one was started by it. */
  readonly hookWatch?: HookWatch | undefined;
}

/** A command resolves to the exit code of the process. */
export type CommandResult = Promise<ExitCodeValue>;

/** Waits for a command and stores its exit code as the exit code of the process. */
export type AwaitExitCode = (result: CommandResult) => Promise<void>;

export type OutputFormat = 'text' | 'json';
