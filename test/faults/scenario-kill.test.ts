import assert from 'node:assert/strict';
import { runHoldfast, startHoldfast } from '../cli/support/holdfast.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { findProcesses } from '../workspace/support/running-processes.ts';
import { acceptsConnections, createEndlessScenario, leftovers, MARK, readPorts } from './support/endless-scenario.ts';

describe('A killed scenario with two twins', function () {
  this.timeout(120_000);

  for (const [confinement, next] of [
    ['auto', ['scenarios', 'run', 'missing']],
    ['off', ['scenarios', 'list']],
  ] as const) {
    it(`[ASSERT-SCEN-009] leaves no process, port or tree after the next command (confinement: ${confinement})`, async () => {
      using workspace = new Workspace(createEndlessScenario('Orders'));
      const environment: NodeJS.ProcessEnv = { ...workspace.environment(), HOLDFAST_CONFINEMENT: confinement };
      const storage = environment['HOLDFAST_STORAGE'] ?? '';
      const before = workspace.state();
      const started = startHoldfast(workspace.folder, ['scenarios', 'run'], environment);
      const ports = await readPorts(storage, started.finished);
      assert.ok((await findProcesses(MARK)).length >= 4, 'twins, service and command run');
      assert.deepEqual(await Promise.all(ports.map(acceptsConnections)), [true, true, true]);
      started.process.kill('SIGKILL');
      await started.finished;
      assert.ok(leftovers(storage).length > 0, 'the killed process leaves trees and records');

      const after = await runHoldfast(workspace.folder, next, environment);
      assert.deepEqual(await findProcesses(MARK), [], after.stderr);
      assert.deepEqual(await Promise.all(ports.map(acceptsConnections)), [false, false, false]);
      assert.deepEqual(leftovers(storage), [], after.stderr);
      assert.deepEqual(workspace.state(), before, 'the files of the user are unchanged');
      if (confinement === 'off') assert.match(after.stderr, /Ended .+ of an interrupted run/);
    });
  }
});
