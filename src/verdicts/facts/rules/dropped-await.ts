import { isCodePath } from '../code/read-code.ts';
import { compactText } from '../code/statement-text.ts';
import { pairReplaced } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactRule } from '../interface/fact-rule.ts';
import type { ObservedCall } from '../interface/observed-code.ts';
import { sampleInFunction, sampleInTest, sampleOf } from '../interface/sample.ts';

/** Calls that are no longer awaited, although the called function is as asynchronous as before. */
export const droppedAwait: FactRule = {
  id: 'dropped-await',
  message: 'A call is no longer awaited',
  reason: 'What follows does not wait for it, and its error is lost.',
  languages: ['JavaScript', 'TypeScript', 'Python'],
  reads: isCodePath,
  samples: [
    sampleInTest('a.test.ts', 'await expect(f()).rejects.toThrow(E);', 'expect(f()).rejects.toThrow(E);'),
    sampleInTest('a.test.ts', 'await save(order);', 'save(order);'),
    sampleInTest('a.test.js', 'await user.click(button);', 'user.click(button);'),
    sampleInTest('a.test.ts', 'expect(await f()).toBeTruthy();', 'expect(f()).toBeTruthy();'),
    sampleInTest('a.test.js', 'assert.ok(await f());', 'assert.ok(f());'),
    sampleInFunction('src/a.ts', 'await save(order);', 'void save(order);'),
    sampleInFunction('src/a.js', 'const saved = await save(order);', 'save(order);'),
    sampleInFunction('src/a.ts', 'return save(order);', 'save(order);'),
    sampleInFunction('src/a.ts', 'for (const one of order) await save(one);', 'order.forEach((one) => save(one));'),
    sampleOf('src/a.py', 'async def f():\n    await save(1)\n', 'async def f():\n    save(1)\n'),
  ],
  nearMisses: [
    sampleInFunction('src/a.ts', 'save(order);', 'await save(order);'),
    sampleInFunction('src/a.ts', 'await save(order);', 'return save(order);'),
    sampleInFunction('src/a.ts', 'await save(order);', 'await Promise.all([save(order), load()]);'),
    sampleInFunction('src/a.ts', 'const saved = await save(order);', 'const saving = save(order);\nawait saving;'),
    sampleInTest('a.test.ts', 'expect(await f()).toBe(1);', 'await expect(f()).resolves.toBe(1);'),
    sampleInFunction('src/a.ts', 'await save(order);', ''),
    sampleOf(
      'src/a.ts',
      'async function save() {}\nasync function f() { await save(); }\n',
      'function save() {}\nasync function f() { save(); }\n',
    ),
    sampleOf('src/a.py', 'async def f():\n    await save(1)\n', 'async def f():\n    await save(2)\n'),
    sampleOf(
      'src/a.py',
      'async def f():\n    await gather(save(1))\n',
      'async def f():\n    async with group() as g:\n        g.create_task(save(1))\n',
    ),
  ],
  find({ code }) {
    const dropped = code.flatMap((versions) => findDropped(versions, code));
    // A function whose calls are all changed is no longer asynchronous, or never was. Assertions on promises always are.
    const countOf = (name: string): number =>
      dropped.filter((one) => lastName(one.call.name) === lastName(name)).length;
    return dropped
      .filter(({ call }) => countOf(call.name) <= MAX_CALLS || call.name.startsWith('expect.'))
      .map(({ file, call }) => ({ file, line: call.line, before: `await ${show(call)}`, after: show(call) }));
  },
};

const MAX_CALLS = 3;

interface DroppedCall {
  readonly file: string;
  readonly call: ObservedCall;
}

function findDropped({ path, before, after }: CodeVersions, code: readonly CodeVersions[]): readonly DroppedCall[] {
  const isSynchronous = (name: string): boolean =>
    code.some((one) => one.before.asyncFunctions.has(name) && !one.after.asyncFunctions.has(name));
  const pairs = pairReplaced(before.calls, after.calls, {
    keyOf: ({ scope, name, args }) => [scope, name, compactText(args.join(','))].join('\0'),
    valueOf: ({ result }) => result,
  });
  return pairs
    .filter(
      (pair) =>
        pair.before.result === 'awaited' &&
        pair.after.result === 'dropped' &&
        !isSynchronous(lastName(pair.after.name)),
    )
    .map(({ after: call }) => ({ file: path, call }));
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function show({ name, args }: ObservedCall): string {
  return `${name}(${args.join(', ')})`;
}
