/** What a confined command writes decides nothing that Holdfast, git or an agent executes, loads or trusts later. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

/** Files of a work tree that Holdfast, git, Node, npm, an editor or an agent reads to decide what it executes. */
const PLANTED = [
  '.git',
  'src/.git/config',
  '.holdfast/validators/planted.mjs',
  '.holdfast/domains.yaml',
  '.holdfast/history.db',
  'holdfast.config.yaml',
  'node_modules/typescript/package.json',
  'node_modules/.bin/git',
  '.venv/bin/git',
  'bin/git',
  '.husky/pre-commit',
  '.gitattributes',
  '.claude/settings.json',
  '.vscode/settings.json',
  '.npmrc',
  '.env',
  'package.json',
  'tsconfig.json',
];

/** Plants every file, with a program that leaves a note where it can be seen. Prints what a check of the step needs. */
const PLANT = `import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
for (const file of ${JSON.stringify(PLANTED)}) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, '#!/bin/sh\\nplanted');
  } catch {}
}
console.log('{}');
`;

const contractOf = (chunks: string, command = 'node plant.mjs'): string => `version: 2
spec: { id: planted, title: Planted }
steps: [{ id: plant, command: ${command} }]
resources: [{ id: printed, type: data, metadata: { step: plant } }]
chunks:
${chunks}`;

const CHUNK = `  - id: planted
    title: A step that plants files
    description: The output of a step is an object.
    allowedFiles: [src/planted.ts]
    assertions:
      - { type: assert, message: The step prints an object, check: { type: schema_match, target: printed, schema: { type: object } } }
`;

function createWorkspace(files: Readonly<Record<string, string>>): Workspace {
  return new Workspace({
    'package.json': '{ "name": "service", "private": true, "type": "module" }\n',
    'src/main.ts': 'export const answer = 42;\n',
    'plant.mjs': PLANT,
    '.gitignore': 'node_modules/\n.venv/\n',
    ...files,
  });
}

function stateOf(workspace: Workspace): readonly string[] {
  return PLANTED.map((file) => {
    const absolute = join(workspace.folder, file);
    const found = statSync(absolute, { throwIfNoEntry: false });
    return found?.isFile() === true ? `${file} ${readFileSync(absolute, 'utf8')}` : `${file} ${found !== undefined}`;
  });
}

describe('What a confined command writes', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  for (const [judging, args] of [
    ['a check of the files', ['check']],
    ['a check of the change', ['check', '--since', 'HEAD']],
    ['a check of the index', ['check', '--staged']],
  ] as const) {
    it(`[CONF-2] never reaches the tree of the user, from a step in ${judging}`, async () => {
      using workspace = createWorkspace({ 'planted.contract.yaml': contractOf(CHUNK) });
      workspace.write({ 'src/planted.ts': 'export {};\n' });
      workspace.git('add', '-A');
      const before = stateOf(workspace);
      const run = await callHoldfast(workspace.folder, [...args, '--format', 'json'], workspace.environment());
      assert.match(run.stdout, /The step prints an object/, run.stderr);
      assert.doesNotMatch(run.stdout, /"passed": ?false/);
      assert.deepEqual(stateOf(workspace), before);
    });
  }

  it('[CONF-2] never reaches the tree of the user, whose .git is a file', async () => {
    using workspace = createWorkspace({ 'planted.contract.yaml': contractOf(CHUNK) });
    const linked = join(dirname(workspace.folder), 'linked');
    workspace.git('worktree', 'add', '-q', linked);
    const pointer = readFileSync(join(linked, '.git'), 'utf8');
    const run = await callHoldfast(linked, ['check'], workspace.environment());
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.equal(readFileSync(join(linked, '.git'), 'utf8'), pointer);
    assert.equal(existsSync(join(linked, 'src/.git')), false);
  });

  it('[CONF-2] is no validator of a later chunk in the same check', async () => {
    const planted = (note: string) =>
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(note)}, 'loaded'); export default {};`;
    using workspace = createWorkspace({
      '.holdfast/validators/own.mjs':
        "export default { type: 'own', validate: () => ({ passed: true, message: '' }) };\n",
    });
    const note = join(dirname(workspace.folder), 'loaded.txt');
    const plant = ['own', 'other'].map(
      (name) => `writeFileSync('.holdfast/validators/${name}.mjs', ${JSON.stringify(planted(note))});`,
    );
    const second = `  - id: second
    title: A validator
    description: A validator of the workspace.
    allowedFiles: [src/planted.ts]
    assertions:
      - { type: assert, message: The validator passes, check: { type: export_exists, target: answer, file: src/main.ts } }
`;
    workspace.write({
      'plant.mjs': `import { writeFileSync } from 'node:fs';\n${plant.join('\n')}\nconsole.log('{}');\n`,
      'planted.contract.yaml': contractOf(CHUNK + second),
    });
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'contract');
    workspace.write({ 'src/planted.ts': 'export {};\n' });
    workspace.git('add', '-A');
    for (const args of [['check'], ['check', '--since', 'HEAD'], ['check', '--staged']]) {
      const run = await callHoldfast(workspace.folder, [...args, '--format', 'json'], workspace.environment());
      assert.match(run.stdout, /The validator passes/, run.stderr);
      assert.doesNotMatch(run.stdout, /"passed": ?false/);
      assert.equal(existsSync(note), false, args.join(' '));
    }
  });

  it('[CONF-2] is in no tree of the user from a domain service', async () => {
    using workspace = createWorkspace({
      '.holdfast/domains.yaml': 'services:\n  - { domain: shop, command: node plant.mjs, primary: src/** }\n',
    });
    const before = stateOf(workspace);
    const run = await callHoldfast(workspace.folder, ['domain', 'list'], workspace.environment());
    assert.match(run.stdout + run.stderr, /shop/);
    assert.deepEqual(stateOf(workspace), before);
  });
});
