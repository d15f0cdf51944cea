/** A value of GitHub's expressions: contexts are objects, and what a context lacks is empty. */
export type Value = string | number | boolean | undefined | readonly Value[] | { readonly [name: string]: Value };

/** The contexts of a workflow, by name: `github`, `secrets`, `steps`, … */
export type Contexts = Readonly<Record<string, Value>>;

const TOKEN = /\s*('(?:[^']|'')*'|\|\||&&|==|!=|[!(),]|[\w-]+(?:\.(?:[\w-]+|\*))*)/y;

const FUNCTIONS: Readonly<Record<string, (...values: readonly Value[]) => Value>> = {
  cancelled: () => false,
  success: () => true,
  startsWith: (text, start) => toText(text).toLowerCase().startsWith(toText(start).toLowerCase()),
  contains: (list, value) =>
    Array.isArray(list) ? list.some((one) => isEqual(one as Value, value)) : toText(list).includes(toText(value)),
  fromJSON: (text) => JSON.parse(toText(text)) as Value,
};

/** Replaces the expressions of a text, `${{ github.event_name }}`, as GitHub does. */
export function replaceExpressions(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => toText(evaluate(expression, contexts)));
}

/** The value of a condition, with or without `${{ }}`. */
export function evaluateCondition(text: string, contexts: Contexts): boolean {
  return isTrue(evaluate(text.replace(/^\s*\$\{\{([^]*)\}\}\s*$/, '$1'), contexts));
}

/** The operators, and the functions that the workflow uses. `&&` and `||` return one of their operands, as in JavaScript. */
function evaluate(expression: string, contexts: Contexts): Value {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  while (expression.slice(pattern.lastIndex).trim() !== '') {
    const at = pattern.lastIndex;
    const token = pattern.exec(expression)?.[1];
    if (token === undefined) throw new Error(`There is no token at ${at}: ${expression}`);
    tokens.push(token);
  }
  const take = (token: string): boolean => tokens[0] === token && tokens.shift() !== undefined;
  const readOr = (): Value => {
    let value = readAnd();
    while (take('||')) {
      const right = readAnd();
      value = isTrue(value) ? value : right;
    }
    return value;
  };
  const readAnd = (): Value => {
    let value = readComparison();
    while (take('&&')) {
      const right = readComparison();
      value = isTrue(value) ? right : value;
    }
    return value;
  };
  const readComparison = (): Value => {
    const left = readOperand();
    if (take('==')) return isEqual(left, readOperand());
    return take('!=') ? !isEqual(left, readOperand()) : left;
  };
  const readOperand = (): Value => {
    if (take('!')) return !isTrue(readOperand());
    if (take('(')) {
      const value = readOr();
      take(')');
      return value;
    }
    const token = tokens.shift() ?? '';
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (!take('(')) return readPath(contexts, token.split('.'));
    const values: Value[] = [];
    while (!take(')')) {
      values.push(readOr());
      take(',');
    }
    const call = FUNCTIONS[token];
    if (call === undefined) throw new Error(`The function is unknown: ${token}`);
    return call(...values);
  };
  const value = readOr();
  if (tokens.length > 0) throw new Error(`The expression has more tokens: ${tokens.join(' ')}`);
  return value;
}

function readPath(value: Value, [name, ...rest]: readonly string[]): Value {
  if (name === undefined || typeof value !== 'object') return name === undefined ? value : undefined;
  if (name === '*') return (value as readonly Value[]).map((one) => readPath(one, rest));
  return readPath((value as Readonly<Record<string, Value>>)[name], rest);
}

function isTrue(value: Value): boolean {
  return value !== undefined && value !== false && value !== '' && value !== 0;
}

function isEqual(left: Value, right: Value): boolean {
  return toText(left).toLowerCase() === toText(right).toLowerCase();
}

function toText(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}
