import type { Engine } from '../engine.ts';
import type { LandingMode } from '../run/result.ts';
import type { ExitCodeValue } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** Flags of the command line that outrank the environment and the shared configuration. */
export interface EngineFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly record?: string;
  readonly landing?: LandingMode;
}

/** What every command is handed. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  /** Opens the engine of a workspace folder; it is closed when the command has ended. */
  readonly openEngine: (folder: string, flags?: EngineFlags) => Promise<Engine>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A command ends with the code of the process. */
export type CommandResult = Promise<ExitCodeValue>;

export type OutputFormat = 'text' | 'json';
