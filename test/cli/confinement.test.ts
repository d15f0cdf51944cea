import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ContractRunResult } from '../../src/run/report/run-result.ts';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import {
  createHealthContract,
  createHealthFiles,
  textReply,
  VALID_TYPES,
  writeFileReply,
} from './support/health-check.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const RUN = ['run', 'health.contract.yaml', '--chunk', 'types'];

/** A PATH with node and git alone, so that no sandbox is found. */
function pathWithoutSandbox(workspace: Workspace): string {
  const folder = join(dirname(workspace.folder), 'programs');
  mkdirSync(folder, { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node'));
  symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), join(folder, 'git'));
  return folder;
}

function createWorkspace(build: string, more = ''): Workspace {
  return new Workspace({
    ...createHealthFiles(),
    'build.mjs': build,
    'health.contract.yaml': createHealthContract({ build: 'node build.mjs', maxAttempts: 1, more }),
  });
}

/** A model that writes the valid file and ends. */
function startModel() {
  return startOpenAiChatServer((_, index) => (index % 2 === 0 ? writeFileReply(VALID_TYPES) : textReply('Done.')));
}

function firstValidation(stdout: string) {
  const result = JSON.parse(stdout) as ContractRunResult | ContractRunResult['chunks'][number];
  return ('chunks' in result ? result.chunks[0] : result)?.attempts[0]?.validation;
}

describe('Commands without a sandbox', () => {
  before(function () {
    // macOS always has its sandbox, and Windows has no links for this PATH.
    if (process.platform !== 'linux') this.skip();
  });

  it('[TRUST-8] run in the mode auto with a warning, which result and history record', async () => {
    using workspace = createWorkspace('');
    await using server = await startModel();
    const environment = { ...workspace.environment(server), PATH: pathWithoutSandbox(workspace) };
    const run = await runHoldfast(workspace.folder, [...RUN, '--format', 'json'], environment);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(run.stderr.match(/Commands run unconfined: bubblewrap \(bwrap\) is not installed/g)?.length, 1);
    assert.equal(firstValidation(run.stdout)?.confinement, 'unconfined');
    const database = new DatabaseSync(join(workspace.folder, '.git', 'holdfast', 'history.db'));
    const row = database.prepare('SELECT result FROM chunk_validations').get();
    database.close();
    assert.equal((JSON.parse(String(row?.['result'])) as { confinement?: string }).confinement, 'unconfined');
  });

  it('[TRUST-8] are refused in the mode strict before the model is called, and by doctor', async () => {
    using workspace = createWorkspace('');
    workspace.write({ 'holdfast.config.yaml': 'confinement: strict\n' });
    await using server = await startModel();
    const environment = { ...workspace.environment(server), PATH: pathWithoutSandbox(workspace) };
    const run = await runHoldfast(workspace.folder, RUN, environment);
    assert.equal(run.code, 2, run.stdout);
    assert.match(run.stderr, /confinement is "strict", but bubblewrap \(bwrap\) is not installed/);
    assert.match(run.stderr, /Install bubblewrap/);
    assert.equal(server.requests.length, 0);
    const doctor = await runHoldfast(workspace.folder, ['doctor'], environment);
    assert.match(doctor.stdout, /✗ confinement: strict \(from holdfast\.config\.yaml\): no command of a contract runs/);
    const auto = await runHoldfast(workspace.folder, ['doctor'], { ...environment, HOLDFAST_CONFINEMENT: 'auto' });
    assert.match(auto.stdout, /! confinement: auto: commands run unconfined, because bubblewrap/);
  });

  it('[CONF-1] doctor --confinement says that no sandbox works', async () => {
    using workspace = createWorkspace('');
    const environment = { ...workspace.environment(), PATH: pathWithoutSandbox(workspace) };
    const text = await runHoldfast(workspace.folder, ['doctor', '--confinement'], environment);
    assert.equal(text.code, 1, text.stderr);
    assert.match(
      text.stdout,
      /^✗ No sandbox works here, so commands run unconfined.*not installed\.\n {4}Install bubblewrap/,
    );
    const json = await runHoldfast(workspace.folder, ['doctor', '--confinement', '--format', 'json'], environment);
    assert.equal(json.code, 1, json.stderr);
    assert.equal((JSON.parse(json.stdout) as { ok: boolean }).ok, false);
  });

  it('[TRUST-8] are refused in the mode strict for a step of a check', async () => {
    const more = `      - type: assert
        message: The step prints an object
        check: { type: schema_match, target: printed, schema: { type: object } }
resources: [{ id: printed, type: data, metadata: { step: print } }]
steps: [{ id: print, command: node print.mjs }]
`;
    using workspace = createWorkspace('', more);
    workspace.write({ 'print.mjs': 'console.log("{}")', 'src/health/types.ts': VALID_TYPES });
    const environment = { ...workspace.environment(), PATH: pathWithoutSandbox(workspace) };
    const strict = await runHoldfast(workspace.folder, ['check'], { ...environment, HOLDFAST_CONFINEMENT: 'strict' });
    assert.equal(strict.code, 1);
    assert.match(strict.stdout, /Confinement is "strict", but bubblewrap/);
    const off = await runHoldfast(workspace.folder, ['check'], { ...environment, HOLDFAST_CONFINEMENT: 'off' });
    assert.equal(off.code, 0, off.stdout);
  });
});

describe('Commands in a sandbox', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  const intrude = (file: string) => `import { writeFileSync } from 'node:fs';
try { writeFileSync(${JSON.stringify(file)}, 'written by the build'); } catch (error) { console.log(error.code); }
writeFileSync('output.txt', 'the build may write here');`;

  it('[TRUST-8] cannot write in the tree of the user, which the result says', async () => {
    using workspace = createWorkspace('');
    workspace.write({ 'build.mjs': intrude(join(workspace.folder, 'src', 'main.ts')) });
    workspace.git('commit', '-q', '-a', '-m', 'second');
    const before = workspace.state();
    await using server = await startModel();
    const flags = ['--format', 'json', '--apply', 'none'];
    const run = await callHoldfast(workspace.folder, [...RUN, ...flags], workspace.environment(server));
    assert.equal(run.code, 0, run.stdout + run.stderr);
    const validation = firstValidation(run.stdout);
    assert.ok(['bubblewrap', 'sandbox-exec'].includes(validation?.confinement ?? ''));
    assert.match(validation?.buildOutput ?? '', /^(?:ENOENT|EPERM|EACCES)\n$/);
    assert.deepEqual(workspace.state(), before);
  });

  it('[TRUST-8] cannot change the repository that their result is stored in', async () => {
    using workspace = createWorkspace(`import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
const common = path.resolve(readFileSync('.git', 'utf8').replace('gitdir: ', '').trim(), '../..');
for (const file of ['config', 'info/attributes', 'refs/heads/x']) {
  try { writeFileSync(path.join(common, file), 'planted'); console.log('planted ' + file); } catch (error) { console.log(error.code); }
}`);
    await using server = await startModel();
    const run = await callHoldfast(workspace.folder, [...RUN, '--format', 'json'], workspace.environment(server));
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(firstValidation(run.stdout)?.buildOutput ?? '', /^(?:(?:EROFS|EPERM|EACCES)\n){3}$/);
  });

  it('[TRUST-8] name what was withheld from them when they fail', async () => {
    using workspace = createWorkspace(
      `import { writeFileSync } from 'node:fs';
if (!process.env.SERVICE_URL) console.log('SERVICE_URL is not set');
writeFileSync(${JSON.stringify('/etc/holdfast-test')}, '');`,
    );
    await using server = await startModel();
    const environment = { ...workspace.environment(server), SERVICE_URL: 'http://localhost', OTHER_VARIABLE: '1' };
    const strict = { ...environment, HOLDFAST_CONFINEMENT: 'strict' };
    const args = [...RUN, '--allow-failing-build'];
    const run = await runHoldfast(workspace.folder, args, strict);
    assert.equal(run.code, 1, run.stdout + run.stderr);
    assert.match(
      run.stdout,
      /Withheld from the command: the variables SERVICE_URL and \d+ more \("environment" passes them on\); files outside of its tree.*"confinementRead" and "confinementWrite" add paths\); the network/,
    );
    const passed = await runHoldfast(workspace.folder, [...args, '--format', 'json'], strict);
    assert.match(firstValidation(passed.stdout)?.commands[0]?.withheld ?? '', /SERVICE_URL/);
  });

  it('[TRUST-8] doctor names the sandbox', async () => {
    using workspace = createWorkspace('');
    const doctor = await callHoldfast(workspace.folder, ['doctor'], workspace.environment());
    assert.match(doctor.stdout, /✓ confinement: auto: commands run in (?:bubblewrap|sandbox-exec) \(\//);
  });
});

describe('The configuration of confinement', () => {
  it('[TRUST-8] does not let a repository open folders of the user', async () => {
    using workspace = createWorkspace('');
    workspace.write({ 'holdfast.config.yaml': 'confinementWrite: [~/.ssh]\n' });
    const check = await callHoldfast(workspace.folder, ['check'], workspace.environment());
    assert.equal(check.code, 2);
    assert.match(check.stderr, /holdfast\.config\.yaml:1: "confinementWrite" opens folders of the user/);
    workspace.write({ 'holdfast.config.yaml': '' });
    const paths = { HOLDFAST_CONFINEMENT_WRITE: ['~/.cache/tool', 'relative'].join(delimiter) };
    const invalid = await callHoldfast(workspace.folder, ['check'], { ...workspace.environment(), ...paths });
    assert.equal(invalid.code, 2);
    assert.match(invalid.stderr, /HOLDFAST_CONFINEMENT_WRITE|confinementWrite/);
  });
});
