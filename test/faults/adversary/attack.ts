import type { RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import type { Random } from './random.ts';
import type { RunningProgram } from './program.ts';
import type { Site } from './site.ts';
import type { Task } from './task.ts';
import type { User } from './user.ts';

/** The state of one attack, which the faults change. */
export interface Attack {
  readonly seed: number;
  readonly random: Random;
  readonly site: Site;
  readonly user: User;
  readonly tasks: readonly Task[];
  /** The path of the contract. */
  readonly contractFile: string;
  /** The top level of the contract. Faults may add keys before it is written. */
  readonly contract: Record<string, unknown>;
  /** The keys of the chunks, by the id of the task. */
  readonly chunks: Map<string, Record<string, unknown>>;
  /** The keys of holdfast.config.yaml. */
  readonly configuration: Record<string, unknown>;
  /** The environment of the program. */
  readonly environment: Record<string, string>;
  readonly flags: string[];
  /** The API key, and a text in a credentials file of the home folder. Neither may appear anywhere else. */
  readonly key: string;
  readonly credential: string;
  /** The price of the answers that the model service has sent completely, in US dollars. */
  spentUsd: number;
  /** What each command has spent. */
  readonly spending: { readonly command: string; readonly usd: number }[];
  /** The cost limit of a command, in US dollars. */
  costLimitUsd: number;
  /** The program while it runs. */
  running: RunningProgram | undefined;
  /** The number of the first answer that contains the key. Later requests repeat it to the service that said it. */
  keySaidAt: number | undefined;
  /** Set by faults that end the program themselves, so that it has no result. */
  isKilled: boolean;
}

/** A request for the work of a chunk. */
export interface ModelCall {
  readonly task: Task;
  /** The number of the call in this attack, from 0. */
  readonly index: number;
  /** The number of the conversation about this task, from 0: one for each attempt. */
  readonly attempt: number;
  /** The number of the call in this conversation, from 0. */
  readonly turn: number;
  readonly request: RecordedRequest;
}

export const FAULT_KINDS = ['model', 'person', 'machine', 'workspace'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The price of one answer: 1,000 tokens of input and 100 of output. */
export const USAGE = { input: 1_000, output: 100 };
export const PRICES = { inputPerMillion: 10, outputPerMillion: 10 };
export const ANSWER_USD = 0.011;

/** One misbehavior. */
export interface Fault {
  readonly kind: FaultKind;
  readonly name: string;
  /** Whether correct answers still have to pass. */
  readonly isHarmless?: boolean;
  /** Whether no chunk may pass with this fault. */
  readonly preventsPass?: boolean;
  readonly isLast?: boolean;
  /** Before the first commit of the repository. */
  prepare?(attack: Attack): void;
  /** After it. With `isLast`, after other faults. */
  disturb?(attack: Attack): void;
  /** When a model call arrives. */
  onCall?(attack: Attack, call: ModelCall): void;
  /** Replaces the correct answer. */
  reply?(attack: Attack, call: ModelCall): ScriptedReply | undefined;
  /** The text of an answer to a question that needs a verdict. Default: it passes. */
  judge?(attack: Attack): string;
}
