import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { distFolder } from '../scripts/project.ts';
import { temporaryFolder } from '../workspace/support/temporary.ts';
import { Workspace } from './support/workspace.ts';

const CONTRACT = `version: 2
spec: { id: two, title: Two languages }
chunks:
  - id: python
    title: Python
    functions:
      - { name: slugify, file: text.py, signature: '(path: str) -> str' }
  - id: types
    title: Types
    types:
      - { name: Slug, file: slug.ts, definition: '{ text: string }' }
`;

interface NpmPackage {
  readonly bin: { readonly holdfast: string };
  readonly files: readonly string[];
  readonly dependencies?: unknown;
}

describe('The npm package of the command line', () => {
  it('[LANG-1] has everything that a check needs: grammars, types, and no dependency', async () => {
    await using home = await temporaryFolder();
    const { bin, files, dependencies } = JSON.parse(
      readFileSync(join(distFolder, 'package.json'), 'utf8'),
    ) as NpmPackage;
    assert.equal(dependencies, undefined);
    for (const file of ['package.json', ...files]) cpSync(join(distFolder, file), home.at(`package/${file}`));
    using workspace = new Workspace({
      'two.contract.yaml': CONTRACT,
      'text.py': 'def slugify(path: str) -> str:\n    return path\n',
      'slug.ts': 'export interface Slug {\n  text: string;\n}\n',
    });
    const { stdout } = await promisify(execFile)(process.execPath, [home.at(`package/${bin.holdfast}`), 'check'], {
      cwd: workspace.folder,
      env: { ...process.env, ...workspace.environment() },
    });
    assert.match(stdout, /2 of 2 chunks passed/);
  });
});
