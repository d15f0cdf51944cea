import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { DoctorFinding } from '../../../src/engine.ts';
import { callHoldfast } from '../support/holdfast.ts';
import { Workspace } from '../support/workspace.ts';

const WORKFLOW = '.github/workflows/holdfast.yml';
const INIT = ['init', '--actions', '--package', 'https://example.invalid/holdfast.tgz'];

describe('holdfast init --actions', () => {
  it('writes the workflow at the top level of the repository, with the configured labels', async () => {
    using workspace = new Workspace({
      'packages/app/holdfast.config.yaml': '',
      'packages/app/.holdfast/pipeline.yaml': 'labelPrefix: cogworks\n',
    });
    const run = await callHoldfast(join(workspace.folder, 'packages/app'), INIT, workspace.environment());
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /^\.github\/workflows\/holdfast\.yml: created\n/);
    const text = workspace.read(WORKFLOW);
    assert.ok(text.includes("HOLDFAST_PACKAGE: 'https://example.invalid/holdfast.tgz'"));
    assert.ok(text.includes("'cogworks:run'"));
    assert.equal(text.match(/working-directory: 'packages\/app'$/gm)?.length, 2);
  });

  it('leaves a workflow with other text unchanged unless it is forced', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    const init = (...more: string[]) => callHoldfast(workspace.folder, [...INIT, ...more], workspace.environment());
    assert.match((await init()).stdout, /created/);
    assert.match((await init()).stdout, /unchanged/);
    workspace.write({ [WORKFLOW]: 'name: mine\n' });
    const refused = await init();
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /exists and has other text\nCompare it with the new text, then use --force/);
    assert.equal(workspace.read(WORKFLOW), 'name: mine\n');
    assert.match((await init('--force')).stdout, /replaced/);
  });

  it('[PIPE-4] names the line of a malformed configuration and writes nothing', async () => {
    using workspace = new Workspace({ '.holdfast/pipeline.yaml': 'gates:\n  intake: maybe\n' });
    const run = await callHoldfast(workspace.folder, INIT, workspace.environment());
    assert.equal(run.code, 2);
    assert.match(run.stderr, /\.holdfast\/pipeline\.yaml:2/);
    assert.throws(() => workspace.read(WORKFLOW));
  });

  it('needs a git repository', async () => {
    using workspace = new Workspace({ 'a.txt': '' }, { git: false });
    const run = await callHoldfast(workspace.folder, INIT, workspace.environment());
    assert.equal(run.code, 2);
    assert.match(run.stderr, /is not in a git repository/);
  });

  it('[CONF-5] doctor explains what pull requests of the default token lack, and finds a workflow that leaks secrets', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    const diagnose = async () => {
      const run = await callHoldfast(workspace.folder, ['doctor', '--format', 'json'], workspace.environment());
      const { findings } = JSON.parse(run.stdout) as { findings: readonly DoctorFinding[] };
      return findings.filter(({ subject }) => subject === 'actions');
    };
    assert.deepEqual(await diagnose(), []);
    await callHoldfast(workspace.folder, INIT, workspace.environment());
    const findings = await diagnose();
    assert.equal(findings.length, 2);
    assert.ok(findings[0]?.message.includes('start no CI') && findings[0].hint?.includes('HOLDFAST_APP_ID'));
    assert.ok(findings[1]?.hint?.includes('create and approve pull requests'));

    // A workflow without the sandbox, or one whose shell stays.
    const text = workspace.read(WORKFLOW);
    for (const unsafe of [text.replace('HOLDFAST_CONFINEMENT: strict', ''), text.replace('exec "$NODE"', '"$NODE"')]) {
      workspace.write({ [WORKFLOW]: unsafe });
      const [first] = await diagnose();
      assert.deepEqual([first?.level, first?.message.includes('read its secrets')], ['error', true]);
    }
  });
});
