import assert from 'node:assert/strict';
import { TemporaryFolder } from '../../verdicts/checks/temporary-folder.ts';
import { answerAsWritten } from './answer-as-written.ts';

const options = {
  strict: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  types: [],
  paths: { 'lib/*': ['./src/lib/*'] },
};

/** A project in which every query is decided without a program. */
const project: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'] }),
  'src/lib/room.ts': 'export class Room { id = 1 }\n',
  'src/lib/find.ts': 'export function found(a: string): void {}\n',
  'src/barrel.ts': "export * from './lib/room';\nexport { found as find } from './lib/find';\n",
  'src/date.ts': 'export function f(a: Date): void {}\n',
  'src/record.ts': "export function f(a: Record<'a', 1>): void {}\n",
  'src/direct.ts': "import { Room } from './lib/room';\nexport function f(a: Room): void {}\n",
  'src/mapped.ts': "import { Room } from 'lib/room';\nexport function f(a: Room): void {}\n",
  'src/through.ts': "import { Room } from './barrel';\nexport function f(a: Room): void {}\n",
  'src/mapped-barrel.ts': "export { found } from 'lib/find';\n",
};

const queries = {
  date: { file: 'src/date.ts', name: 'f', expected: '(a: Date) => void' },
  record: { file: 'src/record.ts', name: 'f', expected: "(a: Record<'a', 1>) => void" },
  direct: { file: 'src/direct.ts', name: 'f', expected: '(a: Room) => void' },
  mapped: { file: 'src/mapped.ts', name: 'f', expected: '(a: Room) => void' },
  through: { file: 'src/through.ts', name: 'f', expected: '(a: Room) => void' },
  renamed: { file: 'src/barrel.ts', name: 'find', expected: '(a: string) => void' },
  mappedBarrel: { file: 'src/mapped-barrel.ts', name: 'found', expected: '(a: string) => void' },
} as const;

const GLOBAL_DATE = 'interface Date<T> { value: T }\n';
const ANY_ROOM = 'export type Room = any;';

/** Files that change what a query refers to, or may do so. */
const attacks: readonly (readonly [title: string, query: keyof typeof queries, files: Record<string, string>])[] = [
  ['a global interface with another number of type parameters', 'date', { 'src/g.d.ts': GLOBAL_DATE }],
  ['the same in a script', 'date', { 'src/g.ts': `namespace N { export const a = 1 }\n${GLOBAL_DATE}` }],
  ['the same after a comment that looks like an import', 'date', { 'src/g.ts': `/*\nimport x\n*/\n${GLOBAL_DATE}` }],
  ['the same in a script with a call of import', 'date', { 'src/g.ts': `${GLOBAL_DATE}import('./date');\n` }],
  ['the same in the global scope', 'date', { 'src/g.ts': `export {};\ndeclare global { ${GLOBAL_DATE} }\n` }],
  ['the same after a comment', 'date', { 'src/g.ts': `export {};\ndeclare /* */ global { ${GLOBAL_DATE} }\n` }],
  [
    'the same after a line with a closing brace',
    'date',
    { 'src/g.ts': `export {};\ndeclare global { interface A {\n}\n ${GLOBAL_DATE} }\n` },
  ],
  [
    'the same on the line after a template',
    'date',
    { 'src/g.ts': `export const a = \`declare global {\n}\`;\ndeclare global {\n${GLOBAL_DATE}}\n` },
  ],
  ['the same in an ambient module', 'date', { 'src/g.d.ts': `declare module 'q' { global { ${GLOBAL_DATE} } }\n` }],
  [
    'the same in a referenced file outside the configuration',
    'date',
    { 'types/g.d.ts': GLOBAL_DATE, 'src/o.ts': '/// <reference path="../types/g.d.ts" />\nexport {};\n' },
  ],
  [
    'the same in an imported file outside the configuration',
    'date',
    { 'types/g.d.ts': `export {};\ndeclare global { ${GLOBAL_DATE} }\n`, 'src/o.ts': "import '../types/g';\n" },
  ],
  ['the same in an ignored file', 'date', { '.gitignore': 'g.d.ts\n', 'src/g.d.ts': GLOBAL_DATE }],
  [
    'no standard library',
    'record',
    { 'src/g.d.ts': '/// <reference no-default-lib="true"/>\ninterface Array<T> { length: number }\n' },
  ],
  ['no standard library in a module', 'record', { 'src/g.ts': '/// <reference no-default-lib="true"/>\nexport {};\n' }],
  ['a replaced library', 'record', { 'node_modules/@typescript/lib-es5/index.d.ts': 'type Record<A, B> = any;\n' }],
  [
    'a replaced library as types',
    'record',
    { 'node_modules/@types/typescript__lib-es5/index.d.ts': 'type Record<A, B> = any;\n' },
  ],
  ['an installed package', 'mapped', { 'node_modules/other/index.d.ts': `declare module 'lib/room' { ${ANY_ROOM} }` }],
  ['an ambient module', 'mapped', { 'src/g.d.ts': `declare module 'lib/room' { ${ANY_ROOM} }\n` }],
  ['an escaped name of an ambient module', 'mapped', { 'src/g.d.ts': "declare module 'lib/r\\u006fom';\n" }],
  ['an ambient module after a comment', 'mapped', { 'src/g.d.ts': "declare module/* */'lib/room';\n" }],
  ['an ambient module outside the configuration', 'mapped', { 'types/g.d.ts': "declare module 'lib/room';\n" }],
  ['an ambient module behind a barrel', 'mappedBarrel', { 'src/g.d.ts': "declare module 'lib/find';\n" }],
  [
    'an augmentation of a barrel',
    'through',
    { 'src/g.d.ts': `import './barrel';\ndeclare module './barrel' { ${ANY_ROOM} }\n` },
  ],
  [
    'the same in a source file',
    'through',
    { 'src/g.ts': `import './barrel';\ndeclare /* */ module './barrel' { ${ANY_ROOM} }\n` },
  ],
  [
    'an export list in an augmentation',
    'through',
    { 'src/g.ts': "import { A } from './a';\ndeclare module './barrel' { export { A as Room } }\n" },
  ],
  [
    'an `export *` in an augmentation',
    'through',
    { 'src/g.ts': "import './barrel';\ndeclare module './barrel' { export * from 'any' }\n" },
  ],
  [
    'an augmentation with another number of type parameters',
    'direct',
    { 'src/g.d.ts': "import './lib/room';\ndeclare module './lib/room' { interface Room<T> { value: T } }\n" },
  ],
  [
    'an augmentation with an overload',
    'direct',
    { 'src/g.d.ts': "import './direct';\ndeclare module './direct' { export function f(a: number): void }\n" },
  ],
  [
    'an augmentation with an overload of a renamed export',
    'renamed',
    { 'src/g.d.ts': "import './barrel';\ndeclare module './barrel' { export function find(a: number): void }\n" },
  ],
];

const harmless: typeof attacks = [
  ['a member of a standard interface', 'date', { 'src/g.d.ts': 'interface Date { week: number }\n' }],
  ['another global type', 'date', { 'src/g.ts': 'export {};\ndeclare global { interface Window { a: 1 } }\n' }],
  ['an ambient module with another name', 'mapped', { 'src/g.d.ts': "declare module '*.svg' { export default 1 }\n" }],
  ['an installed package', 'direct', { 'node_modules/other/index.d.ts': 'export {};\n' }],
  [
    'an augmentation with another name',
    'through',
    { 'src/g.d.ts': "import './barrel';\ndeclare module './barrel' { interface Other {} }\n" },
  ],
];

async function answerIn(files: Record<string, string>, query: keyof typeof queries): Promise<boolean> {
  await using workspace = await TemporaryFolder.create({ ...project, ...files });
  return (await answerAsWritten(workspace.path, queries[query]))?.passed === true;
}

describe('Signatures as written with ambient declarations', () => {
  for (const query of Object.keys(queries) as (keyof typeof queries)[]) {
    it(`[ENF-VAL-19] ${query}: no program is created without ambient declarations`, async () => {
      assert.equal(await answerIn({}, query), true);
    });
  }

  for (const [title, query, files] of harmless) {
    it(`[ENF-VAL-19] ${query}: no program is created with ${title}`, async () => {
      assert.equal(await answerIn(files, query), true);
    });
  }

  for (const [title, query, files] of attacks) {
    it(`[ENF-VAL-5] ${query}: the type checker decides with ${title}`, async () => {
      assert.equal(await answerIn(files, query), false);
    });
  }
});
