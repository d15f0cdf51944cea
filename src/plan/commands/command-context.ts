import type { CommandNeed, CommandRefusal } from './command-reading.ts';

/** What the readers of commands may ask about the tree and the plan. */
export interface CommandContext {
  /** The text of a file that is there from the start and that no chunk may write; undefined for every other. */
  settledText(path: string): Promise<string | undefined>;
  /** Whether a file is there from the start, or some chunk of the plan speaks of it. */
  everFile(path: string): boolean;
  /** Whether any file whose path begins so is there from the start, or some chunk speaks of one. */
  everBelow(prefix: string): boolean;
  /** Whether a path lies where builds write and git does not look: whether it exists cannot be known. */
  isGenerated(path: string): boolean;
}

/** The words of one command without what only wraps it, and the folder that it runs in. */
export interface Invocation {
  readonly program: string;
  readonly words: readonly string[];
  /** Relative to the root, in one spelling; `''` is the root. */
  readonly folder: string;
  /** The environment that the command sets changes where modules are looked for. */
  readonly otherPaths: boolean;
  /** How often scripts have led to scripts. */
  readonly depth: number;
}

/** What a reader makes of an invocation that it understands. */
export interface InvocationReading {
  readonly needs: readonly CommandNeed[];
  /** Inline code that does not parse. */
  readonly refusal?: CommandRefusal;
  /** The same in other words, where one spelling stands for several. */
  readonly canonical?: readonly string[];
}

/** Undefined where the reader does not know the command, or not well enough to be certain. */
export type InvocationReader = (
  invocation: Invocation,
  context: CommandContext,
) => InvocationReading | undefined | Promise<InvocationReading | undefined>;
