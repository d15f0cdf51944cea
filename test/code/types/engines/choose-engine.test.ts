import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEngine } from '../../../../src/code/types/engines/choose-engine.ts';
import { createWorkspace } from '../compilers.ts';

const workspaceTypeScript = join(import.meta.dirname, '../../../../node_modules/typescript');

/** Code that a type checker would be loaded from. Its message is in the log if it runs. */
const THROW_LOADED = "throw new Error('loaded');";

interface Choice {
  readonly title: string;
  readonly lines: readonly string[];
}

async function choose(
  files: Readonly<Record<string, string>>,
  options: { readonly trusted: boolean; readonly typescript?: string; readonly linked?: string },
): Promise<Choice> {
  await using workspace = await createWorkspace(files, options.typescript);
  if (options.linked !== undefined) {
    mkdirSync(join(workspace.path, 'node_modules'));
    symlinkSync(join(workspace.path, options.linked), join(workspace.path, 'node_modules', 'typescript'), 'junction');
  }
  const lines: string[] = [];
  using engine = await chooseEngine({
    root: workspace.path,
    trusted: options.trusted,
    overlay: () => undefined,
    textOf: () => undefined,
    log: (line) => lines.push(line),
  });
  return { title: engine.title, lines };
}

describe('chooseEngine', () => {
  it('uses and logs the TypeScript of a trusted workspace', async () => {
    const { title, lines } = await choose({}, { trusted: true, typescript: workspaceTypeScript });
    assert.match(title, /^TypeScript \d.* of the workspace$/);
    assert.deepEqual(lines, [`Type checker: ${title}`]);
  });

  it('does not run the TypeScript of an untrusted workspace, and logs the fallback', async () => {
    const { title, lines } = await choose({}, { trusted: false, typescript: workspaceTypeScript });
    assert.match(title, /^TypeScript \d.* of Holdfast$/);
    assert.deepEqual(lines, [`Type checker: ${title}, because the workspace is not trusted`]);
  });

  for (const [form, files, link] of [
    [
      'a package.json that has its name',
      {
        'package.json':
          '{ "name": "typescript", "version": "5.9.0", "exports": { ".": "./own.cjs", "./package.json": "./package.json" } }',
        'own.cjs': THROW_LOADED,
      },
    ],
    [
      'a workspace package that its packages link to',
      {
        'packages/typescript/package.json': '{ "name": "typescript", "version": "5.9.0", "main": "own.cjs" }',
        'packages/typescript/own.cjs': THROW_LOADED,
      },
      'packages/typescript',
    ],
    [
      'a native one that its packages link to',
      {
        'own/package.json':
          '{ "name": "typescript", "version": "7.9.0", "exports": { "./package.json": "./package.json", "./unstable/sync": "./own.cjs" } }',
        'own/own.cjs': THROW_LOADED,
      },
      'own',
    ],
  ] as const) {
    it(`[CONF-2] loads no TypeScript from the files of the tree: ${form}`, async () => {
      const { lines } = await choose(files, { trusted: true, ...(link === undefined ? {} : { linked: link }) });
      assert.match(lines.join(), /of Holdfast, because TypeScript is (?:not installed in|a part of) the workspace/);
    });
  }

  for (const [situation, files, reason] of [
    ['has no TypeScript', {}, /because TypeScript is not installed in the workspace$/],
    [
      'has a TypeScript that is too old',
      { 'node_modules/typescript/package.json': '{ "version": "4.9.5" }' },
      /because TypeScript 4\.9\.5 of the workspace is older than version 5$/,
    ],
    [
      'has a TypeScript that cannot be loaded',
      {
        'node_modules/typescript/package.json': '{ "version": "5.9.0", "main": "main.js" }',
        'node_modules/typescript/main.js': "throw new Error('The installation is incomplete');",
      },
      /because TypeScript 5\.9\.0 of the workspace failed to load: The installation is incomplete$/,
    ],
    [
      'has a native TypeScript without the expected API',
      {
        'node_modules/typescript/package.json':
          '{ "version": "7.9.0", "exports": { "./package.json": "./package.json", "./unstable/sync": "./sync.mjs" } }',
        'node_modules/typescript/sync.mjs': 'export const other = 1;',
      },
      /because TypeScript 7\.9\.0 of the workspace has an unsupported API$/,
    ],
  ] as const) {
    it(`logs why it uses the bundled TypeScript if the workspace ${situation}`, async () => {
      const { title, lines } = await choose(files, { trusted: true });
      assert.match(title, / of Holdfast$/);
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? '', reason);
    });
  }
});
