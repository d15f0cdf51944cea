import assert from 'node:assert/strict';
import type { ScenarioReport, ScenarioResult, TrajectoryResult } from '../../../src/engine.ts';
import { createScenarioLenses } from '../../../src/extension/data-files/scenario-lenses.ts';
import { ScenarioProgress } from '../../../src/extension/scenarios/scenario-progress.ts';
import { createScenariosView, formatScenarios } from '../../../src/extension/scenarios/scenarios-view.ts';
import { readScenario } from '../../../src/verdicts/scenarios/files/scenario-document.ts';
import { messageToScenariosPanelSchema } from '../../../src/webview/protocol/scenarios-messages.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { scenarioText } from '../../verdicts/scenarios/support/scenario-text.ts';

function trajectory(number: number, outcome: TrajectoryResult['outcome']): TrajectoryResult {
  return { number, outcome, decidedBy: 'total', observed: 'total: -9', durationMs: 1_500 };
}

const orders: ScenarioResult = {
  id: 'orders',
  title: 'Orders',
  file: '.holdfast/scenarios/orders.yaml',
  score: 0.5,
  planned: 5,
  trajectories: [
    trajectory(1, 'satisfied'),
    trajectory(2, 'satisfied'),
    trajectory(3, 'unsatisfied'),
    trajectory(4, 'failure-criterion'),
  ],
};

const report: ScenarioReport = {
  outcome: 'failed',
  score: 0.5,
  threshold: 0.95,
  scenarios: [orders],
  holdout: { enforced: false, reason: 'the system has no confinement' },
  feedback: [],
  notes: ['The twin mail did not start.'],
  costUsd: null,
};

const folder = { folderName: 'repo', trusted: true };

describe('The scenarios panel', () => {
  it('[ASSERT-SCEN-004] [ASSERT-SCEN-007] shows the distribution of each scenario, also of what did not run', () => {
    const view = createScenariosView({ result: report }, folder);
    assert.deepEqual(
      view.scenarios[0]?.distribution.map(({ outcome, count }) => [outcome, count]),
      [
        ['satisfied', 2],
        ['unsatisfied', 1],
        ['failure-criterion', 1],
        ['not-run', 1],
      ],
    );
    assert.equal(view.scenarios[0].status.label, 'A failure criterion was met');
    assert.equal(view.scenarios[0].trajectories[0]?.duration, '1.5 s');
    assert.deepEqual(
      view.facts.map(({ name, value }) => `${name} ${value}`),
      ['Score 50 %', 'Threshold 95 %', 'Trajectories 4 of 5', 'Holdout not enforced', 'Cost unknown'],
    );
    assert.equal(view.holdout, 'Holdout not enforced: the system has no confinement');
    assert.ok(messageToScenariosPanelSchema.safeParse({ type: 'show', memory: { folder: 'f' }, view }).success);
  });

  it('[PIPE-8] [ASSERT-SCEN-008] distinguishes a failure of the environment and a skipped validation from a failure', () => {
    const trajectories = [trajectory(1, 'environment'), trajectory(2, 'environment')];
    const scenario = { ...orders, score: null, planned: 2, trajectories };
    const environment = createScenariosView(
      { result: { ...report, outcome: 'environment', scenarios: [scenario] } },
      folder,
    );
    assert.equal(environment.status.tone, 'attention');
    assert.equal(environment.scenarios[0]?.status.label, 'Environment failure');
    assert.equal(environment.scenarios[0].score, '–');
    const skipped = createScenariosView(
      { result: { ...report, outcome: 'skipped', score: null, scenarios: [] } },
      folder,
    );
    assert.equal(skipped.status.tone, 'quiet');
  });

  it('shows a score below the threshold as below, also if it is close', () => {
    const close = { ...report, score: 0.94999, scenarios: [] };
    assert.equal(createScenariosView({ result: close }, folder).facts[0]?.value, '94.9 %');
  });

  it('copies the results as text', () => {
    assert.equal(
      formatScenarios(report),
      `Failed: score 50 %, threshold 95 %
orders: 50 % (2 satisfied, 1 unsatisfied, 1 failure-criterion, 1 not-run of 5 trajectories)
  3: unsatisfied (total)
  4: failure-criterion (total)
Holdout not enforced: the system has no confinement
The twin mail did not start.
`,
    );
  });

  it('counts the trajectories of a run', () => {
    const progress = new ScenarioProgress();
    progress.report({ type: 'scenario-started', scenario: 'orders', title: 'Orders', trajectories: 2 });
    assert.equal(
      progress.report({ type: 'trajectory-started', scenario: 'orders', number: 1, of: 2 }),
      'Orders: trajectory 1 of 2',
    );
    assert.equal(
      progress.report({ type: 'trajectory-ended', scenario: 'orders', of: 2, result: trajectory(1, 'satisfied') }),
      'Orders: 1 of 2 trajectories ended',
    );
  });
});

describe('The lenses of a scenario', () => {
  it('run it, and show its last score', () => {
    const file = '.holdfast/scenarios/first.yaml';
    const document = readScenario({ file, text: scenarioText({}) });
    const store = new WorkspaceStore(createInitialState(true), (error) => assert.ifError(error));
    store.dispatch({ type: 'folders-changed', folders: [{ folder: 'file:///repo', name: 'repo' }] });
    const lenses = () => {
      const [state] = store.state.folders;
      assert.ok(state);
      return createScenarioLenses({ kind: 'scenario', document, globs: [] }, state);
    };
    assert.deepEqual(
      lenses().map(({ command, argument }) => [command, argument]),
      [['holdfast.runScenarios', { folder: 'file:///repo', scenarios: ['first'] }]],
    );
    const result = { ...report, scenarios: [{ ...orders, id: 'first' }] };
    store.dispatch({ type: 'job-changed', folder: 'file:///repo', job: 'scenarios', state: { result } });
    assert.equal(lenses()[1]?.title, '2 of 5 satisfied (50 %)');
    const broken = readScenario({ file, text: 'id: first\n' });
    const [state] = store.state.folders;
    assert.ok(state);
    assert.deepEqual(createScenarioLenses({ kind: 'scenario', document: broken, globs: [] }, state), []);
  });
});
