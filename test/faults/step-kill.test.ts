import assert from 'node:assert/strict';
import { callHoldfast, startHoldfast } from '../cli/support/holdfast.ts';
import { PipelineWorkspace } from '../cli/pipeline/support/pipeline-workspace.ts';
import { findProcesses } from '../workspace/support/running-processes.ts';
import { acceptsConnections, createEndlessScenario, leftovers, MARK, readPorts } from './support/endless-scenario.ts';

const AUTO = 'gates: { architecture: auto, interfaces: auto, planning: auto, scenarios: auto }\n';

describe('A step that is killed during a scenario with two twins', function () {
  this.timeout(180_000);

  let scene: PipelineWorkspace;
  let id: string;
  before(async () => {
    scene = new PipelineWorkspace({
      files: { ...createEndlessScenario('Invoice'), '.holdfast/pipeline.yaml': AUTO },
    });
    id = await scene.createItem(undefined, '--run');
    for (let summary = ''; !summary.includes('Next: the scenarios');) {
      const step = await scene.step(id);
      assert.equal(step.outcome, 'advanced', step.summary);
      ({ summary } = step);
    }
  });
  after(() => scene[Symbol.dispose]());

  // A killed step leaves its item before the scenarios, so the next test kills it again.
  for (const [confinement, next] of [
    ['auto', ['pr', 'list']],
    ['off', ['items']],
  ] as const) {
    it(`[ASSERT-SCEN-009] leaves no process, port or tree after the next command of the pipeline (confinement: ${confinement})`, async () => {
      const { folder } = scene.workspace;
      const environment: NodeJS.ProcessEnv = {
        ...scene.workspace.environment(),
        HOLDFAST_MODEL: 'replay:replies.json',
        HOLDFAST_CONFINEMENT: confinement,
      };
      const started = startHoldfast(folder, ['step', id], environment);
      const ports = await readPorts(scene.storage, started.finished);
      assert.ok((await findProcesses(MARK)).length >= 4, 'twins, service and command run');
      started.process.kill('SIGKILL');
      await started.finished;
      assert.ok(leftovers(scene.storage).length > 0, 'the killed process leaves trees and records');

      const after = await callHoldfast(folder, next, environment);
      assert.equal(after.code, 0, after.stderr);
      assert.deepEqual(await findProcesses(MARK), [], after.stderr);
      assert.deepEqual(await Promise.all(ports.map(acceptsConnections)), [false, false, false]);
      assert.deepEqual(leftovers(scene.storage), [], after.stderr);
      if (confinement === 'off') assert.match(after.stderr, /Ended .+ of an interrupted run/);
    });
  }
});
