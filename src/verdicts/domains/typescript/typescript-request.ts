import type { CommandRules } from '../../../workspace/processes/command-rules.ts';

/** What the parts of the service work on. */
export interface TypeScriptRequest {
  /** Absolute path. */
  readonly root: string;
  /** The scripts among the artifacts of the request. */
  readonly files: readonly string[];
  readonly rules: CommandRules;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** The limits of tools that the service runs. The time limit of a request is that of the client, which cancels it. */
export const NO_LIMIT_MS = 24 * 60 * 60 * 1000;
export const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024;
