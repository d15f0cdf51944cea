import { isCodePath } from '../code/read-code.ts';
import { compactText } from '../code/statement-text.ts';
import { pairReplaced, without } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import { sampleInFunction, sampleOf } from '../interface/sample.ts';

/** Statements that a type checker or a linter checked, and no longer checks. */
export const silencedCheck: FactRule = {
  id: 'silenced-check',
  message: 'A check of types or style was silenced',
  reason: 'The tool reported a fault, or would have.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInFunction('src/a.ts', 'return order.price;', 'return (order as any).price;'),
    sampleInFunction('src/a.ts', 'return order.price;', 'return order!.price;'),
    sampleInFunction('src/a.ts', 'return order.price;', '// @ts-ignore\nreturn order.price;'),
    sampleInFunction('src/a.ts', 'return order.price;', '// @ts-expect-error: later\nreturn order.price;'),
    sampleInFunction('src/a.js', 'return order.price;', '// eslint-disable-next-line no-undef\nreturn order.price;'),
    sampleOf('src/a.ts', 'export const f = (a: Order) => a.price;', 'export const f = (a: any) => a.price;'),
    sampleOf('src/a.ts', 'export const a = 1;', '/* eslint-disable */\nexport const a = 1;'),
    sampleInFunction('src/a.ts', 'return order.price;', 'return order.price; // eslint-disable-line'),
    sampleInFunction('src/a.ts', 'const a = f() as Order;', 'const a = f() as unknown as Order;'),
    sampleInFunction('src/a.ts', 'return order.price;', 'return (<any>order).price;'),
    sampleOf('src/a.ts', 'export function f(): Order { return a; }', 'export function f(): any { return a; }'),
    sampleOf('src/a.ts', 'interface A {\n  b: string;\n}', 'interface A {\n  b: any;\n}'),
    sampleOf('src/a.ts', 'class A {\n  f(b: string) {}\n}', 'class A {\n  f(b: any) {}\n}'),
    sampleOf('src/a.py', 'def f(a: Order) -> int:\n    return 1\n', 'def f(a: Any) -> int:\n    return 1\n'),
    sampleInFunction('src/a.py', 'return order.price', 'return order.price  # type: ignore'),
    sampleInFunction('src/a.py', 'return order.price', 'return order.price  # noqa: E501'),
    sampleInFunction('a.go', 'return save(order)', 'return save(order) //nolint:errcheck'),
  ],
  nearMisses: [
    sampleInFunction('src/a.ts', 'return order!.price;', 'return order.price;'),
    sampleInFunction('src/a.ts', '// @ts-ignore\nreturn order.price;', 'return order.price;'),
    sampleInFunction('src/a.ts', 'return order.price;', 'return order.price;\nlog(order!.name);'),
    sampleInFunction('src/a.ts', 'return order.price;', '// The price.\nreturn order.price;'),
    sampleOf('a.test.ts', 'f(1);', '// @ts-expect-error: no number\nf(1);'),
    sampleOf('src/a.py', 'def f(a: Order) -> int:\n    return 1\n', 'def f(a: Paid) -> int:\n    return 1\n'),
    sampleInFunction('src/a.ts', '// @ts-ignore\nreturn a;', '// @ts-expect-error\nreturn a;'),
    sampleInFunction('src/a.ts', 'return order.price;', 'return (order as Paid).price;'),
    sampleInFunction('src/a.ts', 'return (order as Paid).price;', 'return order!.price;'),
    sampleOf('src/a.ts', 'export const f = (a: any) => a;', 'export const f = (a: Order) => a;'),
    sampleOf('src/a.ts', '', 'export function g() {\n  // @ts-ignore\n  return 1;\n}'),
    sampleInFunction('src/a.py', 'return order.price  # type: ignore', 'return order.price'),
    sampleInFunction('a.go', 'return save(order) //nolint:errcheck', 'return save(order)'),
  ],
  find: ({ code }) => code.flatMap(compare),
};

function compare({ path, role, before, after }: CodeVersions): readonly FactPlace[] {
  const statements = pairReplaced(before.statements, after.statements, {
    keyOf: ({ scope, plain }) => `${scope}\0${plain}`,
    valueOf: ({ looseness }) => String(looseness),
  }).filter((pair) => pair.after.looseness > pair.before.looseness && pair.after.casts >= pair.before.casts);
  // In a test, `@ts-expect-error` proves that a use has no valid type. The number counts, because a comment can have been replaced by another one.
  const silencers = without(after.silencers, before.silencers, ({ scope }) => scope)
    .filter(({ scope, text }) => before.scopes.has(scope) && !(role === 'test' && /@ts-expect-error/.test(text)))
    .filter(
      ({ text }) =>
        !before.silencers.some((one) => compactText(one.text) === compactText(text)) ||
        after.silencers.length > before.silencers.length,
    );
  return [
    ...statements.map((pair) => ({
      file: path,
      line: pair.after.line,
      before: pair.before.text,
      after: pair.after.text,
    })),
    ...silencers.map(({ line, text }) => ({ file: path, line, after: text })),
  ];
}
