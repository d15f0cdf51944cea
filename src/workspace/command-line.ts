import { HoldfastError } from '../shared/errors.ts';

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
const GLOBS = new Set('*?[');
/** What a backslash takes the meaning of, outside quotes. Before anything else it is a Windows separator. */
const ESCAPABLE = /[\s\\"'|&;<>()`$*?[\]{}#~]/;

function refused(text: string, reason: string, hint: string): HoldfastError {
  return new HoldfastError('process', `Failed to read the command ${JSON.stringify(text)}: ${reason}`, { hint });
}

function refuseOperator(text: string, character: string, name: string): HoldfastError {
  return refused(
    text,
    `it holds ${name} (${JSON.stringify(character)}), and commands run without a shell`,
    'Put the line into a package script or a script file and name that, or quote the character if it is meant literally.',
  );
}

function refuseVariable(text: string): HoldfastError {
  return refused(
    text,
    'it holds a shell variable or substitution ("$"), and commands run without a shell',
    'Write the value itself, or use single quotes if "$" is meant literally.',
  );
}

function startsVariable(text: string, index: number): boolean {
  return /[A-Za-z0-9_{(@*#?$!-]/.test(text[index + 1] ?? '');
}

/**
 * Cuts a command line into program and arguments, as a shell would, without a shell: single and double quotes,
 * backslash before a special character. Throws a HoldfastError (`process`) for what only a shell could do (operators,
 * variables, globs, assignments), for quotes that do not close, and for an empty line.
 */
export function splitCommand(text: string): string[] {
  // Blanks at the end are left to the loop: the last of them may be escaped.
  const line = text.trimStart().replace(/[\r\n]\s*$/, '');
  const words: string[] = [];
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
      if (end < 0) throw refused(text, 'a single quote does not close', "Close it, or write \\' for a quote itself.");
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
      if (word !== undefined) words.push(word);
      word = undefined;
      index += 1;
    } else {
      refuseSpecial(text, line, index, word);
      add(character);
      index += 1;
    }
  }
  if (word !== undefined) words.push(word);
  const program = words[0];
  if (program === undefined || program === '') {
    throw refused(text, 'it names no program', 'Write the program and its arguments, as in "npm test".');
  }
  return words;
}

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
    if (character === '`') throw refuseOperator(text, character, 'a command substitution');
    if (character === '$' && startsVariable(line, index)) throw refuseVariable(text);
    value += character;
    index += 1;
  }
  throw refused(text, 'a double quote does not close', 'Close it, or write \\" for a quote itself.');
}

function refuseSpecial(text: string, line: string, index: number, word: string | undefined): void {
  const character = line[index] ?? '';
  const operator = OPERATORS.get(character);
  if (operator !== undefined) throw refuseOperator(text, character, operator);
  if (character === '$' && startsVariable(line, index)) throw refuseVariable(text);
  if (GLOBS.has(character)) {
    throw refused(
      text,
      `it holds a glob (${JSON.stringify(character)}), which only a shell expands`,
      'Quote it if the program expands globs itself, or name the files.',
    );
  }
  if (character === '{' && /^\{[^}\s]*(,|\.\.)[^}\s]*\}/.test(line.slice(index))) {
    throw refused(text, 'it holds a brace expansion, which only a shell expands', 'Write the words out, or quote it.');
  }
  if (word === undefined && character === '~' && /^~(\/|\s|$|[A-Za-z])/.test(line.slice(index))) {
    throw refused(text, 'it holds "~", which only a shell expands', 'Write the path out, or quote it.');
  }
  if (word === undefined && character === '#') {
    throw refused(text, 'it holds a comment ("#")', 'Leave the comment out, or quote the word.');
  }
  if (
    word !== undefined &&
    character === '=' &&
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(word) &&
    line.trimStart().startsWith(`${word}=`)
  ) {
    const first = line.indexOf(word);
    if (first + word.length === index) {
      throw refused(
        text,
        `it begins with an assignment (${word}=), which only a shell understands`,
        'Set the variable in a package script or a script file and name that.',
      );
    }
  }
}
