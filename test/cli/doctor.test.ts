import assert from 'node:assert/strict';
import type { Finding } from '../../src/engine.ts';
import { healthFiles } from './support/health-check.ts';
import { holdfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

describe('holdfast doctor', () => {
  it('names what could not be examined, and goes on with the rest', async () => {
    using workspace = new Workspace(healthFiles());
    const environment = { ...workspace.environment(), HOLDFAST_MODEL: 'nonsense' };
    const run = await holdfast(workspace.folder, ['doctor', '--format', 'json'], environment);
    const { findings } = JSON.parse(run.stdout) as { findings: readonly Finding[] };
    const subjects = findings.map(({ subject, level }) => `${subject}: ${level}`);
    for (const expected of ['repository: ok', 'model: error', 'contracts: error', 'history: ok']) {
      assert.ok(subjects.includes(expected), subjects.join(', '));
    }
  });
});
