/** A process to run to its end. */
export interface ProcessCall {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The standard input. Default: empty. */
  readonly input?: string | Uint8Array | undefined;
  /** The process is terminated if its standard output is longer. In bytes. */
  readonly outputLimit: number;
  /** The process is terminated if its standard error is longer. In bytes. */
  readonly errorLimit: number;
}

export interface ProcessEnd {
  /** Missing if the process did not start or was killed. */
  readonly exitCode?: number | undefined;
  /** Up to the limit. */
  readonly stdout: Buffer;
  /** Up to the limit. */
  readonly stderr: Buffer;
  /** Whether the process was terminated because of a limit. */
  readonly exceeded: boolean;
  /** Whether the process was terminated, or not started, because the signal was aborted. */
  readonly cancelled: boolean;
  /** Why the process could not start. */
  readonly cause?: unknown;
}

/** How long a terminated process may take to clean up before it receives SIGKILL. */
export const FORCE_KILL_AFTER_MS = 1_000;
