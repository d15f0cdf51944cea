import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execa } from 'execa';
import { distFolder } from '../scripts/project.ts';
import { installVscode } from '../vscode/runtime/installation.ts';
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
    assert.match(stdout, /2 of 2 chunks satisfied/);
  });

  it('[CHANGE-1] [CHANGE-7] judges a change of any repository from an archive, with the lowest Node and this one', async () => {
    await using home = await temporaryFolder();
    const run = promisify(execFile);
    const environment = {
      ...process.env,
      npm_config_cache: home.at('cache'),
      npm_config_offline: 'true',
      NO_COLOR: '1',
    };
    const packed = await run('npm', ['pack', '--json', '--pack-destination', home.at('.'), distFolder], {
      env: environment,
    });
    const [archive] = JSON.parse(packed.stdout) as readonly { readonly filename: string; readonly size: number }[];
    const file = home.at(archive?.filename ?? '');
    assert.ok(statSync(file).size < 6_000_000, `${archive?.size} bytes`);
    const { engines } = JSON.parse(readFileSync(join(distFolder, 'package.json'), 'utf8')) as { engines: unknown };
    assert.deepEqual(engines, { node: '>=22.13' });

    using workspace = new Workspace({
      'src/price.ts': 'export const price = 1;\n',
      'src/use.ts': "import { price } from './price';\nexport const used = price;\n",
    });
    workspace.git('switch', '-qc', 'work');
    workspace.write({ 'src/price.ts': 'export const cost = 1;\n' });
    const { nodePath } = await installVscode('lowest', () => undefined);
    for (const [name, node] of [
      ['lowest', nodePath],
      ['current', process.execPath],
    ] as const) {
      // The program that npx starts is the first "node" of the search path.
      mkdirSync(home.at(name));
      symlinkSync(node, home.at(`${name}/node`));
      const options = ['--yes', '--package', file, 'holdfast', 'check', '--since', 'main'];
      const judged = await execa('npx', options, {
        cwd: workspace.folder,
        reject: false,
        stdin: 'ignore',
        env: { ...environment, ...workspace.environment(), PATH: `${home.at(name)}:${process.env['PATH'] ?? ''}` },
      });
      assert.equal(judged.exitCode, 1, judged.stdout + judged.stderr);
      assert.match(
        judged.stdout,
        /^NOT OK: 1 error; 1 changed file since [0-9a-f]{12}\n {2}error .* src\/use\.ts:1:10$/m,
      );
    }
  }).timeout(120_000);
});
