/** A whole run of the pipeline with two corrections, in which no input of the model contains a scenario. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { callHoldfast } from '../cli/support/holdfast.ts';
import type { Workspace } from '../cli/support/workspace.ts';
import { itInFullRun } from '../scripts/full-run.ts';
import type { RecordedRequest } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { CanarySearch } from './canary/canary.ts';
import { PROBE_ENDED } from './canary/probe.ts';
import { createCanaries, createCanaryWorkspace, CuriousModel, FOUND_SCRIPT, OBSERVED } from './canary/scene.ts';

interface PipelineRun {
  readonly model: CuriousModel;
  readonly requests: readonly RecordedRequest[];
  readonly search: CanarySearch;
  /** The canaries that were found in the storage folder while the model answered. */
  readonly storage: readonly string[];
  /** What the commands of Holdfast show about the item afterwards, by name. */
  readonly shown: Readonly<Record<string, string>>;
  readonly subItem: SubItem;
}

interface SubItem {
  readonly stage: string;
  readonly status: string;
}

async function runItem(confinement: 'auto' | 'off'): Promise<PipelineRun> {
  const canaries = createCanaries();
  const search = new CanarySearch(canaries);
  using workspace = createCanaryWorkspace(canaries, confinement);
  const folder = workspace.environment()['HOLDFAST_STORAGE'] ?? '';
  const model = new CuriousModel();
  const storage = new Set<string>();
  await using server = await startOpenAiChatServer((request) => {
    for (const found of search.inFolder(folder)) storage.add(found);
    return model.answer(request, workspace);
  });
  const environment = workspace.environment(server);
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await callHoldfast(workspace.folder, args, environment);
    assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`);
    return stdout + stderr;
  };
  await run('item', 'new', '--title', 'Add prices', '--body', 'Add two prices.', '--run');
  const watched = await run('watch', '--once');
  const shown: Readonly<Record<string, string>> = {
    watched,
    item: await run('item', 'show', '1', '--format', 'json'),
    audit: await run('item', 'audit', '1'),
    pullRequests: await run('pr', 'list', '--format', 'json'),
  };
  const { subItems } = JSON.parse(shown['item'] ?? '') as { readonly subItems: readonly SubItem[] };
  return {
    model,
    requests: server.requests,
    search,
    storage: [...storage],
    shown: {
      ...shown,
      ...readTables(workspace),
      branch: workspace.git('log', '-p', '--all', '--not', 'main', 'with-old-names'),
    },
    subItem: subItems[0] ?? assert.fail(watched),
  };
}

/** The tables of the history and of the local forge as text: states, comments, pull requests, reviews, the audit trail, … */
function readTables(workspace: Workspace): Readonly<Record<string, string>> {
  using database = new DatabaseSync(join(workspace.folder, '.git', 'holdfast', 'history.db'));
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  return Object.fromEntries(
    tables.map(({ name }) => [
      `the table ${String(name)}`,
      JSON.stringify(database.prepare(`select * from "${String(name)}"`).all()),
    ]),
  );
}

/** The requests that contain a canary: their numbers, and the places whose canaries they contain. */
function foundInRequests({ requests, search }: PipelineRun): readonly string[] {
  return requests.flatMap(({ text }, index) => {
    const found = search.inText(text);
    return found.length === 0 ? [] : [`request ${index + 1}: ${found.join(', ')}`];
  });
}

function assertCorrectedTwice({ model, subItem, shown }: PipelineRun): void {
  assert.deepEqual([subItem.stage, subItem.status], ['integration', 'waiting'], shown['watched']);
  assert.equal(model.attempts.length, 3);
  assert.deepEqual(model.unknown, []);
  const passes = ['architecture', 'correctness', 'security'];
  assert.deepEqual(
    [...model.passes].sort(),
    passes.flatMap((pass) => [pass, pass]),
  );
}

describe('A pipeline run whose model looks for the scenarios', function () {
  this.timeout(300_000);

  it('[ASSERT-SCEN-002] [ASSERT-SCEN-006] shows them in no input of two corrections', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    const run = await runItem('auto');
    assertCorrectedTwice(run);
    assert.deepEqual(foundInRequests(run), []);
    assert.deepEqual(run.storage, [], 'trees and objects of git');
    const places = Object.entries(run.shown).filter(([, text]) => run.search.inText(text).length > 0);
    assert.deepEqual(
      places.map(([name]) => name),
      ['the table scenario_reports'],
      'only the report for people quotes the scenario',
    );

    // The search would have found them: the probes ran, and trees were searched.
    const probed = run.requests.filter(({ text }) => text.includes(PROBE_ENDED));
    assert.ok(probed.length >= 3, 'the output of the probes reaches the model in each attempt');
    assert.ok(run.search.searchedTrees > 0);
    const [, second = '', third = ''] = run.model.attempts;
    assert.match(second, /Scenario price-is-added: 2 of 2 trajectories failed/);
    assert.ok(second.includes(OBSERVED), 'what the code prints reaches the model');
    assert.equal(second.includes(FOUND_SCRIPT), false);
    assert.match(third, /The sum is not converted to a number/);
  });

  // test/faults/holdout.test.ts finds the scenarios without a sandbox, and test/pipeline/state/judging.test.ts waits then.
  itInFullRun('[ASSERT-SCEN-002] waits for a person if commands can read the scenarios', async () => {
    const run = await runItem('off');
    assert.notDeepEqual(foundInRequests(run), [], 'the probe finds them without a sandbox');
    assert.deepEqual([run.subItem.stage, run.subItem.status], ['scenarios', 'waiting'], run.shown['watched']);
  });
});
