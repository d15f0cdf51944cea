/** An import that a piece of Python makes whenever it runs. */
export interface PythonImport {
  /** Dotted: `mypackage.solver`. */
  readonly module: string;
}

/** What sets where modules are looked for, or loads them in ways that a reader cannot follow. */
const CHANGES_IMPORTS = /\bsys\s*\.\s*(path|modules|meta_path|path_hooks)\b|\bchdir\b|\baddsitedir\b|\b__path__\b/;

/**
 * The imports that stand as statements of their own in a piece of Python. Undefined where the text is not understood:
 * a string or bracket that does not close, or code that changes how modules are found. Imports inside compound
 * statements may never be made, or may be allowed to fail, and are passed over.
 */
export function pythonImports(code: string): readonly PythonImport[] | undefined {
  const statements = statementsOf(code);
  if (statements === undefined || CHANGES_IMPORTS.test(code)) return undefined;
  const imports: PythonImport[] = [];
  for (const statement of statements) {
    const plain = /^import\s+(.+)$/s.exec(statement);
    const from = /^from\s+([A-Za-z_][\w.]*)\s+import\b/.exec(statement);
    if (from?.[1] !== undefined) imports.push({ module: from[1] });
    else if (plain?.[1] !== undefined) {
      for (const item of plain[1].split(',')) {
        const name = /^\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?:as\s+\w+)?\s*$/.exec(item)?.[1];
        if (name === undefined) return undefined;
        imports.push({ module: name });
      }
    } else if (ENDS_EARLY.test(statement)) {
      break;
    }
  }
  return imports;
}

/** After these nothing is certain to run. */
const ENDS_EARLY = /^(return|raise|exit\b|quit\b|sys\s*\.\s*exit\b|os\s*\.\s*_exit\b)/;

/** The simple statements at the outermost level, in their order; compound ones and what they hold are left out. */
function statementsOf(code: string): readonly string[] | undefined {
  const statements: string[] = [];
  let current = '';
  let depth = 0;
  let index = 0;
  let lineStart = true;
  let nested = false;
  const end = (atLineEnd: boolean): void => {
    const text = current.trim();
    if (text !== '' && !nested) statements.push(text);
    current = '';
    if (atLineEnd) nested = false;
  };
  while (index < code.length) {
    const character = code[index] ?? '';
    if (lineStart && depth === 0) {
      nested = character === ' ' || character === '\t';
      lineStart = false;
    }
    if (character === '#') {
      while (index < code.length && code[index] !== '\n') index++;
      continue;
    }
    if (character === '"' || character === "'") {
      const after = endOfString(code, index);
      if (after === undefined) return undefined;
      current += "''";
      index = after;
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
      end(character === '\n');
      lineStart = character === '\n';
    } else if (depth === 0 && character === ':' && opensBlock(current)) {
      current = '';
      nested = true;
    } else {
      current += character === '\r' || character === '\n' ? ' ' : character;
    }
    index++;
  }
  if (depth > 0) return undefined;
  end(true);
  return statements;
}

function opensBlock(statement: string): boolean {
  return /^\s*(if|elif|else|for|while|try|except|finally|with|def|class|async|match|case)\b/.test(statement);
}

/** Where a string that begins at an offset is over; undefined where it does not close. */
function endOfString(code: string, start: number): number | undefined {
  const quote = code[start] ?? '';
  const triple = code.startsWith(quote.repeat(3), start);
  const close = triple ? quote.repeat(3) : quote;
  for (let index = start + close.length; index < code.length; index++) {
    if (code[index] === '\\') index++;
    else if (code.startsWith(close, index)) return index + close.length;
    else if (!triple && code[index] === '\n') return undefined;
  }
  return undefined;
}
