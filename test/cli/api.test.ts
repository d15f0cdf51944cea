import assert from 'node:assert/strict';
import type { ApiComparison, PackageApi } from '../../src/engine.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const FILES = {
  'package.json': '{ "private": true, "name": "root", "workspaces": ["packages/*"] }\n',
  'packages/shop/package.json': JSON.stringify({
    name: '@acme/shop',
    version: '1.2.0',
    bin: { shop: './bin.js' },
    exports: { '.': { import: './dist/index.mjs', require: './dist/index.cjs' }, './gone': './dist/gone.js' },
  }),
  'packages/shop/bin.js': '#!/usr/bin/env node\n',
  'packages/shop/src/index.ts': `import type { Options } from './options.ts';
export type { Options };
/** Adds. */
export function total(prices: readonly number[], options: Options = {}): number {
  return prices.length + (options.tax ?? 0);
}
export enum Currency { Euro = 'EUR' }
export class Cart<T = string> {
  readonly items: T[] = [];
  private secret = 1;
  add(item: T): this { this.items.push(item); return this; }
}
export const LIMITS = { low: 1, high: [1, 2] };
`,
  'packages/shop/src/options.ts': 'export interface Options { tax?: number }\n',
  'packages/other/package.json': '{ "name": "@acme/other", "version": "0.1.0", "types": "index.d.ts" }\n',
  'packages/other/index.d.ts': 'export declare const other: 1;\n',
};

const TEXT = `@acme/shop 1.2.0
. (import, require) from packages/shop/src/index.ts
  class Cart<T = string>
    new (): Cart<T>
    add: (item: T) => this
    readonly items: T[]
  enum Currency
    Euro = "EUR"
  variable LIMITS: { high: number[]; low: number }
  interface Options
    tax?: number
  function total(prices: readonly number[], options?: Options): number
command shop from packages/shop/bin.js
./gone (not judged: ./dist/gone.js. Its source was not found)
`;

describe('holdfast api', () => {
  it('[CHANGE-5] prints what a package offers as text, Markdown and JSON', async () => {
    using workspace = new Workspace(FILES);
    const text = await runHoldfast(workspace.folder, ['api', '@acme/shop']);
    assert.equal(text.code, 0, text.stderr);
    assert.equal(text.stdout, TEXT);
    const markdown = await callHoldfast(workspace.folder, ['api', 'packages/shop', '--format', 'markdown']);
    assert.match(
      markdown.stdout,
      /^# @acme\/shop 1\.2\.0\n\n## \. \(import, require\) .*\n\n```ts\nclass Cart<T = string>\n/,
    );
    const json = await callHoldfast(workspace.folder, ['api', '--format', 'json']);
    const { packages } = JSON.parse(json.stdout) as { packages: PackageApi[] };
    assert.deepEqual(
      packages.map(({ name }) => name),
      ['@acme/other', '@acme/shop'],
    );
    assert.deepEqual(packages[1]?.declarations['Currency']?.enumMembers, [{ name: 'Euro', value: '"EUR"' }]);
  });

  it('[CHANGE-5] prints what an installed package offers', async () => {
    using workspace = new Workspace({ ...FILES, '.gitignore': 'node_modules\n' });
    workspace.write({
      'node_modules/left/package.json': '{ "name": "left", "version": "3.0.0", "main": "index.js" }\n',
      'node_modules/left/index.js': 'exports.pad = function (text) { return text; };\n',
      'node_modules/left/index.d.ts': 'export function pad(text: string): string;\n',
    });
    for (const target of ['left', 'node_modules/left']) {
      const run = await callHoldfast(workspace.folder, ['api', target]);
      assert.equal(run.stdout, 'left 3.0.0\n. from index.d.ts\n  function pad(text: string): string\n', run.stderr);
    }
  });

  it('[CHANGE-5] prints the members of Python and Go as those of TypeScript, with their types in the notation of the language', async () => {
    using workspace = new Workspace({
      'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0.0"\n',
      'shop/__init__.py': `from dataclasses import dataclass
class Cart(dict):
    size: int
    KIND = "cart"
    async def load(self): ...
    def add(self, item: str) -> "Cart": ...
@dataclass
class Item:
    price: float = 1.0
`,
      'go.mod': 'module example.com/shop\n',
      'shop.go': `package shop

import "io"

type Price[T any] struct {
	Value T
	io.Reader
}

func (p *Price[T]) Sum(a int) (int, error) { return a, nil }

type Store interface {
	io.Closer
	Get(key string) int
}
type Kind int
`,
    });
    const run = await callHoldfast(workspace.folder, ['api']);
    assert.equal(
      run.stdout,
      `example.com/shop
example.com/shop from shop.go
  type Kind int
  type Price[T any] struct
    Reader: io.Reader
    Sum: (a int) (int, error)
    Value: T
  interface Store extends io.Closer
    Get: (key string) int
shop 1.0.0
shop from shop/__init__.py
  class Cart(dict)
    KIND = "cart"
    add: (item: str) -> Cart
    load: async ()
    size: int
  class Item
    __init__: (price: float = 1.0) -> None
    price: float = 1.0
`,
    );
  });

  it('[CHANGE-2] compares with a package that was removed, and names it', async () => {
    using workspace = new Workspace(FILES);
    workspace.git('rm', '-qr', 'packages/other');
    const all = await callHoldfast(workspace.folder, ['api', '--since', 'HEAD', '--allow', 'patch']);
    assert.match(
      all.stdout,
      /^@acme\/other: 1 difference, 1 breaking; asks for a minor version\n {2}breaking @acme\/other: the package was removed\n/,
    );
    assert.equal(all.code, 1);
    const named = await callHoldfast(workspace.folder, ['api', '@acme/other', '--since', 'HEAD']);
    assert.match(named.stdout, /the package was removed/);
    const other = await callHoldfast(workspace.folder, ['api', '@acme/shop', '--since', 'HEAD']);
    assert.doesNotMatch(other.stdout, /removed/);
  });

  it('[CHANGE-2] prints the differences with their reasons, and exits with 1 if they ask for more than is allowed', async () => {
    using workspace = new Workspace(FILES);
    workspace.write({
      'packages/shop/src/options.ts': 'export interface Options { tax?: number; rounding: boolean }\n',
      'packages/other/index.d.ts': 'export declare const other: 1;\nexport declare const more: 2;\n',
    });
    const run = await runHoldfast(workspace.folder, ['api', '--since', 'HEAD']);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(
      run.stdout,
      `@acme/other: 1 difference, 1 compatible; asks for a patch version
  compatible more: it is new
@acme/shop: 1 difference, 1 breaking; asks for a major version
  breaking Options: the member rounding was added, is required, and callers construct or implement the type
  not judged: ./gone
`,
    );
    const allow = async (version: string, ...target: string[]): Promise<number | null> =>
      (await callHoldfast(workspace.folder, ['api', ...target, '--since', 'HEAD', '--allow', version])).code;
    assert.equal(await allow('minor'), 1);
    assert.equal(await allow('major'), 0);
    assert.equal(await allow('patch', '@acme/other'), 0);
    const json = await callHoldfast(workspace.folder, ['api', '--since', 'HEAD', '--format', 'json']);
    const { comparisons } = JSON.parse(json.stdout) as { comparisons: ApiComparison[] };
    assert.deepEqual(
      comparisons.map(({ bump }) => bump),
      ['patch', 'major'],
    );
    const markdown = await callHoldfast(workspace.folder, ['api', '--since', 'HEAD', '--format', 'markdown']);
    assert.match(markdown.stdout, /\| breaking \| `Options` \| the member rounding was added/);
  });

  it('[CHANGE-2] says what is wrong with its arguments', async () => {
    using workspace = new Workspace(FILES);
    const unknown = await callHoldfast(workspace.folder, ['api', '@acme/shap']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /Package not found: @acme\/shap[\s\S]*@acme\/shop/);
    const alone = await callHoldfast(workspace.folder, ['api', '--allow', 'minor']);
    assert.equal(alone.code, 2);
    assert.match(alone.stderr, /--allow needs --since/);
  });
});
