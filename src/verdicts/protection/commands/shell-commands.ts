/** A simple command of a shell text, and what becomes of its exit status. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Whether its failure does not fail the text: `|| true`, a later `;`, `&`, a pipe, `!`. */
  readonly ignored: boolean;
  /** Whether only some runs execute it, such as the commands of `if` and after `[ -n "$CI" ] &&`. */
  readonly conditional: boolean;
}

/** How a shell treats the status of a command that is not the last one. */
export interface ShellOptions {
  /** Whether the first failure ends the text, as in steps of continuous integration (`bash -e`). */
  readonly stopsAtFailure: boolean;
}

type Operator = '&&' | '||' | ';' | '|' | '&' | '\n' | '';

interface Part {
  readonly words: readonly string[];
  readonly operator: Operator;
}

const TOKEN =
  /\\\r?\n|\\.|"(?:\\[^]|[^"\\])*"|'[^']*'|\$\((?:[^()]|\([^()]*\))*\)|\$\{\{.*?\}\}|&&|\|\||;;?|\|&?|&(?![>\d])|\r?\n|[()]|[^\S\n]+|#|(?:\$(?![({])|[^\s;|&"'\\#()$])+|[^]/g;
/** Words of the syntax, after which a command can follow. */
const OPENING = new Set(['then', 'do', 'else', '{', '(', 'time']);
const BRANCHING = new Set(['if', 'while', 'until', 'for', 'case', 'elif', 'select']);
const CLOSING = new Set(['fi', 'done', 'esac']);
/** Programs that read a pipe and succeed if the program before it fails. */
const PASSING = new Set(['tee', 'cat', 'head', 'tail', 'sed', 'true', 'sort', 'less']);
/** Commands that always succeed and do nothing that is proved. */
const SUCCEEDING = new Set(['true', ':', 'echo', 'printf']);

/** Whether a command only succeeds: `true`, `:`, `echo done`, `exit 0`. */
export function onlySucceeds(words: readonly string[]): boolean {
  const [program = '', status = '0'] = words;
  if (program === 'node' && /^(?:-e|--eval)$/.test(status))
    return /^\s*(?:process\.exit\(0?\);?)?\s*$/.test(words[2] ?? '');
  return SUCCEEDING.has(program) || (/^(?:exit|return)$/.test(program) && status === '0');
}

/** The simple commands of a shell text that can be reached, in their order. */
export function readShellCommands(text: string, { stopsAtFailure }: ShellOptions): readonly ShellCommand[] {
  const parts = splitParts(text);
  const commands: ShellCommand[] = [];
  let depth = 0;
  let stops = stopsAtFailure;
  let keepsPipeStatus = false;
  let afterTest = false;
  let isAlternative = false;
  for (const [index, part] of parts.entries()) {
    const words = [...part.words];
    let negated = false;
    let isCondition = false;
    for (;;) {
      const [word = ''] = words;
      if (BRANCHING.has(word)) {
        if (word !== 'elif') depth++;
        isCondition = true;
      } else if (CLOSING.has(word)) depth = Math.max(0, depth - 1);
      else if (word === '!') negated = true;
      else if (!OPENING.has(word)) break;
      words.shift();
    }
    const conditional = depth > 0 || afterTest || isAlternative;
    const [program = ''] = words;
    if (program === 'set' || program === 'shopt') {
      const options = words.slice(1).join(' ');
      if (/(?:^|\s)-\w*e|-o errexit/.test(options)) stops = true;
      if (/\+\w*e|\+o errexit/.test(options)) stops = false;
      if (/-o pipefail|-\w*o pipefail/.test(options)) keepsPipeStatus = true;
    } else if (words.length > 0) {
      const ignored = negated || isCondition || isIgnored(parts, index, { stops, keepsPipeStatus });
      commands.push({ words, ignored, conditional });
    }
    const ends = /^(?:exit|return)$/.test(program) || program === 'exec';
    if (ends && !conditional && part.operator !== '|') break;
    // `true || a` and `false && a` never execute `a`.
    if (part.operator === '||' && SUCCEEDING.has(program) && !conditional) break;
    if (part.operator === '&&' && program === 'false') break;
    isAlternative = part.operator === '||';
    if (part.operator === '&&') afterTest ||= /^(?:\[\[?|test)$/.test(program);
    else if (part.operator !== '||' && part.operator !== '|') afterTest = false;
  }
  return commands;
}

/** The words of a command line without operators. */
export function splitWords(text: string): readonly string[] {
  return splitParts(text).flatMap(({ words }) => words);
}

/** Whether the text succeeds although one of its commands fails. */
function isIgnored(
  parts: readonly Part[],
  index: number,
  { stops, keepsPipeStatus }: { readonly stops: boolean; readonly keepsPipeStatus: boolean },
): boolean {
  for (let at = index; at < parts.length; at++) {
    const { operator = '' } = parts[at] ?? {};
    const next = parts[at + 1];
    if (operator === '' || next === undefined) return operator === '&';
    if (operator === '|') {
      if (!keepsPipeStatus && PASSING.has(next.words[0] ?? '')) return true;
      continue;
    }
    if (operator === '&&') continue;
    if (operator === '||') {
      if (onlySucceeds(next.words)) return true;
      // A block can report the failure and end the text.
      if (/^(?:[{(]|exit|return|false)$/.test(next.words[0] ?? '')) return false;
      continue;
    }
    if (operator === '&') return !parts.slice(at + 1).some(({ words }) => words[0] === 'wait');
    return !stops && parts.slice(at + 1).some(({ words }) => !isClosing(words));
  }
  return false;
}

/** Whether a part only ends a block, which keeps the status of its last command. */
function isClosing([word = '', ...others]: readonly string[]): boolean {
  return others.length === 0 && (CLOSING.has(word) || word === '}' || word === ')');
}

function splitParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let isComment = false;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endPart = (operator: Operator): void => {
    endWord();
    const last = parts.at(-1);
    // The line break after an operator continues the command: `a &&\n b`.
    if (words.length === 0 && operator === '\n' && last !== undefined && /^(?:&&|\|\||\|)$/.test(last.operator)) return;
    if (words.length > 0) parts.push({ words, operator });
    words = [];
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^\r?\n$/.test(token)) {
      isComment = false;
      endPart('\n');
    } else if (isComment) continue;
    else if (token === '#' && word === undefined) isComment = true;
    else if (/^\\\r?\n$/.test(token) || /^[^\S\n]+$/.test(token)) endWord();
    else if (/^(?:&&|\|\||;;?|\|&?|&)$/.test(token)) endPart(operatorOf(token));
    else if (token === '(' || token === ')') {
      endWord();
      if (token === '(') words.push(token);
    } else word = (word ?? '') + unquote(token);
  }
  endPart('');
  return parts;
}

function operatorOf(token: string): Operator {
  switch (token) {
    case '&&':
    case '||':
    case '&':
      return token;
    case '|':
    case '|&':
      return '|';
    default:
      return ';';
  }
}

function unquote(token: string): string {
  if (/^'[^]*'$/.test(token)) return token.slice(1, -1);
  if (/^"[^]*"$/.test(token)) return token.slice(1, -1).replaceAll(/\\(["\\$`])/g, '$1');
  return token.startsWith('\\') ? token.slice(1) : token;
}
