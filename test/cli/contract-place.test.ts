import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

type WorkspaceFiles = Readonly<Record<string, string>>;

const PACKAGE = 'packages/a';
const ONE = 'export function one(a: number): number {\n  return a;\n}\n';
const BROKEN = ONE.replace('a: number)', 'a: string)').replace('return a', 'return a.length');
const FILES = {
  'package.json': '{ "private": true, "workspaces": ["packages/*"] }\n',
  'README.md': 'Root\n',
  [`${PACKAGE}/package.json`]: '{ "name": "a" }\n',
  [`${PACKAGE}/README.md`]: 'A\n',
  [`${PACKAGE}/src/one.ts`]: ONE,
};

function run(workspace: Workspace, folder: string, ...args: string[]) {
  return callHoldfast(join(workspace.folder, folder), args, workspace.environment());
}

function contract(chunk: string): string {
  return `version: 2\nspec: { id: a, title: A, description: A. }\nchunks:\n  - id: one\n    title: One\n    description: One.\n${chunk}`;
}

const SIGNATURE = (file: string): string =>
  `    functions: [{ name: one, file: ${file}, signature: '(a: number) => number' }]\n`;

describe('the folder that judges a contract', () => {
  it('[PROOF-9] init in a package writes what has the same verdict from the package and from the root', async () => {
    using workspace = new Workspace(FILES);
    const written = await run(workspace, PACKAGE, 'init', '--from', 'src/one.ts', '--name', 'a');
    assert.match(written.stdout, /^a\.contract\.yaml: written\nholdfast\.config\.yaml: written\./, written.stderr);
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'contract');
    for (const [text, code] of [
      [ONE, 0],
      [BROKEN, 1],
    ] as const) {
      workspace.write({ [`${PACKAGE}/src/one.ts`]: text });
      workspace.git('add', '-A');
      for (const folder of [PACKAGE, '']) {
        for (const args of [[], ['--since', 'main'], ['--staged']]) {
          const checked = await run(workspace, folder, 'check', ...args);
          assert.equal(checked.code, code, `${folder} ${args.join(' ')}: ${checked.stdout}${checked.stderr}`);
        }
      }
    }
  });

  it('[PROOF-9] init in a folder of a package, or where a folder above is configured, writes paths of that folder', async () => {
    const cases: readonly (readonly [title: string, files: WorkspaceFiles, folder: string, expected: string])[] = [
      ['inside of a package', {}, `${PACKAGE}/src`, `${PACKAGE}/a.contract.yaml`],
      ['no package', { 'lib/two.ts': ONE }, 'lib', 'a.contract.yaml'],
      ['configured above', { 'holdfast.config.yaml': '{}\n' }, PACKAGE, 'a.contract.yaml'],
      ['another language', { 'tools/go.mod': 'module t\n', 'tools/two.ts': ONE }, 'tools', 'tools/a.contract.yaml'],
    ];
    for (const [title, files, folder, expected] of cases) {
      using workspace = new Workspace({ ...FILES, ...files });
      const file = Object.keys({ ...FILES, ...files }).find((one) => one.endsWith('.ts') && one.startsWith(folder));
      const source = (file ?? `${PACKAGE}/src/one.ts`).slice(folder.length + 1);
      const written = await run(workspace, folder, 'init', '--from', source, '--name', 'a');
      assert.equal(written.code, 0, `${title}: ${written.stderr}`);
      assert.match(workspace.read(expected), /one/, title);
      for (const place of [folder, '']) {
        const checked = await run(workspace, place, 'check', join(workspace.folder, expected));
        assert.equal(checked.code, 0, `${title} from ${place}: ${checked.stdout}${checked.stderr}`);
      }
    }
  });

  it('[PROOF-9] a contract whose paths lead to files from another folder is an error that names it', async () => {
    const cases: readonly (readonly [title: string, file: string, chunk: string, from: string, reason: RegExp])[] = [
      ['its own folder', `${PACKAGE}/a.contract.yaml`, SIGNATURE('src/one.ts'), '', /relative to packages\/a,/],
      ['a folder between', `${PACKAGE}/plans/a.contract.yaml`, SIGNATURE('src/one.ts'), '', /relative to packages\/a,/],
      ['the top level', `${PACKAGE}/a.contract.yaml`, SIGNATURE('packages/a/src/one.ts'), PACKAGE, /the top level/],
      [
        'a common name too',
        `${PACKAGE}/a.contract.yaml`,
        `    allowedFiles: [src/one.ts, README.md]\n`,
        '',
        /packages\/a,/,
      ],
      ['a glob', `${PACKAGE}/a.contract.yaml`, '    allowedFiles: ["src/**"]\n', '', /packages\/a,/],
      ['a folder', `${PACKAGE}/a.contract.yaml`, '    allowedFiles: [src/]\n', '', /packages\/a,/],
      [
        'a file to create',
        `${PACKAGE}/a.contract.yaml`,
        '    allowedFiles: [src/one.ts, src/two.ts]\n',
        '',
        /packages\/a,/,
      ],
      [
        'a postcondition',
        `${PACKAGE}/a.contract.yaml`,
        '    postconditions: [{ kind: file_exists, path: src/one.ts }]\n',
        '',
        /packages\/a,/,
      ],
      [
        'a check',
        `${PACKAGE}/a.contract.yaml`,
        '    assertions: [{ message: M, check: { type: file_exists, target: src/one.ts } }]\n',
        '',
        /packages\/a,/,
      ],
    ];
    for (const [title, file, chunk, from, reason] of cases) {
      using workspace = new Workspace({ ...FILES, [file]: contract(chunk) });
      workspace.write({ [`${PACKAGE}/src/one.ts`]: BROKEN });
      workspace.git('add', '-A');
      for (const args of title === 'its own folder'
        ? [['--since', 'main', '--staged'], ['--strict'], [join(workspace.folder, file), '--since', 'HEAD']]
        : [[], ['--since', 'main']]) {
        const checked = await run(workspace, from, 'check', ...args);
        assert.equal(checked.code, 1, `${title} ${args.join(' ')}: ${checked.stdout}${checked.stderr}`);
        assert.match(checked.stdout, reason, `${title} ${args.join(' ')}`);
      }
    }
  });

  it('[PROOF-9] deleting or creating all files that a contract means does not hide it', async () => {
    using workspace = new Workspace({ ...FILES, [`${PACKAGE}/a.contract.yaml`]: contract(SIGNATURE('src/one.ts')) });
    rmSync(join(workspace.folder, `${PACKAGE}/src/one.ts`));
    assert.match((await run(workspace, '', 'check', '--since', 'HEAD')).stdout, /relative to packages\/a,/);
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'delete');
    workspace.write({ [`${PACKAGE}/src/one.ts`]: BROKEN });
    assert.match((await run(workspace, '', 'check', '--since', 'HEAD')).stdout, /relative to packages\/a,/);
  });

  it('[PROOF-9] leaves contracts alone whose paths are relative to the folder that judges them', async () => {
    const cases: readonly (readonly [title: string, chunk: string, more?: WorkspaceFiles])[] = [
      ['paths from the root', '    allowedFiles: [packages/a/src/one.ts]\n'],
      ['files to create only', '    allowedFiles: [src/none.ts]\n'],
      ['common names only, at the root too', '    allowedFiles: [package.json, README.md]\n'],
      ['a file at the root', '    allowedFiles: [src/one.ts, lib/root.ts]\n', { 'lib/root.ts': 'export {};\n' }],
      ['any file', ''],
      ['a pattern of any folder', '    allowedFiles: ["**/*.ts"]\n'],
      [
        'a URL',
        '    assertions: [{ message: M, check: { type: exists, target: "https://example.invalid/src/one.ts" } }]\n',
      ],
    ];
    for (const [title, chunk, more] of cases) {
      using workspace = new Workspace({ ...FILES, [`${PACKAGE}/a.contract.yaml`]: contract(chunk), ...more });
      const checked = await run(workspace, '', 'check', '--since', 'HEAD');
      assert.equal(/relative to/.test(checked.stdout), false, `${title}: ${checked.stdout}`);
      assert.equal(checked.code, 0, title);
    }
  });
});
