import { HoldfastError } from '../../foundation/errors.ts';

const OPERATORS = new Map([
  ['|', 'a pipe'],
  ['&', 'a shell operator'],
  [';', 'a shell operator'],
  ['<', 'a redirection'],
  ['>', 'a redirection'],
  ['(', 'a subshell'],
  [')', 'a subshell'],
  ['`', 'a command substitution'],
  ['\n', 'a line break'],
  ['\r', 'a line break'],
]);
const GLOB_CHARACTERS = new Set('*?[');
/** Characters that a backslash escapes outside quotes. Before other characters it is a Windows path separator. */
const ESCAPABLE = /[\s\\"'|&;<>()`$*?[\]{}#~]/;

/** A command line that cannot run without a shell, or is incomplete. */
export class CommandSyntaxError extends HoldfastError {
  /** The cause alone, as a clause: `it contains a pipe ("|"), but commands run without a shell`. */
  readonly reason: string;

  constructor(text: string, reason: string, hint: string) {
    super('process', `Failed to read the command ${JSON.stringify(text)}: ${reason}`, { hint });
    this.name = 'CommandSyntaxError';
    this.reason = reason;
  }
}

function createError(text: string, reason: string, hint: string): CommandSyntaxError {
  return new CommandSyntaxError(text, reason, hint);
}

function createOperatorError(text: string, character: string, name: string): CommandSyntaxError {
  return createError(
    text,
    `it contains ${name} (${JSON.stringify(character)}), but commands run without a shell`,
    'Move the command to a package script or a script file and run that, or quote the character to use it literally.',
  );
}

function createVariableError(text: string): CommandSyntaxError {
  return createError(
    text,
    'it contains a shell variable or substitution ("$"), but commands run without a shell',
    'Write the value, or put "$" in single quotes to use it literally.',
  );
}

/** Whether the `$` at an index starts a shell variable or substitution. */
function startsVariable(text: string, index: number): boolean {
  return /[A-Za-z0-9_{(@*#?$!-]/.test(text[index + 1] ?? '');
}

/**
 * Splits a command line into a program and its arguments, with the quoting rules of a shell: single quotes, double quotes,
 * and a backslash before a special character.
 *
 * @throws CommandSyntaxError for syntax that needs a shell (operators, variables, globs, assignments), for unclosed
 * quotes, and for an empty line
 */
export function splitCommand(text: string): string[] {
  // Trailing spaces are handled in the loop because the last space may be escaped.
  const line = text.trimStart().replace(/[\r\n]\s*$/, '');
  const arguments_: string[] = [];
  let word: string | undefined;
  let index = 0;
  const add = (piece: string): void => {
    word = (word ?? '') + piece;
  };
  while (index < line.length) {
    const character = line[index] ?? '';
    const next = line[index + 1] ?? '';
    if (character === "'") {
      const end = line.indexOf("'", index + 1);
      if (end < 0)
        throw createError(text, 'a single quote is not closed', "Close it, or write \\' for a literal quote.");
      add(line.slice(index + 1, end));
      index = end + 1;
    } else if (character === '"') {
      const quoted = readDoubleQuoted(text, line, index);
      add(quoted.text);
      index = quoted.end;
    } else if (character === '\\' && next !== '' && ESCAPABLE.test(next) && next !== '\n' && next !== '\r') {
      add(next);
      index += 2;
    } else if (character === ' ' || character === '\t') {
      if (word !== undefined) arguments_.push(word);
      word = undefined;
      index += 1;
    } else {
      rejectShellSyntax(text, line, index, word);
      add(character);
      index += 1;
    }
  }
  if (word !== undefined) arguments_.push(word);
  const program = arguments_[0];
  if (program === undefined || program === '') {
    throw createError(text, 'it contains no program', 'Write a program and its arguments, for example "npm test".');
  }
  return arguments_;
}

/**
 * Reads a double-quoted part of a line.
 *
 * @param text the whole command, for error messages
 * @param start the index of the opening quote
 */
function readDoubleQuoted(text: string, line: string, start: number): { text: string; end: number } {
  let value = '';
  let index = start + 1;
  while (index < line.length) {
    const character = line[index] ?? '';
    const next = line[index + 1] ?? '';
    if (character === '"') return { text: value, end: index + 1 };
    if (character === '\\' && next !== '' && '"\\$`'.includes(next)) {
      value += next;
      index += 2;
      continue;
    }
    if (character === '`') throw createOperatorError(text, character, 'a command substitution');
    if (character === '$' && startsVariable(line, index)) throw createVariableError(text);
    value += character;
    index += 1;
  }
  throw createError(text, 'a double quote is not closed', 'Close it, or write \\" for a literal quote.');
}

/**
 * Throws if the unquoted character at an index needs a shell.
 *
 * @param word the part of the current word before the character
 */
function rejectShellSyntax(text: string, line: string, index: number, word: string | undefined): void {
  const character = line[index] ?? '';
  const operator = OPERATORS.get(character);
  if (operator !== undefined) throw createOperatorError(text, character, operator);
  if (character === '$' && startsVariable(line, index)) throw createVariableError(text);
  if (GLOB_CHARACTERS.has(character)) {
    throw createError(
      text,
      `it contains a glob (${JSON.stringify(character)}), but commands run without a shell`,
      'Quote it if the program expands globs itself, or list the files.',
    );
  }
  if (character === '{' && /^\{[^}\s]*(,|\.\.)[^}\s]*\}/.test(line.slice(index))) {
    throw createError(
      text,
      'it contains a brace expansion, but commands run without a shell',
      'Write out the arguments, or quote it.',
    );
  }
  if (word === undefined && character === '~' && /^~(\/|\s|$|[A-Za-z])/.test(line.slice(index))) {
    throw createError(text, 'it contains "~", but commands run without a shell', 'Write out the path, or quote it.');
  }
  if (word === undefined && character === '#') {
    throw createError(text, 'it contains a comment ("#")', 'Remove the comment, or quote the argument.');
  }
  if (
    word !== undefined &&
    character === '=' &&
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(word) &&
    line.trimStart().startsWith(`${word}=`)
  ) {
    // Only the first word of a line can be an assignment.
    const start = line.indexOf(word);
    if (start + word.length === index) {
      throw createError(
        text,
        `it starts with an assignment (${word}=), but commands run without a shell`,
        'Set the variable in a package script or a script file and run that.',
      );
    }
  }
}
