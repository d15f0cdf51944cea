import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { DoctorFinding } from '../../src/engine.ts';
import { createHealthFiles } from './support/health-check.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';

const LOCAL_MODEL = { HOLDFAST_MODEL: 'openai-compatible:test-model', HOLDFAST_BASE_URL: 'http://127.0.0.1:9/v1' };

/** Model settings of the machine must not reach the tests. An empty variable counts as unset. */
const NO_MODEL = {
  HOLDFAST_MODEL: '',
  HOLDFAST_BASE_URL: '',
  HOLDFAST_API_KEY: '',
  OPENAI_API_KEY: '',
};

interface Diagnosis {
  readonly code: number | null;
  readonly ok: boolean;
  readonly findings: readonly DoctorFinding[];
  /** `subject: level` of each finding. */
  readonly levels: readonly string[];
}

/** Diagnoses with `runHoldfast` what depends on the PATH of the process, which git and other programs are found with. */
async function diagnose(
  workspace: Workspace,
  environment: NodeJS.ProcessEnv = {},
  holdfast: typeof runHoldfast = callHoldfast,
): Promise<Diagnosis> {
  const run = await holdfast(workspace.folder, ['doctor', '--format', 'json'], {
    ...NO_MODEL,
    ...workspace.environment(),
    ...environment,
  });
  assert.ok(run.stdout.startsWith('{'), run.stderr);
  const { ok, findings } = JSON.parse(run.stdout) as Pick<Diagnosis, 'ok' | 'findings'>;
  return { code: run.code, ok, findings, levels: findings.map(({ subject, level }) => `${subject}: ${level}`) };
}

function findFinding({ findings, levels }: Diagnosis, subject: string): DoctorFinding {
  const found = findings.find((finding) => finding.subject === subject);
  assert.ok(found, `${subject} in ${levels.join(', ')}`);
  return found;
}

const contract = `version: 1
spec: { id: names, title: Names }
chunks:
  - id: name
    title: Name
    assertions:
      - { message: Must export a name, check: { type: export_exists, target: name, file: src/name.ts } }
`;

describe('holdfast doctor', () => {
  it('exits with 0 if only warnings are found, and lists every subject', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    const diagnosis = await diagnose(workspace);
    assert.equal(diagnosis.code, 0);
    assert.equal(diagnosis.ok, true);
    const sandboxLevel = 'reason' in (await findSandbox()) ? 'warning' : 'ok';
    // Of the machine.
    const levels = diagnosis.levels.filter((level) => !level.startsWith('external agents: '));
    assert.deepEqual(levels, [
      'node: ok',
      'git: ok',
      'repository: ok',
      `confinement: ${sandboxLevel}`,
      'model: warning',
      'contracts: ok',
      'history: ok',
      'forge: ok',
      'base branch: ok',
      'pipeline: ok',
      'human approval: ok',
    ]);
    assert.match(findFinding(diagnosis, 'model').hint ?? '', /HOLDFAST_MODEL.*holdfast\.config\.yaml/);
  });

  it('prints a mark for each finding, and a hint for those that are not ok', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    const environment = { ...NO_MODEL, ...workspace.environment(), HOLDFAST_MODEL: 'openai:gpt-5' };
    const run = await runHoldfast(workspace.folder, ['doctor'], environment);
    assert.equal(run.code, 1, run.stderr);
    const lines = run.stdout.split('\n');
    assert.ok(lines.includes(`✓ node: Node ${process.versions.node}`), run.stdout);
    const key = lines.findIndex((line) => line.startsWith('✗ key: '));
    assert.match(lines[key + 1] ?? '', /^ {4}\S/);
  });

  it('continues after a part that cannot be examined', async () => {
    using workspace = new Workspace(createHealthFiles());
    const { levels } = await diagnose(workspace, { HOLDFAST_MODEL: 'nonsense' });
    for (const expected of ['repository: ok', 'model: error', 'contracts: error', 'history: ok']) {
      assert.ok(levels.includes(expected), levels.join(', '));
    }
  });

  it('reports a missing key with the variables to set', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    const diagnosis = await diagnose(workspace, { HOLDFAST_MODEL: 'openai:gpt-5' });
    assert.equal(diagnosis.code, 1);
    const key = findFinding(diagnosis, 'key');
    assert.equal(key.level, 'error');
    assert.match(key.message, /HOLDFAST_API_KEY.*OPENAI_API_KEY/);
  });

  it('names the key that is set, and never prints its value', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    const environment = { HOLDFAST_MODEL: 'openai:gpt-5', OPENAI_API_KEY: 'sk-very-secret-value' };
    const diagnosis = await diagnose(workspace, environment);
    assert.equal(diagnosis.code, 0, diagnosis.levels.join(', '));
    assert.match(findFinding(diagnosis, 'key').message, /^OPENAI_API_KEY/);
    assert.ok(!JSON.stringify(diagnosis.findings).includes('sk-very-secret-value'));
  });

  it('requires a base URL for an OpenAI-compatible service, but no key', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    const without = await diagnose(workspace, { HOLDFAST_MODEL: 'openai-compatible:test-model' });
    assert.equal(without.code, 1);
    assert.match(findFinding(without, 'base URL').hint ?? '', /HOLDFAST_BASE_URL/);
    const complete = await diagnose(workspace, LOCAL_MODEL);
    assert.equal(complete.code, 0, complete.levels.join(', '));
    assert.match(findFinding(complete, 'base URL').message, /^http:\/\/127\.0\.0\.1:9\/v1 \(from /);
    assert.equal(findFinding(complete, 'key').level, 'warning');
  });

  it('lists the providers if the provider is unknown', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    const diagnosis = await diagnose(workspace, { HOLDFAST_MODEL: 'opnai:gpt-5' });
    assert.equal(diagnosis.code, 1);
    const model = findFinding(diagnosis, 'model');
    assert.match(model.message, /opnai/);
    assert.match(model.hint ?? '', /openai-compatible.*anthropic/);
  });

  it('[AGENT-4] reports the external agents that are installed, and a missing adapter', async () => {
    const files = ['programs/gemini', 'programs/codex', 'node_modules/.bin/opencode'];
    using workspace = new Workspace({
      'a.contract.yaml': contract,
      ...Object.fromEntries(files.map((file) => [file, ''])),
    });
    for (const file of files) chmodSync(join(workspace.folder, file), 0o755);
    const programs = join(workspace.folder, 'programs');
    const path = [programs, process.env['PATH']].join(delimiter);
    const diagnosis = await diagnose(workspace, { PATH: path }, runHoldfast);
    const texts = diagnosis.findings
      .filter(({ subject }) => subject === 'external agents')
      .map(({ level, message, hint }) => `${level}: ${message} ${hint ?? ''}`);
    assert.match(texts[0] ?? '', /^ok: .*acp:gemini.*acp:opencode can carry out attempts/);
    if (!texts[0]?.includes('acp:codex')) {
      assert.match(texts[1] ?? '', /^warning: codex is installed.*adapter.*codex-acp/);
    }
  });

  it('[AGENT-4] reports that the program of the configured agent is missing, and how to install it', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract, 'empty/.keep': '' });
    const environment = { HOLDFAST_MODEL: 'acp:qwen', PATH: join(workspace.folder, 'empty') };
    const diagnosis = await diagnose(workspace, environment, runHoldfast);
    const agent = findFinding(diagnosis, 'agent');
    assert.equal(agent.level, 'error');
    assert.match(agent.hint ?? '', /Install @qwen-code\/qwen-code/);
  });

  it('reports that git is missing', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract, 'empty/.keep': '' });
    const diagnosis = await diagnose(workspace, { PATH: join(workspace.folder, 'empty') }, runHoldfast);
    assert.equal(diagnosis.code, 1);
    const git = findFinding(diagnosis, 'git');
    assert.equal(git.level, 'error');
    assert.match(git.hint ?? '', /Install git/);
  });

  it('reports a git that is too old, and the version that is needed', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract, 'old/git': '#!/bin/sh\necho git version 2.30.2\n' });
    chmodSync(join(workspace.folder, 'old/git'), 0o755);
    const diagnosis = await diagnose(workspace, { PATH: join(workspace.folder, 'old') }, runHoldfast);
    const git = findFinding(diagnosis, 'git');
    assert.deepEqual([git.level, git.message], ['error', 'git version 2.30.2 is too old']);
    assert.match(git.hint ?? '', /^Install git 2\.31 or later/);
  });

  it('reports that a folder is not in a git repository', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract }, { git: false });
    const diagnosis = await diagnose(workspace);
    assert.equal(diagnosis.code, 0, diagnosis.levels.join(', '));
    assert.match(findFinding(diagnosis, 'repository').message, /not in a git repository/);
  });

  it('reports an invalid configuration with its file', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract, 'holdfast.config.yaml': 'modle: openai:gpt-5\n' });
    const diagnosis = await diagnose(workspace);
    assert.equal(diagnosis.code, 1);
    const model = findFinding(diagnosis, 'model');
    assert.equal(model.level, 'error');
    assert.match(model.message, /holdfast\.config\.yaml[\s\S]*modle/);
  });

  it('lists contracts with errors, and warns if there is no contract', async () => {
    using broken = new Workspace({ 'a.contract.yaml': contract, 'b.contract.yaml': 'version: 1\nchunks: 7\n' });
    const diagnosis = await diagnose(broken);
    assert.equal(diagnosis.code, 1);
    const contracts = findFinding(diagnosis, 'contracts');
    assert.match(contracts.message, /^1 of 2 .*b\.contract\.yaml/);
    assert.match(contracts.hint ?? '', /holdfast check/);
    using empty = new Workspace({ 'src/main.ts': '' });
    assert.equal(findFinding(await diagnose(empty), 'contracts').level, 'warning');
  });

  it('reports a history that cannot be opened', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    const folder = join(workspace.folder, '.git', 'holdfast');
    mkdirSync(folder);
    writeFileSync(join(folder, 'history.db'), 'this is not a database '.repeat(100));
    const diagnosis = await diagnose(workspace);
    assert.equal(diagnosis.code, 1);
    const history = findFinding(diagnosis, 'history');
    assert.equal(history.level, 'error');
    assert.match(history.message, /history\.db/);
  });

  it('reports the workspace folder that it examines from a subfolder', async () => {
    using workspace = new Workspace({
      'a.contract.yaml': contract,
      'holdfast.config.yaml': 'jobs: 2\n',
      'src/a.ts': '',
    });
    const run = await callHoldfast(join(workspace.folder, 'src'), ['doctor', '--format', 'json'], {
      ...NO_MODEL,
      ...workspace.environment(),
    });
    const { findings } = JSON.parse(run.stdout) as Pick<Diagnosis, 'findings'>;
    const repository = findings.find(({ subject }) => subject === 'repository');
    assert.ok(repository?.message.startsWith(`${workspace.folder} `), repository?.message);
  });

  it('reports where telemetry is sent, without credentials, and a malformed endpoint', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    assert.ok(!(await diagnose(workspace)).levels.some((level) => level.startsWith('telemetry')));
    const sent = await diagnose(workspace, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:password@127.0.0.1:4318' });
    const { level, message } = findFinding(sent, 'telemetry');
    assert.equal(level, 'ok');
    assert.equal(message, 'sent to http://127.0.0.1:4318/v1/traces and http://127.0.0.1:4318/v1/metrics');
    const malformed = await diagnose(workspace, { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost' });
    assert.equal(findFinding(malformed, 'telemetry').level, 'error');
    assert.match(findFinding(malformed, 'telemetry').message, /OTEL_EXPORTER_OTLP_ENDPOINT is not an HTTP address/);
  });
});
