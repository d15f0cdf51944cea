import assert from 'node:assert/strict';
import { writeText } from '../../../../src/models/agent/files/write-text.ts';
import { applyAnswerBlocks } from '../../../../src/models/agent/apply-blocks.ts';
import { agentTools } from '../../../../src/models/agent/tools/tool-table.ts';
import { createLedger, MemoryFiles } from '../attempt.ts';

const SIX = ['one', 'two', 'three', 'four', 'five', 'six'];
const SCRIPT = SIX.map((name, index) => `export function ${name}() {\n  return ${index};\n}\n`).join('');
const CLASS = `export class Store {\n  #items = [];\n  load() {\n    return this.#items;\n  }\n  save(x) {\n    this.#items.push(x);\n  }\n}\n`;
const PYTHON =
  'import os\n\nLIMIT = 3\n\nclass Store:\n    def load(self):\n        return os.name\n\n    def _save(self):\n        return 2\n\ndef helper():\n    return LIMIT\n';
const GO =
  'package p\n\ntype Store struct{ Items []int }\n\nfunc (s *Store) Load() int { return 1 }\n\nfunc helper() int { return 2 }\n\nconst limit = 3\n';
const START = 'export function one() {\n  return 0;\n}\n';

/** Whole-file writes that delete code without a reason in the task, with one of the names that the refusal has. */
const GUTTED: readonly (readonly [what: string, file: string, before: string, after: string, lost: string])[] = [
  ['a block comment with an ellipsis', 'a.ts', SCRIPT, `${START}/**\n * ... existing code ...\n */\n`, 'six'],
  ['Chinese', 'a.ts', SCRIPT, `${START}// 其余代码不变\n`, 'six'],
  ['Spanish', 'a.ts', SCRIPT, `${START}// ... resto del código ...\n`, 'six'],
  ['brackets', 'a.ts', SCRIPT, `${START}// [existing code]\n`, 'six'],
  ['no ellipsis', 'a.ts', SCRIPT, `${START}// existing code\n`, 'six'],
  ['words of another kind', 'a.ts', SCRIPT, `${START}// All previous functions\n`, 'six'],
  ['dots with spaces', 'a.ts', SCRIPT, `${START}// . . .\n`, 'six'],
  ['a reference to above', 'a.js', SCRIPT, `${START}// Same code as above\n`, 'six'],
  ['a region', 'a.mjs', SCRIPT, `${START}//#region existing code\n//#endregion\n`, 'six'],
  ['nothing in their place', 'a.tsx', SCRIPT, START, 'two, three, four, five, six'],
  ['an empty text', 'a.ts', SCRIPT, '', 'one, two, three'],
  ['a body', 'a.ts', SCRIPT, SCRIPT.replace('return 5;', '// 原来的实现'), 'six'],
  [
    'a name in a string and a comment only',
    'a.ts',
    SCRIPT,
    `${START}// two, three and six\nlog('four five');\n`,
    'two',
  ],
  ['the methods of a class', 'a.ts', CLASS, 'export class Store {\n  load() { return []; }\n}\n', 'Store.save'],
  [
    'the members of a type',
    'a.ts',
    'type A = {\n  x: 1;\n  y: 2;\n};\n',
    'type A = {\n  z: 3;\n  // the rest\n};\n',
    'A.y',
  ],
  ['an interface', 'a.d.ts', 'interface A {\n  x: 1;\n  y(): 2;\n}\n', 'interface A {\n  x: 1;\n}\n', 'A.y'],
  ['an enum', 'a.ts', 'enum A {\n  Low,\n  High,\n}\n', 'enum A {\n  Low,\n}\n', 'A.High'],
  [
    'an object',
    'a.js',
    'module.exports = {\n  a() { return 1; },\n  b: () => 2,\n};\n',
    'module.exports = {\n  a() { return 1; },\n};\n',
    'b',
  ],
  ['CommonJS', 'a.cjs', 'exports.a = () => 1;\nexports.b = () => 2;\n', 'exports.a = () => 1;\n', 'b'],
  ['re-exports', 'a.ts', "export { x, y } from './x';\nexport const z = 1;\n", 'export const z = 2;\n', 'x, y'],
  [
    'a namespace',
    'a.ts',
    'namespace N {\n  export function f() { return 1; }\n  export const g = 1;\n}\n',
    'namespace N {\n  export const g = 1;\n}\n',
    'N.f',
  ],
  [
    'a component',
    'a.vue',
    '<script>\nexport function f() { return 1; }\nexport const g = 1;\n</script>\n',
    '<script>\nexport const g = 1;\n</script>\n',
    'f',
  ],
  ['not exported', 'a.ts', 'function helper() { return 1; }\nexport const a = 1;\n', 'export const a = 1;\n', 'helper'],
  ['a function of Python', 'a.py', PYTHON, PYTHON.replace(/def helper[^]*/, '# 其余不变\n'), 'helper'],
  ['a private method of Python', 'a.py', PYTHON, PYTHON.replace(/ {4}def _save[^]*?2\n/, ''), 'Store._save'],
  ['a body of Python', 'a.py', PYTHON, PYTHON.replace('return LIMIT', '"""As before."""\n    ...'), 'helper'],
  ['a constant of Python', 'a.py', PYTHON, PYTHON.replace('LIMIT = 3\n', ''), 'LIMIT'],
  ['a function of Go', 'a.go', GO, GO.replace(/func helper[^]*?\n/, '// 其余代码\n'), 'helper'],
  ['a method of Go', 'a.go', GO, GO.replace(/func \(s[^]*?\n/, ''), 'Store.Load'],
  ['a body of Go', 'a.go', GO, GO.replace('{ return 2 }', '{\n\t// unchanged code\n}'), 'helper'],
];

/** Whole-file writes that delete nothing, or that the task names. */
const KEPT: readonly (readonly [what: string, file: string, before: string, after: string, task?: string])[] = [
  ['a changed body', 'a.ts', SCRIPT, SCRIPT.replace('return 5', 'return 6')],
  [
    'another order',
    'a.ts',
    SCRIPT,
    SIX.toReversed()
      .map((name) => `export const ${name} = () => 1;\n`)
      .join(''),
  ],
  ['named in the task', 'a.ts', SCRIPT, START, 'Remove two, three, `four`, five() and a.six.'],
  [
    'a method becomes a function',
    'a.ts',
    CLASS,
    'export class Store {\n  load() { return []; }\n}\nfunction save() { return 1; }\n',
  ],
  [
    'a private mark',
    'a.ts',
    'class A {\n  private x = 1;\n  f() { return this.x; }\n}\n',
    'class A {\n  #x = 1;\n  f() { return this.#x; }\n}\n',
  ],
  [
    'an import in its place',
    'a.ts',
    SCRIPT,
    `import { two, three, four, five, six } from './b';\n${START}export { two, three, four, five, six };\n`,
  ],
  ['a re-export of a module', 'a.ts', SCRIPT, `export * from './b';\n${START}`],
  ['a star import of Python', 'a.py', PYTHON, 'from .b import *\n'],
  ['an import of Python', 'a.py', PYTHON, 'from .b import LIMIT, Store, helper\n'],
  ['a file without a reader', 'a.css', '.a { color: red }\n.b { color: blue }\n', '.a { color: red }\n'],
  ['a constructor', 'a.ts', 'class A {\n  x;\n  constructor() { this.x = 1; }\n}\n', 'class A {\n  x = 1;\n}\n'],
  [
    'an empty function stays empty',
    'a.ts',
    'export function noop() {}\n',
    'export function noop() {\n  // Nothing to do.\n}\n',
  ],
  [
    'overloads',
    'a.ts',
    'export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: any) { return a; }\n',
    'export function f<T>(a: T): T { return a; }\n',
  ],
];

describe('Agent: a whole file keeps its declarations', () => {
  it('[PROOF-6] refuses a text that deletes code, with any text in its place', async () => {
    for (const [what, path, before, after, lost] of GUTTED) {
      const files = new MemoryFiles({ [path]: before });
      const ledger = createLedger('Add a function.');
      const result = await writeText(path, after, before, { files, ledger });
      assert.ok('refused' in result, `${what} is refused`);
      // The list of placeholders refuses some of them first.
      if (!result.refused.includes('placeholder')) {
        assert.ok(
          result.refused.includes(`from ${path}: `) && result.refused.includes(lost),
          `${what}: ${result.refused}`,
        );
      }
      assert.equal(files.content.get(path), before, what);
      assert.deepEqual(await ledger.kept.findAllLost((file) => files.read(file)), []);
    }
  });

  it('[PROOF-6] accepts a text that keeps what it must', async () => {
    for (const [what, path, before, after, task = 'Add a function.'] of KEPT) {
      const files = new MemoryFiles({ [path]: before });
      const ledger = createLedger(task);
      const result = await writeText(path, after, before, { files, ledger });
      assert.deepEqual(result, { alsoWritten: [] }, what);
      assert.deepEqual(await ledger.kept.findAllLost((file) => files.read(file)), [], what);
    }
  });

  const rest = SCRIPT.slice(START.length);
  const call = async (name: string, input: unknown, files: MemoryFiles, ledger = createLedger()): Promise<string> => {
    const tool = agentTools.find((candidate) => candidate.name === name);
    assert.ok(tool);
    const checkContract = (): Promise<never> => Promise.reject(new Error('unused'));
    return (await tool.run(input, { files, ledger, checkContract, signal: new AbortController().signal })).text;
  };

  it('[PROOF-6] lets a module be split, in either order, and judges the end', async () => {
    for (const order of ['receiver first', 'source first']) {
      const files = new MemoryFiles({ 'a.ts': SCRIPT });
      const ledger = createLedger();
      const writes = [
        { path: 'b.ts', content: rest },
        { path: 'a.ts', content: START },
      ];
      const texts: string[] = [];
      for (const write of order === 'receiver first' ? writes : writes.toReversed()) {
        texts.push(await call('write_file', write, files, ledger));
      }
      assert.equal(files.content.get('a.ts'), START, order);
      assert.equal(files.content.get('b.ts'), rest, order);
      assert.deepEqual([ledger.refused, new Set(ledger.written)], [[], new Set(['a.ts', 'b.ts'])]);
      if (order === 'source first') assert.match(texts[1]!, /refused write of a\.ts was made as well/);
      const read = (path: string): Promise<string | undefined> => files.read(path);
      assert.deepEqual(await ledger.kept.findAllLost(read), []);
      await call('delete_file', { path: 'b.ts' }, files, ledger);
      assert.deepEqual(await ledger.kept.findAllLost(read), [
        { path: 'a.ts', names: ['two', 'three', 'four', 'five', 'six'] },
      ]);
    }
  });

  it('[PROOF-6] accepts an edit that quotes what it deletes, and no detour over a deleted file', async () => {
    const files = new MemoryFiles({ 'a.ts': SCRIPT });
    const ledger = createLedger();
    const [, two = ''] = SCRIPT.split(/(?=export)/);
    assert.match(await call('edit_file', { path: 'a.ts', oldText: two, newText: '' }, files, ledger), /was changed/);
    assert.match(
      await call('write_file', { path: 'a.ts', content: SCRIPT.replace(two, '') }, files, ledger),
      /was written/,
    );
    assert.deepEqual(await ledger.kept.findAllLost((path) => files.read(path)), []);
    await call('delete_file', { path: 'a.ts' }, files, ledger);
    assert.match(
      await call('write_file', { path: 'a.ts', content: START }, files, ledger),
      /not written\. It would delete from a\.ts: three, four, five, six\./,
    );
  });

  it('[PROOF-6] makes two files exchange code in one answer of blocks', async () => {
    const files = new MemoryFiles({ 'a.ts': SCRIPT, 'b.ts': 'export const kept = 1;\nexport const moved = 2;\n' });
    const ledger = createLedger();
    const answer =
      `\`\`\`ts path=a.ts\n${START}export const moved = 2;\n\`\`\`\n` +
      `\`\`\`ts path=b.ts\nexport const kept = 1;\n${rest}\`\`\`\n`;
    const problems = await applyAnswerBlocks(answer, {
      files,
      ledger,
      signal: new AbortController().signal,
      onEvent: () => undefined,
      redact: (text) => text,
    });
    assert.deepEqual(problems, []);
    assert.match(files.content.get('a.ts')!, /moved/);
    assert.doesNotMatch(files.content.get('b.ts')!, /moved/);
    assert.deepEqual(await ledger.kept.findAllLost((path) => files.read(path)), []);
  });
});
