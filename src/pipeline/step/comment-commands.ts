import { isMarked } from '../forge/marker.ts';
import type { ForgeComment } from '../forge/forge.ts';

export const COMMAND_NAMES = ['approve', 'reject', 'restart', 'cancel'] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** A command in a comment: `/holdfast approve 4f2a…`, with more text on the lines below it. */
export interface CommentCommand {
  /** `unknown`: the prefix is followed by another word. */
  readonly name: CommandName | 'unknown';
  /** What follows on the first line, such as a hash. */
  readonly argument: string;
  /** The rest of the comment, such as a reason. */
  readonly text: string;
  readonly comment: ForgeComment;
}

/** A line that Markdown shows as code: it quotes a command. */
const CODE_BLOCK = /^(?: {0,3}\t| {4})/;

/**
 * The command of a comment; undefined if it has none. Edited comments and those that Holdfast wrote do not count: another
 * person may have changed them, and their text may come from a model.
 */
export function readCommand(comment: ForgeComment, labelPrefix: string): CommentCommand | undefined {
  if (comment.isEdited || isMarked(comment.body)) return undefined;
  const [first = '', ...rest] = comment.body
    .trimEnd()
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .split(/\r?\n/);
  if (CODE_BLOCK.test(first)) return undefined;
  const [word, name = '', ...argument] = first.trim().split(/\s+/);
  if (word !== `/${labelPrefix}`) return undefined;
  const known = COMMAND_NAMES.find((command) => command === name) ?? 'unknown';
  return { name: known, argument: argument.join(' '), text: rest.join('\n').trim(), comment };
}
