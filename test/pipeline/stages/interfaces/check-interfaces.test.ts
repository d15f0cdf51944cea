import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import { checkInterfaces } from '../../../../src/pipeline/stages/interfaces/check-interfaces.ts';
import type { DeclarationFile } from '../../../../src/pipeline/stages/interfaces/declarations-answer.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { TemporaryFolder } from '../../../verdicts/checks/temporary-folder.ts';

const SPECIFICATION = {
  modulesReferenced: ['src/orders.ts'],
  modulesNew: ['src/billing'],
  interfaces: [
    { name: 'Invoice', module: 'src/billing/types.ts', description: 'An invoice.', parameters: [] },
    { name: 'createInvoice', module: 'src/billing/create.d.ts', description: 'Creates one.', parameters: [] },
  ],
};

const TYPES: DeclarationFile = {
  path: 'src/billing/types.ts',
  text: "import type { Order } from '../orders.ts';\n\nexport interface Invoice {\n  readonly order: Order;\n}\nexport const MAX_ITEMS = 50;\n",
};
const CREATE: DeclarationFile = {
  path: 'src/billing/create.d.ts',
  text: "import type { Invoice } from './types.js';\n\nexport declare function createInvoice(order: string): Invoice;\n",
};

describe('interfaces of a work item', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;

  before(async () => {
    folder = await TemporaryFolder.create({
      'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './src' }] }),
      'src/tsconfig.json': JSON.stringify({
        compilerOptions: {
          composite: true,
          strict: true,
          module: 'nodenext',
          types: [],
          allowImportingTsExtensions: true,
        },
      }),
      'src/orders.ts': 'export interface Order { id: string }\n',
      'src/web/page.ts': 'export interface Page { title: string }\n',
      'src/globals.d.ts': 'interface Money { cents: number }\n',
    });
  });

  after(() => folder[Symbol.asyncDispose]());

  async function check(...files: readonly DeclarationFile[]) {
    const tree = new DiskTree(folder.path);
    return checkInterfaces(
      { files: [...files] },
      {
        tree,
        index: await ModuleIndex.build(tree),
        specification: SPECIFICATION,
        rules: [{ from: ['src/billing/**'], to: ['src/web/**'], reason: 'Billing knows no user interface.' }],
        isProtected: (path) => path.startsWith('.holdfast/'),
      },
    );
  }

  /** The code, field and line of each mistake. */
  async function listMistakes(...files: readonly DeclarationFile[]) {
    return (await check(...files)).mistakes.map(({ code, path, line }) => [code, path.join('.'), line]);
  }

  it('[ASSERT-PLAN-005] accepts declaration files and lists what they declare', async () => {
    const { mistakes, interfaces } = await check(TYPES, CREATE);
    assert.deepEqual(mistakes, []);
    assert.deepEqual(interfaces, [
      { id: 'Invoice', name: 'Invoice', file: 'src/billing/types.ts', line: 3 },
      { id: 'MAX_ITEMS', name: 'MAX_ITEMS', file: 'src/billing/types.ts', line: 6 },
      { id: 'createInvoice', name: 'createInvoice', file: 'src/billing/create.d.ts', line: 3 },
    ]);
  });

  it('[ASSERT-PLAN-005] knows the global types of the project', async () => {
    const text = `${TYPES.text}export interface Price { readonly amount: Money }\n`;
    assert.deepEqual(await listMistakes({ ...TYPES, text }, CREATE), []);
  });

  it('[ASSERT-PLAN-004] names each interface of the specification that no file declares', async () => {
    const { mistakes, interfaces } = await check(TYPES);
    assert.deepEqual(
      mistakes.map(({ code, subjects }) => [code, ...subjects]),
      [['undeclared-interface', 'createInvoice']],
    );
    assert.deepEqual(interfaces, []);
  });

  it('[ENF-VAL-5] reports syntax and type errors at their lines, in declaration files too', async () => {
    const broken = { ...TYPES, text: 'export interface Invoice {\n  order: ;\n}\n' };
    assert.deepEqual(await listMistakes(broken, CREATE), [['syntax', 'files.0.text', 2]]);
    const unresolved = { ...CREATE, text: 'export declare function createInvoice(order: Ordr): void;\n' };
    assert.deepEqual(await listMistakes(TYPES, unresolved), [['type-error', 'files.1.text', 1]]);
    const missing = { ...CREATE, text: CREATE.text.replace('./types.js', './typo.js') };
    assert.deepEqual(await listMistakes(TYPES, missing), [['type-error', 'files.1.text', 1]]);
  });

  it('[ENF-VAL-5] refuses implementations and comments that hide errors', async () => {
    const code = [
      'export function parse(): void {}',
      'export class Parser { run(): void { return; } }',
      'export const now = Date.now();',
      'for (const a of [1]) {}',
      '// @ts-ignore',
      'export const parser = (): void => {};',
    ];
    const text = `${TYPES.text.trimEnd()}\n${code.join('\n')}\n`;
    const mistakes = (await listMistakes({ ...TYPES, text }, CREATE)).filter(([kind]) => kind === 'implementation');
    assert.deepEqual(
      mistakes.map(([, , line]) => line),
      [11, 7, 8, 9, 10, 12],
    );
  });

  it('[ASSERT-ARCH-003] finds imports that break a rule and that the specification left out', async () => {
    const text = `import type { Page } from '../web/page.ts';\n${TYPES.text}export type Shown = Page;\n`;
    assert.deepEqual(await listMistakes({ ...TYPES, text }, CREATE), [['architectural-rule', 'files.0.text', 1]]);
  });

  it('[PIPE-5] refuses paths outside the modules of the specification, protected and unreadable files', async () => {
    const { text } = TYPES;
    const paths = {
      'src/web/types.ts': 'unknown-module',
      '../types.ts': 'outside-tree',
      '/etc/types.ts': 'outside-tree',
      './src/billing/a.ts': 'shape',
      'src\\billing\\a.ts': 'shape',
      '.holdfast/validators/a.ts': 'protected-file',
      'src/billing/types.py': 'unsupported-language',
    };
    for (const [path, code] of Object.entries(paths)) {
      assert.deepEqual(await listMistakes({ path, text }), [[code, 'files.0.path', undefined]], path);
    }
    assert.deepEqual(await listMistakes(TYPES, TYPES), [['duplicate-name', 'files.1.path', undefined]]);
  });
});
