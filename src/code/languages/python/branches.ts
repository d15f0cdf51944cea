/** Where the statements of a block run. */
export interface PythonBranch {
  readonly isConditional: boolean;
  readonly isTypeOnly: boolean;
}

export const UNCONDITIONAL: PythonBranch = { isConditional: false, isTypeOnly: false };

/** The branches of the body of an `if` or `while`, and of the clauses after it, in a module that is imported. */
export function branchesOf(
  condition: string,
  outer: PythonBranch,
): { readonly body?: PythonBranch; readonly rest?: PythonBranch } {
  const text = normalizeCondition(condition);
  const value = constantValue(text);
  if (value === true) return { body: outer };
  if (value === false) return { rest: outer };
  if (/^(?:[\w.]+\.)?TYPE_CHECKING$/.test(text)) {
    return { body: { isConditional: true, isTypeOnly: true }, rest: outer };
  }
  if (/^not (?:[\w.]+\.)?TYPE_CHECKING$/.test(text)) {
    return { body: outer, rest: { isConditional: true, isTypeOnly: true } };
  }
  const branch = { ...outer, isConditional: true };
  return { body: branch, rest: branch };
}

const NUMBER = String.raw`[+-]?(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)`;
const IS_NUMBER = new RegExp(`^${NUMBER}$`);
const TEXT = String.raw`[rRbBuU]?(?:"[^"\\]*"|'[^'\\]*')`;
const IS_TEXT = new RegExp(`^${TEXT}$`);
const COMPARISON = new RegExp(`^(${NUMBER}|${TEXT}) ?(==|!=|<=|>=|<|>) ?(${NUMBER}|${TEXT})$`);
/** Comparisons of the major version, which is 3. */
const VERSION = /^(?:sys\.)?version_info(\[0\]|\.major)? ?(==|!=|<=|>=|<|>) ?(?:(\d)|\((\d), ?0?\))$/;

function constantValue(condition: string): boolean | undefined {
  if (/^(?:True|\.\.\.|Ellipsis)$/.test(condition)) return true;
  if (/^(?:False|None|\(\)|\[\]|\{\})$/.test(condition)) return false;
  if (IS_NUMBER.test(condition)) return numberOf(condition) !== 0;
  if (IS_TEXT.test(condition)) return !/^[a-zA-Z]?(?:""|'')$/.test(condition);
  if (/^__name__$|^__name__ ?!= ?["']__main__["']$|^["']__main__["'] ?!= ?__name__$/.test(condition)) return true;
  if (/^__name__ ?== ?["']__main__["']$|^["']__main__["'] ?== ?__name__$/.test(condition)) return false;
  const compared = comparedValue(condition);
  if (compared !== undefined) return compared;
  if (condition.startsWith('not ') && !/ (?:and|or) /.test(condition)) {
    const value = constantValue(condition.slice('not '.length));
    return value === undefined ? undefined : !value;
  }
  if (/[([{"'#]/.test(condition.replace(/["']__main__["']/g, ''))) return undefined;
  const alternatives = condition.split(' or ');
  if (alternatives.length > 1) return combined(alternatives, true);
  const parts = condition.split(' and ');
  return parts.length > 1 ? combined(parts, false) : undefined;
}

/** The value of parts one of which decides: `decisive` is that of `or` with a true part, or of `and` with a false one. */
function combined(parts: readonly string[], decisive: boolean): boolean | undefined {
  const values = parts.map(constantValue);
  if (values.includes(decisive)) return decisive;
  return values.includes(undefined) ? undefined : !decisive;
}

function comparedValue(condition: string): boolean | undefined {
  const [, part = '', versionOperator = '', digit, first] = VERSION.exec(condition) ?? [];
  if (versionOperator !== '') {
    // As a tuple, 3.0 is lower than every version with a name after it.
    if (part !== '' && digit !== undefined) return compare(3, versionOperator, Number(digit));
    if (part === '' && first !== undefined && versionOperator !== '==' && versionOperator !== '!=') {
      return compare(3.5, versionOperator, Number(first));
    }
    return undefined;
  }
  const [, left = '', operator = '', right = ''] = COMPARISON.exec(condition) ?? [];
  if (operator === '') return undefined;
  if (IS_NUMBER.test(left) && IS_NUMBER.test(right)) return compare(numberOf(left), operator, numberOf(right));
  const isText = IS_TEXT.test(left) && IS_TEXT.test(right) && /^["']/.test(left) && /^["']/.test(right);
  return isText ? compare(left.slice(1, -1), operator, right.slice(1, -1)) : undefined;
}

function compare<Value extends number | string>(left: Value, operator: string, right: Value): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}

function numberOf(literal: string): number {
  const text = literal.replaceAll('_', '');
  return /^[+-]/.test(text) ? Number(text.slice(1)) * (text.startsWith('-') ? -1 : 1) : Number(text);
}

/** The value of a condition that is the same in every import; `undefined` if it can differ. */
export function constantCondition(condition: string): boolean | undefined {
  return constantValue(normalizeCondition(condition));
}

/** Whether a loop over an expression runs: `false` if it never does, `undefined` if it is not known. */
export function iterationOf(expression: string): boolean | undefined {
  const text = normalizeCondition(expression);
  if (/^(?:\[\]|\(\)|\{\}|range\(0\)|set\(\))$/.test(text)) return false;
  if (IS_TEXT.test(text)) return constantValue(text);
  const isDisplay = /^[[(]?[^[\](){}*]*,[^[\](){}*]*[\])]?$|^\[[^[\](){}*]+\]$/.test(text) && !/\bfor\b/.test(text);
  return isDisplay || /^range\([1-9]\d*\)$/.test(text) ? true : undefined;
}

/** A condition in one line, without the brackets around it. */
function normalizeCondition(condition: string): string {
  return condition
    .replace(/\\?\r?\n/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^\(([^()]*)\)$/, '$1')
    .trim();
}
