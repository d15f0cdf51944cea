import assert from 'node:assert/strict';
import { addExport } from '../../../src/code/declarations/add-export.ts';

const cases: readonly (readonly [title: string, before: string, after: string | undefined])[] = [
  ['a declaration that starts its line', 'interface Order {}\n', 'export interface Order {}\n'],
  ['an indented declaration', '  class Order {}\n', '  export class Order {}\n'],
  ['a declaration after another statement', 'let a = 1; const Order = 2;\n', 'let a = 1; export const Order = 2;\n'],
  ['a declaration after a comment', '/** An order. */ enum Order {}', '/** An order. */ export enum Order {}'],
  ['an async function', 'async function Order() {}\r\n', 'export async function Order() {}\r\n'],
  ['a class with decorators', '@sealed()\nclass Order {}\n', '@sealed()\nexport class Order {}\n'],
  [
    'all overloads',
    'function Order(a: 1): 1;\nfunction Order(a: 2): 2;\nfunction Order(a: any) { return a; }\n',
    'export function Order(a: 1): 1;\nexport function Order(a: 2): 2;\nexport function Order(a: any) { return a; }\n',
  ],
  [
    'a type and the value of the same name',
    'const Order = 1;\ntype Order = typeof Order;\n',
    'export const Order = 1;\nexport type Order = typeof Order;\n',
  ],
  [
    'a modifier if other declarations have one',
    'export const a = 1;\ninterface Order {}\nexport { b };\n',
    'export const a = 1;\nexport interface Order {}\nexport { b };\n',
  ],
  [
    'the list of a module that exports with a list',
    'const a = 1;\nclass Order {}\nexport { a };\n',
    'const a = 1;\nclass Order {}\nexport { a, Order };\n',
  ],
  [
    'a list of lines, with its trailing comma',
    'class Order {}\r\nexport {\r\n  a,\r\n  b,\r\n};\r\n',
    'class Order {}\r\nexport {\r\n  a,\r\n  b,\r\n  Order,\r\n};\r\n',
  ],
  ['an empty list', 'class Order {}\nexport {};\n', 'class Order {}\nexport { Order };\n'],
  [
    'a list of types, for a type',
    'interface Order {}\nexport type { A };\n',
    'interface Order {}\nexport type { A, Order };\n',
  ],
  [
    'a separate list for a value, next to a list of types',
    'class Order {}\nexport type { A };\n',
    'class Order {}\nexport type { A };\nexport { Order };\n',
  ],
  [
    'a new list for one of several variables',
    'const Order = 1, secret = 2;',
    'const Order = 1, secret = 2;\nexport { Order };\n',
  ],
  [
    'a new list for a part of a pattern',
    'const { Order, secret } = load();\r\n',
    'const { Order, secret } = load();\r\nexport { Order };\r\n',
  ],
  ['an import', "import { Order } from './a';\n", "import { Order } from './a';\nexport { Order };\n"],
  [
    'an import of a type',
    "import type { Order } from './a';\n",
    "import type { Order } from './a';\nexport type { Order };\n",
  ],
  [
    'the default export under its name',
    'export default function Order() {}\n',
    'export default function Order() {}\nexport { Order };\n',
  ],
  [
    'a name that is listed under another name',
    'class Order {}\nexport { Order as Purchase };\n',
    'class Order {}\nexport { Order as Purchase, Order };\n',
  ],
  ['nothing that is exported', 'export class Order {}\n', undefined],
  ['nothing that is listed', 'class Order {}\nexport { Order };\n', undefined],
  ['nothing that is listed from another module', "export { Order } from './a';\n", undefined],
  ['nothing that is exported with others', 'export const Order = 1, other = 2;\n', undefined],
  ['nothing inside a function', 'function f() {\n  class Order {}\n}\n', undefined],
  ['no longer name', 'class OrderLine {}\n', undefined],
];

describe('The export of a declaration', () => {
  for (const [title, before, after] of cases) {
    it(`[EDIT-3] exports ${title}`, async () => {
      const exported = await addExport('src/a.ts', before, 'Order');
      assert.equal(exported, after);
      // A second fix finds nothing to do.
      if (exported !== undefined) assert.equal(await addExport('src/a.ts', exported, 'Order'), undefined);
    });
  }

  it('[EDIT-3] adds none to a CommonJS module, to a file that is no script, and for a default export', async () => {
    assert.equal(await addExport('a.js', 'class Order {}\nmodule.exports = {};\n', 'Order'), undefined);
    assert.equal(await addExport('a.md', 'class Order {}\n', 'Order'), undefined);
    assert.equal(await addExport('a.ts', 'class Order {}\n', 'default'), undefined);
    assert.equal(await addExport('a.js', 'class Order {}\n', 'Order'), 'export class Order {}\n');
  });
});
