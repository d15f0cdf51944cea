import { isCodePath } from '../code/read-code.ts';
import { without } from '../compare/changed-values.ts';
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
    sampleInFunction('src/a.ts', 'for (const one of order) {\n  if (one.paid) continue;\n  pay(one);\n}', 'for (const one of order) {\n  pay(one);\n}'),
    sampleInFunction('src/a.py', 'if order is None:\n    return 0\nreturn order.price', 'return order.price'),
    sampleInFunction('src/a.py', 'if not order:\n    raise ValueError()\nsave(order)', 'save(order)'),
    sampleInFunction('a.go', 'if order == nil {\n\treturn ErrOrder\n}\nreturn save(order)', 'return save(order)'),
  ],
  nearMisses: [
    sampleInFunction('src/a.ts', 'return order.price;', 'if (order === undefined) return 0;\nreturn order.price;'),
    sampleInFunction('src/a.ts', 'if (order === undefined) return 0;\nreturn order.price;', 'return order?.price ?? 0;'),
    sampleInFunction('src/a.ts', 'if (order === undefined) return 0;\nreturn order.price;', 'if (order == null) return 0;\nreturn order.price;'),
    sampleInFunction('src/a.ts', 'if (!a) return 0;\nsave(order);', 'check(a);\nif (!a) throw new Error();\nsave(order);'),
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
    sampleInTest('a.test.ts', 'if (!order) return;\nsave(order);', 'save(order);'),
    sampleInFunction('src/a.py', 'if order is None:\n    return 0\nreturn order.price', 'return order.price if order else 0'),
    sampleInFunction('a.go', 'if err := check(order); err != nil {\n\treturn err\n}\nreturn save(order)', 'if err := verify(order); err != nil {\n\treturn err\n}\nreturn save(order)'),
  ],
  find: (change) => change.code.filter(({ role }) => role === 'shipped').flatMap((one) => compare(one, change)),
};

function compare({ path, before, after }: CodeVersions, { code }: ComparedChange): readonly FactPlace[] {
  const keyOf = ({ scope, condition }: ObservedGuard): string => `${scope}\0${condition}`;
  return without(before.guards, after.guards, keyOf)
    .filter(({ scope, condition, next, names }) => {
      const own = after.statements.filter((one) => one.scope === scope);
      const guards = (versions: CodeVersions['after']): number => versions.guards.filter((one) => one.scope === scope).length;
      const mentions = (name: string): boolean => own.some(({ text }) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text));
      return (
        // The guard was not replaced by another one, and its condition is nowhere else.
        guards(after) < guards(before) &&
        !code.some((one) => one.after.conditions.some(({ text }) => compactCondition(text).includes(condition))) &&
        next !== undefined &&
        own.some(({ text }) => text === next) &&
        names.some(mentions)
      );
    })
    .map(({ text, next, scope }) => ({
      file: path,
      line: after.statements.find((one) => one.scope === scope && one.text === next)?.line ?? 1,
      before: text,
    }));
}

function compactCondition(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/["`]/g, "'");
}
