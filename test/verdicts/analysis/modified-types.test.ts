import assert from 'node:assert/strict';
import type { ComparisonTypeChecker } from '../../../src/verdicts/analysis/analysis.ts';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { requirement } from '../checks/checking.ts';
import { compilers, createWorkspace } from '../../code/types/compilers.ts';
import { PLAIN_RULES } from '../../workspace/support/command-rules.ts';

const CONFIGURATION = JSON.stringify({
  compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', types: [] },
});

const SHARED_FILES = {
  'tsconfig.json': CONFIGURATION,
  'src/shapes.ts': [
    'export interface Point { x: number; y: number }',
    'export interface Place { x: number; y: number; z?: number }',
    'export interface Narrow { m(x: string): void }',
    'export interface Wide { m(x: string | number): void }',
    'export type Id = string | number;',
    'export type Text = string;',
    'export interface Loose { a: any; b: string }',
    'export interface Tight { a: string; b: string }',
    '',
  ].join('\n'),
  'src/unresolved.ts':
    "import type { Base, Other } from 'not-installed';\nexport interface One extends Base { a: string }\nexport interface Two extends Other { a: string }\nexport interface Three { a: string }\n",
};

const SHAPES = "import type { Point, Place, Narrow, Wide, Id, Text, Loose, Tight } from './shapes';\n";
const UNRESOLVED = "import type { One, Two, Three } from './unresolved';\n";
const MODULE_MARKER = 'import type {} from "./shapes";\n';

type Verdict = 'breaking' | 'compatible' | 'unknown' | 'nothing';

const cases: readonly (readonly [title: string, shared: string, before: string, after: string, verdict: Verdict])[] = [
  ['a parameter narrowed', SHAPES, 'f(a: Id): void {}', 'f(a: Text): void {}', 'breaking'],
  ['a parameter widened', SHAPES, 'f(a: Text): void {}', 'f(a: Id): void {}', 'compatible'],
  ['a return widened', SHAPES, 'f(): Text { return "" }', 'f(): Text | undefined { return "" }', 'breaking'],
  ['an inferred return widened', SHAPES, 'f(a: Text) { return a }', 'f(a: Text) { return a || undefined }', 'breaking'],
  ['a return narrowed', SHAPES, 'f(): Id { return "" }', 'f(): Text { return "" }', 'compatible'],
  ['a promise narrowed', SHAPES, 'f(): Promise<Id> { throw 1 }', 'f(): Promise<Text> { throw 1 }', 'compatible'],
  [
    'the order of a union',
    SHAPES,
    'f(a: Text | 1): Id { return 1 }',
    'f(a: 1 | string): number | string { return 1 }',
    'compatible',
  ],
  ['an alias spelled out', SHAPES, 'f(a: Point): void {}', 'f(a: { y: number; x: number }): void {}', 'compatible'],
  [
    'an unchanged inferred return',
    SHAPES,
    'f(a: Point) { return a.x }',
    'f(a: Point) { return a.x + 1 }',
    'compatible',
  ],
  ['an inferred return of another kind', SHAPES, 'f() { return 1 }', "f() { return '' }", 'breaking'],
  ['a parameter with an added optional property', SHAPES, 'f(a: Point): void {}', 'f(a: Place): void {}', 'compatible'],
  ['a parameter without the optional property', SHAPES, 'f(a: Place): void {}', 'f(a: Point): void {}', 'unknown'],
  ['a return without the optional property', SHAPES, 'f(): Place { throw 1 }', 'f(): Point { throw 1 }', 'unknown'],
  [
    'a return with an added optional property',
    SHAPES,
    'f(): Point { throw 1 }',
    'f(): Place { throw 1 }',
    'compatible',
  ],
  ['a read-only property', SHAPES, 'f(): Point { throw 1 }', 'f(): Readonly<Point> { throw 1 }', 'unknown'],
  ['a returned array of a narrower type', SHAPES, 'f(): Id[] { return [] }', 'f(): Text[] { return [] }', 'unknown'],
  ['an array parameter of a wider type', SHAPES, 'f(a: Text[]): void {}', 'f(a: Id[]): void {}', 'compatible'],
  [
    'a returned method with a narrower parameter',
    SHAPES,
    'f(): Wide { throw 1 }',
    'f(): Narrow { throw 1 }',
    'unknown',
  ],
  ['a required method with a wider parameter', SHAPES, 'f(a: Narrow): void {}', 'f(a: Wide): void {}', 'unknown'],
  ['a callback', SHAPES, 'f(a: (b: Text) => void): void {}', 'f(a: (b: Id) => void): void {}', 'breaking'],
  ['any in a member', SHAPES, 'f(a: Tight): void {}', 'f(a: Loose): void {}', 'unknown'],
  ['any in both', SHAPES, 'f(a: Loose): void {}', 'f(a: { a: any; b: string }): void {}', 'unknown'],
  ['any as a whole', SHAPES, 'f(a: any): void {}', 'f(a: Text): void {}', 'unknown'],
  ['a type parameter', SHAPES, 'f<T>(a: T): T { return a }', 'f<T extends Id>(a: T): T { return a }', 'unknown'],
  ['bases that are not installed', UNRESOLVED, 'f(a: One): void {}', 'f(a: Two): void {}', 'unknown'],
  [
    'a base that is not installed',
    UNRESOLVED,
    'f(a: Three): One { throw 1 }',
    'f(a: One): Three { throw 1 }',
    'unknown',
  ],
  [
    'an unresolved import',
    "import type { A, B } from './nowhere';\n",
    'f(a: A): void {}',
    'f(a: B): void {}',
    'unknown',
  ],
  [
    'overloads',
    MODULE_MARKER,
    'f(a: string): void;\nexport function f(a: unknown) {}',
    'f(a: 1): void;\nexport function f(a: unknown) {}',
    'unknown',
  ],
  [
    'a class with a private member',
    MODULE_MARKER + 'class C { private a = 1 }\n',
    'f(a: C, b: "x"): C { return a }',
    'f(a: C, b: "x" & string): C { return a }',
    'unknown',
  ],
  [
    'an enum',
    MODULE_MARKER + 'enum E { a, b }\n',
    'f(a: E): E { return a }',
    'f(a: E.a | E.b): E { return a }',
    'unknown',
  ],
];

const values: readonly (readonly [title: string, before: string, after: string, verdict: Verdict])[] = [
  ['another number', 'const f = 1;', 'const f = 2;', 'unknown'],
  ['another kind of value', 'const f = 1;', "const f = 'x';", 'breaking'],
  ['an object without a property', 'const f = { a: 1, b: 2 };', 'const f = { a: 1 };', 'breaking'],
  ['an object with another value', 'const f = { a: 1 };', 'const f = { a: 2 };', 'compatible'],
  ['a constant object with another value', 'const f = { a: 1 } as const;', 'const f = { a: 2 } as const;', 'unknown'],
  [
    'an annotated type with an initializer',
    'const f: string | number = 1;',
    'const f: Few | string = 1; type Few = number;',
    'compatible',
  ],
  ['an unresolved annotated type', 'const f: string | number = 1;', 'const f: Missing | number = 1;', 'unknown'],
  ['an unresolved base', 'interface f { a: string }', 'interface f extends Missing { b: string }', 'breaking'],
  [
    'a member that moved to a base',
    'interface f { a: Date; b: 1 }',
    'interface f extends A { b: 1 } interface A { a: Date }',
    'breaking',
  ],
  ['a union of objects', "type f = { a: 'x' | 'y' };", "type f = { a: 'x' } | { a: 'y'; b: number };", 'unknown'],
  [
    'a member by its alias',
    'interface f { a: Text2 } type Text2 = string;',
    'interface f { a: string } type Text2 = string;',
    'compatible',
  ],
  ['a member of another type', 'interface f { a: Date }', 'interface f { a: number }', 'breaking'],
  ['a member that is wider', 'interface f { a: string[] }', 'interface f { a: string[] | Date }', 'unknown'],
  [
    'a type that control flow narrows',
    'const f = look(1); function look(a: number) { return a > 2 ? "a" : undefined } if (f === undefined) throw 1;',
    'const f = look(3); function look(a: number) { return a > 2 ? "a" : undefined } if (f === undefined) throw 1;',
    'compatible',
  ],
  [
    'a type that an assignment narrows',
    'let f = null as string | null; f = "a";',
    'let f = null as null | string; f = "b";',
    'compatible',
  ],
  [
    'a name of the library with another meaning',
    'function f(): Promise<string | 1> { throw 1 } interface Promise<T> { set(a: T): void }',
    'function f(): Promise<1> { throw 1 } interface Promise<T> { set(a: T): void }',
    'unknown',
  ],
  [
    'an optional parameter',
    'function f(a?: 1 | 2): void {}',
    'function f(a?: A): void {} type A = 1 | 2 | 3;',
    'compatible',
  ],
  ['a default', 'function f(a = 1): void {}', 'function f(a = 2): void {}', 'compatible'],
  ['a tuple', 'function f(a: [1, 2]): void {}', 'function f(a: A): void {} type A = [1 | 2, 2];', 'unknown'],
  [
    'a predicate',
    'function f(a: unknown): a is 1 { return true }',
    'function f(a: unknown): a is A { return true } type A = 1;',
    'unknown',
  ],
  ['a tree', 'interface f { a: f[]; b: A } type A = 1;', 'interface f { a: f[]; b: 1 } type A = 1;', 'unknown'],
  [
    'a brand',
    'function f(a: string & { b: 1 }): void {}',
    'function f(a: A): void {} type A = string & { b: any };',
    'unknown',
  ],
  ['any in a map', 'function f(a: Map<1, any>): void {}', 'function f(a: A): void {} type A = Map<1, any>;', 'unknown'],
  ['a class', 'class f { a(b: string): void {} }', 'class f { a(b: "x" & string): void {} }', 'unknown'],
  [
    'symbols',
    'const f: { a: typeof s }; declare const s: unique symbol;',
    'const f: { a: (typeof s) }; declare const s: unique symbol;',
    'unknown',
  ],
];

for (const compiler of compilers) {
  describe(`Modified exports by ${compiler.title}`, () => {
    let typescript: string | undefined;

    before(async function () {
      this.timeout(120_000);
      typescript = await compiler.folder().catch(() => this.skip());
    });

    it('[ENF-IMPACT-4] are breaking or compatible if the types decide it, and unknown otherwise', async () => {
      const both = [
        ...cases.map(([title, shared, earlier, later, verdict]) => {
          const text = (one: string) => `${shared}export function ${one}\n`;
          return [title, text(earlier), text(later), verdict] as const;
        }),
        ...values.map(([title, earlier, later, verdict]) => {
          return [title, `${MODULE_MARKER}export ${earlier}\n`, `${MODULE_MARKER}export ${later}\n`, verdict] as const;
        }),
      ];
      const files = both.map(([, , after], index) => [`src/case${index}.ts`, after] as const);
      await using folder = await createWorkspace({ ...SHARED_FILES, ...Object.fromEntries(files) }, typescript);
      await using analysis = createAnalysis({ environment: () => undefined });
      const results: string[] = [];
      for (const [index, [title, before]] of both.entries()) {
        const found = await analysis.modifiedExports(folder.path, `src/case${index}.ts`, before, 'workspace');
        results.push(`${title}: ${found.find(({ name }) => name === 'f')?.compatibility ?? 'nothing'}`);
      }
      assert.deepEqual(
        results,
        both.map(([title, , , verdict]) => `${title}: ${verdict}`),
      );
    }).timeout(120_000);
  });
}

describe('Modified exports and the type checker', () => {
  const before =
    'interface Options { url: string }\nexport const other = 1;\nexport function open(options: Options): void {}\nexport function close(options: Options): void {}\n';

  it('[ENF-IMPACT-4] reports an unchanged text whose type breaks, and uses unsaved text', async () => {
    await using folder = await createWorkspace({ 'tsconfig.json': CONFIGURATION, 'src/a.ts': before }, undefined);
    await using analysis = createAnalysis({ environment: () => undefined });
    const modified = async (typeChecker: ComparisonTypeChecker) =>
      (await analysis.modifiedExports(folder.path, 'src/a.ts', before, typeChecker)).map(
        ({ name, change, compatibility, reasons }) => [name, change, compatibility, reasons.join('; ')],
      );
    assert.deepEqual(await modified('bundled'), []);
    const unsaved = before.replace('url: string', 'url: string; port: number').replace(/.*close.*\n/, '');
    await analysis.setUnsavedText(folder.path, 'src/a.ts', unsaved);
    assert.deepEqual(await modified('none'), [['close', 'removed', 'breaking', 'it was removed']]);
    assert.deepEqual(await modified('bundled'), [
      ['open', 'changed', 'breaking', 'a declaration that it uses changed'],
      ['close', 'removed', 'breaking', 'it was removed'],
    ]);
    await analysis.setUnsavedText(folder.path, 'src/a.ts', before.replace('url: string', 'url: string; port?: number'));
    assert.deepEqual(await modified('bundled'), [], 'the added property is optional');
  }).timeout(60_000);

  it('[ENF-IMPACT-4] never reports a change in a non-strict project as compatible', async () => {
    const configuration = CONFIGURATION.replace('"strict":true', '"strict":false');
    const after = 'export {};\nexport function f(a: A): void {}\nexport type A = string;\n';
    await using folder = await createWorkspace({ 'tsconfig.json': configuration, 'src/a.ts': after }, undefined);
    await using analysis = createAnalysis({ environment: () => undefined });
    const [found] = await analysis.modifiedExports(
      folder.path,
      'src/a.ts',
      after.replace('a: A', 'a: string'),
      'bundled',
    );
    assert.equal(found?.compatibility, 'unknown');
  }).timeout(60_000);

  it('[ENF-IMPACT-4] does not expose the earlier text to later checks', async () => {
    await using folder = await createWorkspace(
      { 'tsconfig.json': CONFIGURATION, 'src/a.ts': 'export function f(a: Date): void {}\n' },
      undefined,
    );
    await using analysis = createAnalysis({ environment: () => undefined });
    const earlier = 'export function f(a: RegExp): void {}\nexport function g(): void {}\n';
    const signature = (expected: string) =>
      analysis.check({
        root: folder.path,
        requirements: [requirement({ type: 'signature_match', target: 'f', file: 'src/a.ts', expected })],
        resources: [],
        steps: [],
        allowedFiles: [],
        trusted: true,
        commandTimeoutMs: 1_000,
        commandRules: PLAIN_RULES,
      });
    const verdicts = async () => [
      (await signature('(a: Date) => void'))[0]?.passed,
      (await signature('(a: RegExp) => void'))[0]?.passed,
    ];
    assert.deepEqual(await verdicts(), [true, false]);
    const [found] = await analysis.modifiedExports(folder.path, 'src/a.ts', earlier, 'workspace');
    assert.equal(found?.compatibility, 'breaking');
    await folder.write('src/a.ts', 'export function f(a: RegExp): void {}\n');
    await analysis.filesChanged(folder.path, ['src/a.ts']);
    assert.deepEqual(await verdicts(), [false, true]);
  }).timeout(60_000);
});
