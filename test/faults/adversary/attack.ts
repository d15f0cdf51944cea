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

/** One misbehavior. */
export interface Fault {
  readonly kind: FaultKind;
  readonly name: string;
  /** Whether correct answers still have to pass. */
  readonly isHarmless?: boolean;
  /** Before the first commit of the repository. */
  prepare?(attack: Attack): void;
  /** After it. */
  disturb?(attack: Attack): void;
  /** When a model call arrives. */
  onCall?(attack: Attack, call: ModelCall): void;
  /** Replaces the correct answer. */
  reply?(attack: Attack, call: ModelCall): ScriptedReply | undefined;
}
