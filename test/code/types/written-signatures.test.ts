import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { createTypeChecker } from '../../../src/code/types/create-type-checker.ts';
import type { TypeAnswer, TypeQuery } from '../../../src/code/types/queries/type-checker.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { TemporaryFolder } from '../../verdicts/checks/temporary-folder.ts';
import { answerAsWritten } from './answer-as-written.ts';
import { signaturePairs } from './signature-pairs.ts';

const options = { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', types: [] };

const sources: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, paths: { 'lib/*': ['./lib/*'] } } }),
  'old/tsconfig.json': JSON.stringify({ compilerOptions: { ...options, target: 'es5' } }),
  'unclear/tsconfig.json': JSON.stringify({ compilerOptions: { module: 'esnext' } }),
  'lib/room.ts':
    'export class Room { id = 1 }\nexport interface Box<T> { item: T }\nexport type Pair<A, B = A> = [A, B];\n',
  'lib/aliases.ts':
    "import type { Gone } from './gone';\nexport type Loose = any;\nexport type Lost = Gone;\nexport type Name = string | null;\nexport type Self = Self | 1;\nexport type Same<T> = T;\nexport type Part = Partial<Gone>;\nexport type Half = Partial<{ a: 1 }> | null;\n",
  'lib/barrel.ts': "export * from './room';\nexport * from './aliases';\nexport { Room as Hall } from './room';\n",
  'referring/tsconfig.json': JSON.stringify({ compilerOptions: options, references: [{ path: '..' }] }),
  'based/tsconfig.json': JSON.stringify({ compilerOptions: { ...options, baseUrl: '.' } }),
  'node/tsconfig.json': JSON.stringify({
    compilerOptions: { ...options, module: 'nodenext', moduleResolution: 'nodenext' },
  }),
  'lib/view.tsx': 'export class View {}\n',
  'lib/twice.ts': "export * from './room';\nexport * from './other';\n",
  'lib/other.ts': 'export interface Room { other: true }\n',
  'lib/declared.ts': 'export class Declared {}\n',
  'ambient.d.ts': "declare module 'lib/declared' { export type Declared = any }\n",
};

/** A function, an expected signature, and whether they are answered without a program. */
interface Case {
  readonly title: string;
  readonly text: string;
  readonly expected: string;
  readonly decided: boolean;
  readonly folder?: string;
}

function decided(title: string, text: string, expected: string, folder?: string): Case {
  return { title, text, expected, decided: true, ...(folder !== undefined && { folder }) };
}

function undecided(title: string, text: string, expected: string, folder?: string): Case {
  return { title, text, expected, decided: false, ...(folder !== undefined && { folder }) };
}

const importing = (specifier: string, name: string): string =>
  `import { ${name} } from '${specifier}';\nexport function f(a: ${name}): void {}`;

const cases: readonly Case[] = [
  decided('keyword types', 'export function f(a: string): void {}', '(b: string) => void'),
  decided('an arrow function', 'export const f = (a: string | null): void => {};', '(a: null | string) => void'),
  decided('a relative import', importing('./lib/room', 'Room'), '(room: Room) => void'),
  decided('an import through paths', importing('lib/room', 'Room'), '(room: Room) => void'),
  decided('an import through a barrel', importing('./lib/barrel', 'Room'), '(room: Room) => void'),
  decided('a renamed export', importing('./lib/barrel', 'Hall'), '(room: Hall) => void'),
  decided('an alias that is not any', importing('./lib/barrel', 'Name'), '(name: Name) => void'),
  decided(
    'type arguments',
    "import type { Box } from './lib/room';\nexport function f(a: Box<string>[]): void {}",
    '(a: Array<Box<string>>) => void',
  ),
  decided('an optional parameter', 'export function f(a?: string): void {}', '(a?: string | undefined) => void'),
  decided(
    'a default value',
    'export async function f(a: boolean = true): Promise<void> {}',
    '(a?: boolean) => Promise<void>',
  ),
  decided(
    'a type parameter',
    'export function f<T extends string>(a: T): T[] { return [a] }',
    '<T extends string>(b: T) => T[]',
  ),
  decided('a collection', 'export function f(a: Map<string, 1>): void {}', '(a: Map<string, 1>) => void'),
  undecided('different types', 'export function f(a: string): void {}', '(a: number) => void'),
  undecided('an inferred return type', 'export function f(a: string) {}', '(a: string) => void'),
  undecided('an alias of any', importing('./lib/barrel', 'Loose'), '(a: Loose) => void'),
  undecided('an alias of an unresolved type', importing('./lib/barrel', 'Lost'), '(a: Lost) => void'),
  undecided('an unresolved type argument of an alias', importing('./lib/aliases', 'Part'), '(a: Part) => void'),
  decided('a resolved type argument of an alias', importing('./lib/aliases', 'Half'), '(a: Half) => void'),
  undecided(
    'an unresolved type in a default value',
    'export function f(a: () => void = (b?: Gone) => {}): void {}',
    '(a?: () => void) => void',
  ),
  undecided(
    'an unresolved type in a binding',
    'export function f({ a = (b?: Gone) => {} }: { a?: () => void }): void {}',
    '(a: { a?: () => void }) => void',
  ),
  undecided('a referenced project', importing('../lib/room', 'Room'), '(a: Room) => void', 'referring/'),
  undecided('JSX without the option', importing('./lib/view', 'View'), '(a: View) => void'),
  undecided('a project with baseUrl', importing('../lib/room', 'Room'), '(a: Room) => void', 'based/'),
  undecided('an import without extension in Node.js', importing('../lib/room', 'Room'), '(a: Room) => void', 'node/'),
  decided('an import with extension in Node.js', importing('../lib/room.js', 'Room'), '(a: Room) => void', 'node/'),
  undecided('an alias of itself', importing('./lib/aliases', 'Self'), '(a: Self) => void'),
  undecided(
    'an alias of its parameter',
    "import type { Same } from './lib/aliases';\nexport function f(a: Same<1>): void {}",
    '(a: Same<1>) => void',
  ),
  undecided('a missing module', importing('./lib/none', 'Room'), '(a: Room) => void'),
  undecided('a missing export', importing('./lib/room', 'Hall'), '(a: Hall) => void'),
  undecided('two exports of the same name', importing('./lib/twice', 'Room'), '(a: Room) => void'),
  undecided('an ambient module', importing('lib/declared', 'Declared'), '(a: Declared) => void'),
  undecided('missing type arguments', importing('./lib/room', 'Box'), '(a: Box) => void'),
  undecided(
    'a default type argument',
    "import type { Pair } from './lib/room';\nexport function f(a: Pair<1>): void {}",
    '(a: Pair<1>) => void',
  ),
  undecided('an own Promise', 'type Promise<T> = T;\nexport function f(): Promise<void> {}', '() => Promise<void>'),
  undecided(
    'an imported Promise',
    "import type { Room as Promise } from './lib/room';\nexport function f(): Promise {}",
    '() => Promise',
  ),
  undecided('a global type', 'export function f(a: Window): void {}', '(a: Window) => void'),
  undecided('a script', 'interface A { a: 1 }\nfunction f(a: A): void {}', '(a: A) => void'),
  undecided(
    'overloads',
    'export function f(a: string): void;\nexport function f(a: string): void {}',
    '(a: string) => void',
  ),
  undecided('any', 'export function f(a: any): void {}', '(a: any) => void'),
  undecided('a type of a value', 'const t = 1;\nexport function f(a: typeof t): void {}', '(a: typeof t) => void'),
  undecided(
    'a collection before ES2015',
    'export function f(a: Map<string, 1>): void {}',
    '(a: Map<string, 1>) => void',
    'old/',
  ),
  undecided('white space in a literal', "export function f(a: 'x y'): void {}", "(a: 'x  y') => void"),
  undecided(
    'a line comment in the expected text',
    'export function f(a: string): string { return a }',
    '(a: string) => string // or\n | number',
  ),
  undecided(
    'an invalid modifier',
    'export function f(a: { public a: string }): void {}',
    '(a: { readonly a: string }) => void',
  ),
  undecided('an unclear module resolution', importing('../lib/room', 'Room'), '(a: Room) => void', 'unclear/'),
];

describe('Signatures as written', () => {
  let workspace: TemporaryFolder;
  let index: ModuleIndex;
  let pairs: readonly TypeQuery[];
  const queries = cases.map(({ expected, folder = '' }, at): TypeQuery => ({
    file: `${folder}case${at}.ts`,
    name: 'f',
    expected,
  }));
  let answers: readonly TypeAnswer[];
  let pairAnswers: readonly TypeAnswer[];

  before(async function () {
    this.timeout(60_000);
    pairs = signaturePairs.map(({ name, expected, extension = '.ts' }, at) => ({
      file: `pairs/${at}${extension}`,
      name,
      expected,
    }));
    const files: Record<string, string> = { ...sources };
    queries.forEach(({ file }, at) => (files[file] = cases[at]?.text ?? ''));
    pairs.forEach(({ file }, at) => (files[file] = signaturePairs[at]?.text ?? ''));
    workspace = await TemporaryFolder.create(files);
    const tree = new DiskTree(workspace.path);
    index = await ModuleIndex.build(tree);
    await using checker = await createTypeChecker({ tree, trusted: false, exports: index });
    answers = await checker.checkSignatures(queries);
    pairAnswers = await checker.checkSignatures(pairs);
  });

  after(() => workspace[Symbol.asyncDispose]());

  cases.forEach((one, at) => {
    it(`[ENF-VAL-19] ${one.title}: ${one.decided ? 'no program is created' : 'the type checker decides'}`, async () => {
      const query = queries[at];
      assert.ok(query);
      const answer = await answerAsWritten(workspace.path, query, index);
      assert.equal(answer !== undefined, one.decided, JSON.stringify(answer));
      if (answer) assert.deepEqual(answer, answers[at]);
    });
  });

  it('[ENF-VAL-5] equals every answer of a program that it replaces', async () => {
    let count = 0;
    for (const [at, query] of pairs.entries()) {
      const answer = await answerAsWritten(workspace.path, query, index);
      if (answer === undefined) continue;
      assert.deepEqual(answer, pairAnswers[at], `${signaturePairs[at]?.text ?? ''} ~ ${query.expected}`);
      count++;
    }
    assert.ok(count > 20, `${count} pairs were decided`);
  });
});
