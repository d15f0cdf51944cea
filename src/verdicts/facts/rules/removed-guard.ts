import { isCodePath } from '../code/read-code.ts';
import { compactText } from '../code/statement-text.ts';
import { pairReplaced, without } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { ComparedChange, FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { ObservedGuard } from '../interface/observed-code.ts';
import { sampleInFunction, sampleInTest, sampleOf } from '../interface/sample.ts';

/** Guards of shipped code that are gone, although what followed them is still there. */
export const removedGuard: FactRule = {
  id: 'removed-guard',
  message: 'A guard was removed, what it guarded was not',
  reason: 'The case that it excluded reaches code that did not expect it.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInFunction('src/a.ts', 'if (order === undefined) return 0;\nreturn order.price;', 'return order.price;'),
    sampleInFunction('src/a.js', 'if (!order) {\n  throw new Error();\n}\nsave(order);', 'save(order);'),
    sampleInFunction(
      'src/a.ts',
      'for (const one of order) {\n  if (one.paid) continue;\n  pay(one);\n}',
      'for (const one of order) {\n  pay(one);\n}',
    ),
    sampleInFunction('src/a.py', 'if order is None:\n    return 0\nreturn order.price', 'return order.price'),
    sampleInFunction('src/a.ts', 'if (order) {\n  save(order);\n}', 'save(order);'),
    sampleInFunction(
      'src/a.ts',
      'if (!a || !order) return 0;\nreturn save(a, order);',
      'if (!a) return 0;\nreturn save(a, order);',
    ),
    sampleInFunction('src/a.ts', 'validateOrder(order);\nsave(order);', 'save(order);'),
    sampleInFunction('src/a.ts', 'if (order && order.open) {\n  save(order);\n}', 'if (order) {\n  save(order);\n}'),
    sampleInFunction('src/a.ts', 'order && save(order);', 'save(order);'),
    sampleInFunction('src/a.ts', 'order?.save();', 'order.save();'),
    sampleInFunction('src/a.ts', 'await authorize(user);\nsave(order);', 'save(order);'),
    sampleInFunction('src/a.py', 'assert order\nsave(order)', 'save(order)'),
    sampleInFunction('src/a.py', 'if order:\n    save(order)', 'save(order)'),
    sampleInFunction('a.go', 'if order != nil {\n\tsave(order)\n}', 'save(order)'),
    sampleInFunction('src/a.py', 'if not order:\n    raise ValueError()\nsave(order)', 'save(order)'),
    sampleInFunction('a.go', 'if order == nil {\n\treturn ErrOrder\n}\nreturn save(order)', 'return save(order)'),
  ],
  nearMisses: [
    sampleInFunction('src/a.ts', 'return order.price;', 'if (order === undefined) return 0;\nreturn order.price;'),
    sampleInFunction(
      'src/a.ts',
      'if (order === undefined) return 0;\nreturn order.price;',
      'return order?.price ?? 0;',
    ),
    sampleInFunction(
      'src/a.ts',
      'if (order === undefined) return 0;\nreturn order.price;',
      'if (order == null) return 0;\nreturn order.price;',
    ),
    sampleInFunction(
      'src/a.ts',
      'if (!a) return 0;\nsave(order);',
      'check(a);\nif (!a) throw new Error();\nsave(order);',
    ),
    sampleOf(
      'src/a.ts',
      'function f(order) {\n  if (!order) return 0;\n  return save(order);\n}\n',
      'function check(order) {\n  if (!order) return 0;\n}\nfunction f(order) {\n  return save(order);\n}\n',
    ),
    sampleOf(
      'src/a.ts',
      'function f(order, old) {\n  if (old) return 0;\n  return save(order);\n}\n',
      'function f(order) {\n  return save(order);\n}\n',
    ),
    sampleInFunction('src/a.ts', 'if (!order) return 0;\nreturn save(order);', 'return order ? save(order) : 0;'),
    sampleInFunction('src/a.py', 'assert order is not None\nsave(order)', 'save(order)'),
    sampleInFunction('src/a.ts', 'if (order) {\n  save(order);\n}', 'if (!order) return 0;\nsave(order);'),
    sampleInFunction('src/a.ts', 'if (order) {\n  save(order);\n}', 'if (other) {\n  save(order);\n}'),
    sampleInFunction('src/a.ts', 'if (!a) return 0;\nreturn save(a);', 'if (!a || !b) return 0;\nreturn save(a);'),
    sampleInFunction('src/a.ts', 'if (order) save(order);\nelse save(order, 1);', 'save(order);'),
    sampleInTest('a.test.ts', 'if (!order) return;\nsave(order);', 'save(order);'),
    sampleInFunction(
      'src/a.py',
      'if order is None:\n    return 0\nreturn order.price',
      'return order.price if order else 0',
    ),
    sampleInFunction(
      'a.go',
      'if err := check(order); err != nil {\n\treturn err\n}\nreturn save(order)',
      'if err := verify(order); err != nil {\n\treturn err\n}\nreturn save(order)',
    ),
  ],
  find: (change) => change.code.filter(({ role }) => role === 'shipped').flatMap((one) => compare(one, change)),
};

function compare(versions: CodeVersions, change: ComparedChange): readonly FactPlace[] {
  const { path, after } = versions;
  return [...findRemoved(versions, change), ...findUnwrapped(versions, change), ...findUnchained(versions)].map(
    ({ scope, next, text, left }) => ({
      file: path,
      line: after.statements.find((one) => one.scope === scope && one.text === next)?.line ?? 1,
      before: text,
      after: left,
    }),
  );
}

interface RemovedGuard {
  readonly scope: string;
  /** The head of the statement that it guarded. */
  readonly next: string;
  readonly text: string;
  /** What is left of its condition. */
  readonly left?: string | undefined;
}

/** Guards before a statement that is still there. */
function findRemoved({ before, after }: CodeVersions, change: ComparedChange): readonly RemovedGuard[] {
  const removed = without(before.guards, after.guards, keyOf);
  const added = without(after.guards, before.guards, keyOf);
  return removed.flatMap(({ scope, condition, next, names, text }): RemovedGuard[] => {
    const own = after.statements.filter((one) => one.scope === scope);
    if (next === undefined || !own.some((one) => one.text === next)) return [];
    if (isElsewhere(condition, change) || VERSION.test(condition)) return [];
    const replacement = added.find((one) => one.scope === scope && one.next === next);
    if (replacement !== undefined) {
      return isPartOf(replacement.condition, condition, /\|\|| or /)
        ? [{ scope, next, text, left: replacement.text }]
        : [];
    }
    // A call such as `authorize(user)` guards without a condition.
    const isCall = text === condition || compactText(text).replace(/^await /, '') === condition;
    const hasOther = added.some((one) => one.scope === scope);
    // A parameter that is gone needs no guard.
    const isUsed = names.some((name) =>
      own.some((one) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(one.text)),
    );
    return hasOther || !(isUsed || isCall) ? [] : [{ scope, next, text }];
  });
}

/** Statements that were executed under a condition, and are now executed in more cases. */
function findUnwrapped({ before, after }: CodeVersions, change: ComparedChange): readonly RemovedGuard[] {
  const pairs = pairReplaced(before.statements, after.statements, {
    keyOf: ({ scope, text }) => `${scope}\0${text}`,
    valueOf: ({ condition }) => compactText(condition ?? ''),
  });
  const found = new Map<string, RemovedGuard>();
  for (const pair of pairs) {
    const { scope, text } = pair.after;
    const [condition = '', left] = [pair.before.condition, pair.after.condition];
    const head = headOf(condition);
    if (head === undefined || VERSION.test(head)) continue;
    const size = before.statements.filter((one) => one.scope === scope && one.condition === condition).length;
    const isLess = left === undefined ? !isElsewhere(head, change) : isPartOf(headOf(left) ?? '', head, /&&| and /);
    if (size <= MAX_UNWRAPPED && isLess)
      found.set(`${scope}\0${condition}`, { scope, next: text, text: condition, left });
  }
  return [...found.values()];
}

/** The condition of `if (…)` without `else`; `undefined` for other heads. */
function headOf(text: string): string | undefined {
  if (/\breturn\b|… else$/.test(text)) return undefined;
  const head = /^if \(?([^]*?)\)?$/.exec(text)?.[1];
  return head && compactText(head);
}

/** Accesses that no longer expect a missing value: `order.save()` instead of `order?.save()`. */
function findUnchained({ before, after }: CodeVersions): readonly RemovedGuard[] {
  const countOf = (text: string): number => text.split('?.').length;
  const pairs = pairReplaced(before.statements, after.statements, {
    keyOf: ({ scope, text }) => `${scope}\0${text.replaceAll('?.', '.')}`,
    valueOf: ({ text }) => text,
  });
  return pairs
    .filter((pair) => countOf(pair.after.text) < countOf(pair.before.text))
    .map((pair) => ({ scope: pair.after.scope, next: pair.after.text, text: pair.before.text, left: pair.after.text }));
}

/** A runtime that is no longer supported needs no guard. */
const VERSION = /version|\bPY\d|TYPE_CHECKING/i;

/** A longer block is mostly restructured. */
const MAX_UNWRAPPED = 3;

function keyOf({ scope, condition }: ObservedGuard): string {
  return `${scope}\0${condition}`;
}

/** Whether a condition, or its negation, is somewhere in the changed modules after the change. */
function isElsewhere(condition: string, { code }: ComparedChange): boolean {
  const plain = positive(condition);
  const hasOperator = /[=<>&|(]/.test(condition);
  return code.some(({ after }) =>
    [...after.conditions, ...(hasOperator ? after.values : [])].some(({ text }) => {
      const compact = compactText(text);
      return (
        (hasOperator && compact.includes(plain)) ||
        compact.split(/&&|\|\|| and | or |\?\?/).some((part) => positive(part) === plain)
      );
    }),
  );
}

/** A condition without its negation. */
function positive(condition: string): string {
  return condition.replace(/^(?:!+|not )\(?/, '').replace(/\)$/, '');
}

/** Whether a condition has only some of the parts of another one. */
function isPartOf(part: string, whole: string, operator: RegExp): boolean {
  const parts = whole.split(operator);
  const own = part.split(operator);
  return own.length < parts.length && own.every((one) => parts.includes(one));
}
