import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { ConformanceReport, DomainServiceStatus } from '../../src/engine.ts';
import { faultyCommand } from '../verdicts/domains/service/faulty-service.ts';
import { projectRoot } from '../scripts/project.ts';
import { callHoldfast, runHoldfast, type ProcessResult } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const cli = path.join(projectRoot, 'dist', 'cli.js');
const firmware = path.join(projectRoot, 'examples', 'can-bus', 'services', 'firmware.py');

function run(workspace: Workspace, ...args: readonly string[]): Promise<ProcessResult> {
  return callHoldfast(workspace.folder, ['domain', ...args], workspace.environment());
}

function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0;
}

const FILES = {
  'package.json': JSON.stringify({ scripts: { test: 'node -e 0' } }),
  'src/a.ts': '/** @interface bus.load */\nexport const LOAD = 0.48;\n',
};

describe('holdfast domain', () => {
  it('tests the built-in TypeScript service as any other program', async () => {
    using workspace = new Workspace(FILES);
    const args = ['domain', 'test', process.execPath, cli, 'domain', 'serve', 'typescript'];
    const result = await runHoldfast(workspace.folder, args, workspace.environment());
    assert.equal(result.code, 0, result.stdout + result.stderr);
    assert.match(result.stdout, /✓ answers simulate/);
    assert.match(result.stdout, /The service follows the protocol: 12 requirements met\.\n$/);
  });

  it('tests a service that was written without Holdfast, with a report in JSON', async function () {
    if (!hasPython()) this.skip();
    using workspace = new Workspace({ 'firmware/a.h': '#pragma once\n' });
    const result = await run(workspace, 'test', '--format', 'json', 'python3', firmware);
    assert.equal(result.code, 0, result.stdout + result.stderr);
    const report = JSON.parse(result.stdout) as ConformanceReport;
    assert.equal(report.passed, true);
    assert.equal(report.facts?.domain, 'firmware');
    assert.deepEqual(report.artifacts, ['firmware/a.h']);
  });

  it('names the fault of a service and exits with 1; a program that does not start exits with 2', async () => {
    using workspace = new Workspace({ 'a.txt': 'text\n' });
    const noise = await run(workspace, 'test', faultyCommand('noise'));
    assert.equal(noise.code, 1);
    assert.match(
      noise.stdout,
      /✗ answers validate: noise\n {4}During validate, it wrote text .*"DEBUG: checking a\.txt"/,
    );
    assert.match(noise.stdout, /The service has faults: noise\.\n$/);
    const missing = await run(workspace, 'test', 'no-such-program-4711', '--timeout', '1');
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /^Failed to start the domain service: Command not found: no-such-program-4711/);
  });

  it('[ASSERT-EXT-003] lists the declared services, and why one cannot be used', async () => {
    const services = [
      'services:',
      `  - { domain: faulty, command: "${faultyCommand('version')}" }`,
      '  - { domain: typescript, builtin: typescript, primary: "src/**" }',
    ];
    using workspace = new Workspace({ ...FILES, '.holdfast/domains.yaml': services.join('\n') });
    const fixtures = path.join(projectRoot, 'test', 'fixtures');
    const environment = { ...workspace.environment(), HOLDFAST_CONFINEMENT_READ: fixtures };
    const text = await runHoldfast(workspace.folder, ['domain', 'list'], environment);
    assert.equal(text.code, 1);
    assert.match(text.stdout, /✗ faulty: .*\n {4}.* it has API version 2, but Holdfast requires API version 1\n/);
    assert.match(text.stdout, /✓ typescript: built in\n[^]*primary {5}src\/\*\*\n/);
    const listed = await callHoldfast(workspace.folder, ['domain', 'list', '--format', 'json'], environment);
    const json = JSON.parse(listed.stdout) as {
      ok: boolean;
      services: DomainServiceStatus[];
    };
    assert.equal(json.ok, false);
    assert.deepEqual(
      json.services.map(({ domain, problem, health }) => [domain, problem?.fault, health?.status]),
      [
        ['faulty', 'incompatible', undefined],
        ['typescript', undefined, 'ok'],
      ],
    );
  });

  it('reports mistakes in the declarations with their lines, and a repository without services', async () => {
    using workspace = new Workspace({ ...FILES, '.holdfast/domains.yaml': 'services:\n  - { domain: a }\n' });
    const wrong = await run(workspace, 'list');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /\.holdfast\/domains\.yaml:2: Add one of: command, address, builtin\./);
    workspace.write({ '.holdfast/domains.yaml': '' });
    const none = await run(workspace, 'list');
    assert.equal(none.code, 2);
    assert.match(none.stdout, /No domain services are declared/);
  });
});
