import type { Expectation } from './expectation.ts';
import type { ScriptedToolCall } from '../../servers/loopback-server.ts';

/** The keys of a chunk, in the form of a contract file. */
export type ChunkKeys = Readonly<Record<string, unknown>>;

/** The work of one chunk: what the contract says, what the oracle expects, and what a model can answer. */
export interface Task {
  readonly id: string;
  /** Occurs in the prompt of this chunk only. */
  readonly title: string;
  /** The file that the chunk writes. */
  readonly file: string;
  readonly keys: ChunkKeys;
  /** Keys of the contract, if the task is its only one. */
  readonly contractKeys?: ChunkKeys;
  readonly expectations: readonly Expectation[];
  readonly answer: readonly ScriptedToolCall[];
  /** Texts for `file` that a model might try. Some are correct in an unusual form; the oracle knows. */
  readonly variants: Readonly<Record<string, string>>;
}

export function write(path: string, content: string): ScriptedToolCall {
  return { name: 'write_file', input: { path, content } };
}

export function remove(path: string): ScriptedToolCall {
  return { name: 'delete_file', input: { path } };
}

export function edit(path: string, oldText: string, newText: string): ScriptedToolCall {
  return { name: 'edit_file', input: { path, oldText, newText } };
}
