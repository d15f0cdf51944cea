/** Code that changes where modules are found, or loads them dynamically. */
const CHANGES_IMPORTS = /\bsys\s*\.\s*(path|modules|meta_path|path_hooks)\b|\bchdir\b|\baddsitedir\b|\b__path__\b/;

/** Statements after which nothing is certain to run. */
const ENDS_EARLY = /^(return|raise|exit\b|quit\b|sys\s*\.\s*exit\b|os\s*\.\s*_exit\b)/;

/**
 * The dotted names of the modules that a piece of Python certainly imports. Imports inside compound statements can be
 * skipped or can be allowed to fail, so they are ignored. `undefined` if the code cannot be tokenized (an unclosed string
 * or bracket) or changes how modules are found.
 */
export function pythonImports(code: string): readonly string[] | undefined {
  const statements = topLevelStatements(code);
  if (statements === undefined || CHANGES_IMPORTS.test(code)) return undefined;
  const modules: string[] = [];
  for (const statement of statements) {
    const plain = /^import\s+(.+)$/s.exec(statement);
    const from = /^from\s+([A-Za-z_][\w.]*)\s+import\b/.exec(statement);
    if (from?.[1] !== undefined) modules.push(from[1]);
    else if (plain?.[1] !== undefined) {
      for (const item of plain[1].split(',')) {
        const name = /^\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?:as\s+\w+)?\s*$/.exec(item)?.[1];
        if (name === undefined) return undefined;
        modules.push(name);
      }
    } else if (ENDS_EARLY.test(statement)) {
      break;
    }
  }
  return modules;
}

/**
 * The simple statements at the top level, in order. Omits compound statements and their bodies. `undefined` if the code
 * cannot be tokenized.
 */
function topLevelStatements(code: string): readonly string[] | undefined {
  const statements: string[] = [];
  let current = '';
  let depth = 0;
  let index = 0;
  let isLineStart = true;
  let isNested = false;
  const endStatement = (atLineEnd: boolean): void => {
    const text = current.trim();
    if (text !== '' && !isNested) statements.push(text);
    current = '';
    if (atLineEnd) isNested = false;
  };
  while (index < code.length) {
    const character = code[index] ?? '';
    if (isLineStart && depth === 0) {
      isNested = character === ' ' || character === '\t';
      isLineStart = false;
    }
    if (character === '#') {
      while (index < code.length && code[index] !== '\n') index++;
      continue;
    }
    if (character === '"' || character === "'") {
      const end = endOfString(code, index);
      if (end === undefined) return undefined;
      current += "''";
      index = end;
      continue;
    }
    if (character === '\\' && /^\\\r?\n/.test(code.slice(index, index + 3))) {
      index += code[index + 1] === '\r' ? 3 : 2;
      current += ' ';
      continue;
    }
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    if (depth < 0) return undefined;
    if (depth === 0 && (character === '\n' || character === ';')) {
      endStatement(character === '\n');
      isLineStart = character === '\n';
    } else if (depth === 0 && character === ':' && opensBlock(current)) {
      current = '';
      isNested = true;
    } else {
      current += character === '\r' || character === '\n' ? ' ' : character;
    }
    index++;
  }
  if (depth > 0) return undefined;
  endStatement(true);
  return statements;
}

function opensBlock(statement: string): boolean {
  return /^\s*(if|elif|else|for|while|try|except|finally|with|def|class|async|match|case)\b/.test(statement);
}

/** The offset after a string literal; `undefined` if it is not closed. */
function endOfString(code: string, start: number): number | undefined {
  const quote = code[start] ?? '';
  const isTriple = code.startsWith(quote.repeat(3), start);
  const delimiter = isTriple ? quote.repeat(3) : quote;
  for (let index = start + delimiter.length; index < code.length; index++) {
    if (code[index] === '\\') index++;
    else if (code.startsWith(delimiter, index)) return index + delimiter.length;
    else if (!isTriple && code[index] === '\n') return undefined;
  }
  return undefined;
}
