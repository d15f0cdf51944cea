import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { scenarioReportSchema } from '../../src/verdicts/scenarios/scenario-report.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { scenarioText } from '../verdicts/scenarios/support/scenario-text.ts';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const FILE = '.holdfast/scenarios/first.scenario.yaml';

function createWorkspace(files: Readonly<Record<string, string>> = {}): Workspace {
  return new Workspace({
    [FILE]: scenarioText({ trajectories: '2', steps: "[{ id: run, command: 'node main.mjs ${trajectory}' }]" }),
    'main.mjs': 'console.log("ok")\n',
    ...files,
  });
}

function run(workspace: Workspace, ...args: readonly string[]) {
  return callHoldfast(workspace.folder, ['scenarios', ...args], workspace.environment());
}

describe('holdfast scenarios run', function () {
  this.timeout(60_000);

  it('judges the current files, prints the distribution and exits with 0 if the scenarios pass', async () => {
    using workspace = createWorkspace({ 'main.mjs': 'process.exit(1)\n' });
    workspace.write({ 'main.mjs': 'console.log("ok")\n' });
    const before = workspace.state();
    const { code, stdout, stderr } = await run(workspace, 'run');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^first ✓✓ 1\.00 \(2 trajectories\) A title$/m);
    assert.match(stdout, /^passed: score 1\.00, threshold 0\.95$/m);
    assert.match(stderr, /✓ first 1\/2 satisfied/);
    assert.deepEqual(workspace.state(), before);
  });

  it('[ASSERT-SCEN-006] exits with 1 if they fail, and says what decided', async () => {
    using workspace = createWorkspace({ 'main.mjs': 'console.log(process.argv[2] === "2" ? "defect" : "ok")\n' });
    const { code, stdout } = await run(workspace, 'run');
    assert.equal(code, 1);
    assert.match(stdout, /^first ✓✗ 0\.50/m);
    assert.match(stdout, /trajectory 2: unsatisfied by acceptance-1 in \.holdfast\/scenarios\/first\.scenario\.yaml/);
    assert.match(stdout, /^ {4}defect$/m);
    const lower = await run(workspace, 'run', '--threshold', '0.5');
    assert.equal(lower.code, 0, lower.stdout);
  });

  it('[ASSERT-SCEN-008] [PIPE-8] exits with 0 if none applies, and with 2 for a failure of the environment', async () => {
    using workspace = createWorkspace({
      [FILE]: scenarioText({
        trajectories: '2',
        steps: '[{ id: setup, command: node missing.mjs, setup: true }, { id: run, command: node main.mjs }]',
      }),
    });
    const skipped = await run(workspace, 'run', '--covers', 'Payments', '--covers', 'Mail');
    assert.equal(skipped.code, 0);
    assert.match(skipped.stdout, /No scenario covers Payments, Mail\.[\s\S]*skipped: no score/);
    const environment = await run(workspace, 'run');
    assert.equal(environment.code, 2);
    assert.match(environment.stdout, /All trajectories of first failed at "setup"[\s\S]*environment: no score/);
  });

  it('exits with 2 for scenarios with errors, unknown ids and wrong options', async () => {
    using workspace = createWorkspace();
    const unknown = await run(workspace, 'run', 'second');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /there is no scenario second\nThe scenarios are first\./);
    assert.equal((await run(workspace, 'run', '--threshold', '1.5')).code, 2);
    workspace.write({ [FILE]: 'id: first\n' });
    const broken = await run(workspace, 'run');
    assert.equal(broken.code, 2);
    assert.match(broken.stderr, /first\.scenario\.yaml:1: Missing key "title"/);
  });

  it('[ASSERT-SCEN-010] prints and records scores, counts and failures', async () => {
    using workspace = createWorkspace({ 'main.mjs': 'console.log(process.argv[2] === "2" ? "defect" : "ok")\n' });
    const { stdout } = await run(workspace, 'run', 'first', '--trajectories', '3', '--jobs', '2', '--format', 'json');
    const report = scenarioReportSchema.parse(JSON.parse(stdout));
    assert.equal(report.scenarios[0]?.planned, 3);
    assert.equal(report.scenarios[0].score, 2 / 3);
    assert.equal(report.scenarios[0].trajectories[1]?.decidedBy, 'acceptance-1');
    using database = new DatabaseSync(join(workspace.folder, '.git', 'holdfast', 'history.db'));
    const rows = database.prepare('select outcome, score, report from scenario_reports').all();
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.['outcome'], 'failed');
    assert.deepEqual(JSON.parse(String(rows[0]['report'])), report);
    await using engine = openFolderEngine(workspace, {});
    const [recorded] = await engine.scenarios.results();
    assert.deepEqual(recorded?.report, report);
    assert.match(recorded.commit, /^[0-9a-f]{40}$/);
  });

  it('runs scenarios of a folder outside of the repository', async () => {
    using workspace = createWorkspace();
    const outside = join(workspace.folder, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'other.scenario.yaml'), scenarioText({ id: 'other', trajectories: '1' }));
    workspace.write({ 'holdfast.config.yaml': `scenarios: { folder: ${JSON.stringify(outside)} }\n` });
    const { code, stdout, stderr } = await run(workspace, 'run', '--format', 'json');
    assert.equal(code, 0, stderr);
    const report = scenarioReportSchema.parse(JSON.parse(stdout));
    assert.deepEqual(
      report.scenarios.map(({ id, file }) => [id, file]),
      [['other', 'other.scenario.yaml']],
    );
    assert.deepEqual(report.holdout, { enforced: true });
    workspace.write({ 'holdfast.config.yaml': `scenarios: { folder: ${JSON.stringify(workspace.folder)} }\n` });
    assert.match((await run(workspace, 'run')).stderr, /the folder is inside of/);
  });

  it('[ASSERT-SCEN-002] hides the scenarios in your tree and repository from its commands', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    using workspace = createWorkspace();
    workspace.write({
      'main.mjs': `
        import { readdirSync } from 'node:fs';
        for (const folder of process.argv.slice(2)) {
          try { console.log(readdirSync(folder).length > 0 ? 'visible ' + folder : 'empty'); } catch { console.log('hidden'); }
        }
        console.log('ok');
      `,
      [FILE]: scenarioText({
        trajectories: '1',
        steps: `[{ id: run, command: "node main.mjs '${workspace.folder}/.holdfast/scenarios' '${workspace.folder}/.git/objects'" }]`,
        failure: "[{ message: m, pattern: '^visible' }]",
      }),
    });
    const { code, stdout } = await run(workspace, 'run');
    assert.equal(code, 0, stdout);
  });

  it('[ASSERT-SCEN-002] hides scripts and twins from the code under test, and shows scripts to the steps that use them', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    using workspace = createWorkspace({
      '.holdfast/scenarios/compare.mjs': `console.log('expected result'); console.log('compared');\n`,
      '.holdfast/scenarios/bank.mjs': `
        import { createServer } from 'node:http';
        createServer((request, response) => response.end('ok')).listen(Number(process.argv[2]), '127.0.0.1');
      `,
      '.holdfast/scenarios/twins.yaml':
        "twins:\n  - { id: bank, command: 'node bank.mjs ${port}', files: [bank.mjs], ready: { http: / } }\n",
      [FILE]: scenarioText({
        trajectories: '1',
        twins: '[bank]',
        steps: `
  - { id: run, command: node main.mjs }
  - { id: compare, script: compare.mjs }
  - { id: data, command: "node main.mjs '\${files}'" }`,
        acceptance: `
  - { message: Nothing is visible, check: { type: equals, target: run, expected: "ok\\n" } }
  - { message: The script runs, check: { type: contains, target: compare, expected: compared } }
  - { message: Its folder is visible, check: { type: contains, target: data, expected: visible compare.mjs } }`,
      }),
      'main.mjs': `
        import { readdirSync } from 'node:fs';
        import path from 'node:path';
        const visit = (folder) => {
          for (const entry of readdirSync(folder, { withFileTypes: true })) {
            if (entry.isDirectory()) visit(path.join(folder, entry.name));
            else if (/^(compare|bank)[.]mjs$/.test(entry.name)) console.log('visible ' + entry.name);
          }
        };
        visit(path.join(process.env.HOME, '..'));
        console.log('ok');
      `,
    });
    const { code, stdout, stderr } = await run(workspace, 'run');
    assert.equal(code, 0, stdout + stderr);
  });

  it('says that the holdout is not enforced where commands run unconfined', async () => {
    using workspace = createWorkspace();
    const environment = { ...workspace.environment(), HOLDFAST_CONFINEMENT: 'off' };
    const { stdout } = await runHoldfast(workspace.folder, ['scenarios', 'run'], environment);
    assert.match(stdout, /holdout not enforced Commands run unconfined/);
  });
});

describe('holdfast scenarios list and check', function () {
  this.timeout(60_000);

  it('list the scenarios and twins, and the mistakes with their lines', async () => {
    using workspace = createWorkspace({
      '.holdfast/scenarios/twins.yaml': "twins:\n  - { id: bank, title: A bank, command: 'node bank.mjs' }\n",
      '.holdfast/scenarios/second.yaml': scenarioText({ id: 'second', twins: '[bnk]' }),
    });
    const listed = await run(workspace, 'list');
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /^first A title .*first\.scenario\.yaml\n {2}covers Orders; 2 trajectories$/m);
    assert.match(listed.stdout, /^\.holdfast\/scenarios\/second\.yaml: 1 problem$/m);
    assert.match(listed.stdout, /^twin bank A bank/m);
    const checked = await run(workspace, 'check');
    assert.equal(checked.code, 1);
    assert.match(
      checked.stdout,
      /^error \.holdfast\/scenarios\/second\.yaml:6:9 There is no twin "bnk"\. Did you mean "bank"\?$/m,
    );
    const json = JSON.parse((await run(workspace, 'check', '--format', 'json')).stdout) as { ok: boolean };
    assert.equal(json.ok, false);
    workspace.write({ '.holdfast/scenarios/second.yaml': scenarioText({ id: 'second', twins: '[bank]' }) });
    assert.equal((await run(workspace, 'check')).code, 0);
  });

  it('have JSON Schemas, which describe each key', async () => {
    using workspace = createWorkspace();
    for (const kind of ['scenario', 'twins']) {
      const { code, stdout } = await callHoldfast(workspace.folder, ['schema', kind], workspace.environment());
      assert.equal(code, 0);
      const schema = JSON.parse(stdout) as { properties: Readonly<Record<string, { description?: string }>> };
      for (const [key, { description }] of Object.entries(schema.properties)) assert.ok(description, key);
    }
  });
});
