import assert from 'node:assert/strict';
import { listChangeViolations, type ChangeJudgement, type Fact } from '../../src/engine.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const manifest = (version: string): string =>
  JSON.stringify({ name: 'shop', dependencies: { zod: version } }, null, 2) + '\n';
const FACT = 'A dependency was rolled back or replaced: zod ^4.1.0 → zod ^3.25.0';

/** A folder without contracts, whose change rolls a dependency back. */
function createFolder(): Workspace {
  const workspace = new Workspace({ 'package.json': manifest('^4.1.0') });
  workspace.write({ 'package.json': manifest('^3.25.0') });
  return workspace;
}

async function run(workspace: Workspace, ...args: readonly string[]) {
  return callHoldfast(workspace.folder, args, workspace.environment());
}

describe('Facts about a change', () => {
  it('[PROOF-4] [PROOF-5] are shown by check --since, and change its exit code only with --fail-on', async () => {
    using workspace = createFolder();
    const plain = await run(workspace, 'check', '--since', 'HEAD');
    assert.equal(plain.code, 0, plain.stderr);
    assert.ok(plain.stdout.includes(`fact ${FACT} package.json:4`), plain.stdout);
    assert.match(plain.stdout, /^OK: 1 fact; 1 changed file since/);
    const failing = await run(workspace, 'check', '--since', 'HEAD', '--fail-on', 'fact', '--format', 'json');
    assert.equal(failing.code, 1);
    const { ok, changes } = JSON.parse(failing.stdout) as { ok: boolean; changes: { facts: Fact[] }[] };
    assert.equal(ok, false);
    assert.deepEqual(changes[0]?.facts, [
      {
        rule: 'dependency-replaced',
        file: 'package.json',
        line: 4,
        message: 'A dependency was rolled back or replaced',
        before: 'zod ^4.1.0',
        after: 'zod ^3.25.0',
        places: 1,
      },
    ]);
    const index = { ...workspace.environment(), GIT_INDEX_FILE: '.git/index' };
    workspace.git('add', '-A');
    const staged = await callHoldfast(workspace.folder, ['check', '--staged', '--since', 'HEAD'], index);
    assert.match(staged.stdout, /1 changed file/);
    assert.doesNotMatch(staged.stdout, /fact/, 'a commit hook prints none');
    const misplaced = await run(workspace, 'check', '--fail-on', 'fact');
    assert.equal(misplaced.code, 2);
    assert.match(misplaced.stderr, /--fail-on needs --since/);
  });

  it('[PROOF-4] do not fail --strict', async () => {
    using workspace = new Workspace({
      'package.json': manifest('^4.1.0'),
      'a.contract.yaml': `version: 2
spec: { id: a, title: A, description: A. }
chunks:
  - id: one
    title: One
    description: One.
    allowedFiles: [package.json]
    mayChange: [tooling, scripts]
    assertions:
      - message: Must have a name
        check: { type: pattern_match, target: package.json, pattern: shop }
`,
    });
    workspace.write({ 'package.json': manifest('^3.25.0') });
    const strict = await run(workspace, 'check', '--since', 'HEAD', '--strict');
    assert.equal(strict.code, 0, strict.stdout);
    assert.match(strict.stdout, /^OK: 1 fact; /);
  });

  it('[PROOF-4] [PROOF-5] are shown by a review, and change its decision never', async () => {
    using workspace = createFolder();
    const base = ['review', '--base', 'HEAD', '--no-model'];
    const plain = await run(workspace, ...base);
    assert.equal(plain.code, 0, plain.stderr);
    assert.ok(plain.stdout.includes(FACT), plain.stdout);
    const failing = await run(workspace, ...base, '--fail-on', 'fact', '--format', 'json');
    assert.equal(failing.code, 1);
    const { decision, facts } = JSON.parse(failing.stdout) as { decision: string; facts: Fact[] };
    assert.equal(decision, 'proceed');
    assert.equal(facts.length, 1);
    const sarif = await run(workspace, ...base, '--format', 'sarif');
    const { runs } = JSON.parse(sarif.stdout) as { runs: [{ results: { ruleId: string; level: string }[] }] };
    assert.deepEqual(
      runs[0].results.map(({ ruleId, level }) => [ruleId, level]),
      [['fact/dependency-replaced', 'note']],
    );
  });

  it('[PROOF-4] are collected only for a report, and are no violation', async () => {
    using workspace = createFolder();
    await using engine = openFolderEngine(workspace);
    const options = { base: workspace.git('rev-parse', 'HEAD') };
    assert.deepEqual((await engine.changes.judge(options)).facts, []);
    const judgement: ChangeJudgement = await engine.changes.judge({ ...options, facts: true, failOn: 'fact' });
    assert.equal(judgement.ok, false);
    assert.equal(judgement.facts.length, 1);
    assert.deepEqual(listChangeViolations(judgement), []);
    assert.deepEqual(judgement.findings, []);
  });
});
