/** Where the statements of a block run. */
export interface Branch {
  readonly isConditional: boolean;
  readonly isTypeOnly: boolean;
}

export const UNCONDITIONAL: Branch = { isConditional: false, isTypeOnly: false };

/** The branches of the body of an `if` or `while`, and of the clauses after it, in a module that is imported. */
export function branchesOf(condition: string, outer: Branch): { readonly body?: Branch; readonly rest?: Branch } {
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

/** The value of a condition that is the same in every import; `undefined` if it can differ. */
function constantValue(condition: string): boolean | undefined {
  if (/^(?:True|1)$/.test(condition)) return true;
  if (/^(?:False|0|None|""|''|\(\)|\[\]|\{\})$/.test(condition)) return false;
  if (/^__name__ ?== ?["']__main__["']$|^["']__main__["'] ?== ?__name__$/.test(condition)) return false;
  if (condition.startsWith('not ') && !/ (?:and|or) /.test(condition)) {
    const value = constantValue(condition.slice('not '.length));
    return value === undefined ? undefined : !value;
  }
  const parts = / or |[([{"'#]/.test(condition.replace(/["']__main__["']/g, '')) ? [] : condition.split(' and ');
  return parts.length > 1 && parts.some((part) => constantValue(part) === false) ? false : undefined;
}

/** A condition in one line, without the brackets around it. */
function normalizeCondition(condition: string): string {
  return condition
    .replace(/\\?\r?\n/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^\(([^()]*)\)$/, '$1')
    .trim();
}
