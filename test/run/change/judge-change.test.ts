import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listChangeViolations, type ChangeJudgement, type JudgeChangeOptions } from '../../../src/engine.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'shop.contract.yaml';
const contract = `version: 2
spec: { id: shop, title: Shop, description: A shop. }
chunks:
  - id: price
    title: Price
    description: A price.
    creates: [Price]
    allowedFiles: [src/price.ts]
    assertions:
      - type: assert
        message: Must export the type Price
        check: { type: export_exists, target: Price, file: src/price.ts }
  - id: total
    title: Total
    description: The total.
    dependsOn: [price]
    consumes: [Price]
    allowedFiles: [src/total.ts]
    functions:
      - { name: total, file: src/total.ts, signature: '(prices: Price[]) => number' }
  - id: report
    title: Report
    description: A report.
    dependsOn: [total]
    allowedFiles: [src/report.ts]
    functions:
      - { name: report, file: src/report.ts, signature: '() => string' }
`;
const PRICE = 'export interface Price {\n  readonly amount: number;\n}\n';
const TOTAL = `import type { Price } from './price.ts';
export function total(prices: Price[]): number {
  return prices.length;
}
`;
const TEST = `import { it } from 'node:test';
import assert from 'node:assert/strict';
it('counts', () => {
  assert.equal(1, 1 + 0);
});
`;
const files = {
  [CONTRACT]: contract,
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/price.ts': PRICE,
  'test/count.test.ts': TEST,
};

async function judge(workspace: Workspace, options: Partial<JudgeChangeOptions> = {}): Promise<ChangeJudgement> {
  await using engine = openFolderEngine(workspace);
  return await engine.changes.judge({ base: workspace.git('rev-parse', 'HEAD'), ...options });
}

function summarize({ ok, chunks, findings }: ChangeJudgement) {
  return {
    ok,
    chunks: chunks.map(({ chunk, relation, check, excuse, fails }) =>
      [chunk, relation, check.verdict, ...(excuse === undefined ? [] : [excuse]), ...(fails ? ['fails'] : [])].join(
        ' ',
      ),
    ),
    findings: findings.map(({ kind, severity, file }) =>
      [kind, severity, ...(file === undefined ? [] : [file])].join(' '),
    ),
  };
}

describe('the judgement of a change', () => {
  it('[AGENT-6] judges the chunks whose files changed, and not those that the change cannot affect', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/total.ts': TOTAL });
    const before = workspace.state();
    const judgement = await judge(workspace);
    assert.deepEqual(summarize(judgement), { ok: true, chunks: ['total written satisfied'], findings: [] });
    assert.deepEqual(
      judgement.changedFiles.map(({ path, kind }) => [path, kind]),
      [['src/total.ts', 'created']],
    );
    assert.deepEqual(workspace.state(), before, 'the files and the repository are untouched');
  });

  it('[AGENT-6] fails for an unsatisfied chunk whose files changed, unless it waits for another chunk', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/total.ts': 'export const total = 1;\n', 'src/report.ts': 'export const report = 1;\n' });
    const { ok, chunks, findings } = summarize(await judge(workspace));
    assert.equal(ok, false);
    assert.deepEqual(chunks, ['total written unsatisfied fails', 'report written unsatisfied waits']);
    assert.deepEqual(findings, []);
  });

  it('[AGENT-6] judges the chunks that import a changed file, which fail only if the base satisfies them', async () => {
    using workspace = new Workspace({ ...files, 'src/total.ts': TOTAL });
    workspace.write({ 'src/price.ts': PRICE.replace('Price', 'Cost') });
    assert.deepEqual(summarize(await judge(workspace)).chunks, [
      'price written unsatisfied fails',
      'total affected unsatisfied fails',
    ]);
    workspace.write({ 'src/total.ts': TOTAL.replace('function total', 'function sum') });
    workspace.git('commit', '-qam', 'both are broken');
    workspace.write({ 'src/price.ts': PRICE });
    assert.deepEqual(summarize(await judge(workspace)), {
      ok: true,
      chunks: ['price written satisfied', 'total affected unsatisfied not-started'],
      findings: [],
    });
  });

  it('[AGENT-6] is bound to the files of the active chunk, and must not break other chunks', async () => {
    using workspace = new Workspace(files);
    const active = { contract: CONTRACT, chunk: 'total' };
    workspace.write({ 'src/total.ts': TOTAL, 'src/other.ts': 'export {};\n', 'src/price.ts': `${PRICE}\n` });
    const first = await judge(workspace, { active });
    assert.deepEqual(summarize(first), {
      ok: false,
      chunks: ['price written satisfied', 'total active satisfied'],
      findings: ['outside-files error src/other.ts', 'outside-files error src/price.ts'],
    });
    assert.deepEqual(first.findings[0]?.chunk, active);
    assert.equal(summarize(await judge(workspace, { active, mayChange: ['files'] })).ok, true);
    workspace.write({ 'src/price.ts': 'export const cost = 1;\n' });
    const broken = await judge(workspace, { active, mayChange: ['files'] });
    assert.deepEqual(
      broken.chunks.filter(({ fails }) => fails).map(({ chunk }) => chunk),
      ['price', 'total'],
    );
  });

  it('[AGENT-6] binds a change to the files of the chunks that it starts, and leaves maintenance free', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/total.ts': TOTAL, 'notes.md': 'A note.\n' });
    assert.deepEqual(summarize(await judge(workspace)).findings, ['outside-files error notes.md']);
    rmSync(join(workspace.folder, 'src/total.ts'));
    workspace.write({ 'src/price.ts': `${PRICE}// The price of one item.\n` });
    assert.deepEqual(summarize(await judge(workspace)), {
      ok: true,
      chunks: ['price written satisfied'],
      findings: [],
    });
  });

  it('[AGENT-6] judges by the contract of the base, and reports its change', async () => {
    using workspace = new Workspace({ ...files, '.husky/pre-commit': 'holdfast check --staged --since HEAD\n' });
    workspace.write({
      [CONTRACT]: contract.replace("'(prices: Price[]) => number'", "'() => number'"),
      'src/total.ts': 'export function total(): number {\n  return 1;\n}\n',
      '.husky/pre-commit': 'exit 0\n',
    });
    const judgement = summarize(await judge(workspace));
    assert.deepEqual(judgement.findings, ['terms-changed error .husky/pre-commit', `terms-changed error ${CONTRACT}`]);
    assert.deepEqual(judgement.chunks, ['total written unsatisfied fails']);
    const allowed = summarize(await judge(workspace, { mayChange: ['terms', 'files'] }));
    assert.equal(allowed.ok, true);
    assert.deepEqual(allowed.findings, []);
    assert.ok(allowed.chunks.includes('total written satisfied'));
  });

  it('[PROOF-4] [TRUST-7] reports what is certain as errors, and what is not as facts', async () => {
    const workflow =
      'on: [push]\njobs:\n  test:\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm test\n';
    using workspace = new Workspace({
      ...files,
      '.github/workflows/ci.yml': workflow,
      '.pre-commit-config.yaml': 'repos:\n  - { repo: a, rev: v1 }\n',
      '.husky/pre-push': 'npm test\n',
      'tsconfig.json': '{ "compilerOptions": { "strict": false, "skipLibCheck": false } }\n',
    });
    workspace.write({
      '.github/workflows/ci.yml': workflow.replace('@v4', '@v5'),
      '.pre-commit-config.yaml': 'repos:\n  - { repo: a, rev: v2 }\n',
      '.husky/pre-push': 'npm test -- --bail\n',
      '.vscode/settings.json': '{ "editor.tabSize": 2 }\n',
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "skipLibCheck": false } }\n',
    });
    const { ok, findings, facts } = await judge(workspace, { facts: true });
    assert.deepEqual({ ok, findings }, { ok: true, findings: [] });
    assert.deepEqual(
      facts.map(({ rule, file, before, after }) => [rule, file, before, after]),
      [
        ['hook-changed', '.vscode/settings.json', undefined, 'It was created'],
        ['script-changed', '.github/workflows/ci.yml', 'uses: actions/checkout@v4', 'uses: actions/checkout@v5'],
        ['script-changed', '.pre-commit-config.yaml', 'rev: v1', 'rev: v2'],
      ],
    );
    workspace.write({
      '.github/workflows/ci.yml': workflow.replace('npm test', 'npm test || true'),
      '.husky/pre-push': 'exit 0\n',
      'tsconfig.json': '{ "compilerOptions": { "strict": false, "skipLibCheck": true } }\n',
    });
    const weaker = await judge(workspace);
    assert.deepEqual(summarize(weaker).findings, [
      'script-changed error .github/workflows/ci.yml',
      'script-changed error .husky/pre-push',
      'tooling-changed error tsconfig.json',
    ]);
    assert.deepEqual(weaker.facts, []);
  });

  it('[AGENT-6] judges by a contract that the change brings, too', async () => {
    using workspace = new Workspace({ 'src/price.ts': PRICE });
    workspace.write({ [CONTRACT]: contract, 'src/price.ts': 'export const cost = 1;\n' });
    const judgement = summarize(await judge(workspace));
    assert.deepEqual(judgement.findings, []);
    assert.deepEqual(judgement.chunks.slice(0, 1), ['price written unsatisfied fails']);
    workspace.write({ [CONTRACT]: 'version: 2\nchunks: 3\n' });
    const broken = await judge(workspace);
    assert.equal(broken.ok, false);
    assert.ok(broken.findings.every(({ kind, file }) => kind === 'invalid-terms' && file === CONTRACT));
  });

  it('[AGENT-6] reports deleted and skipped tests, fewer assertions and changed scripts, with their lines', async () => {
    using workspace = new Workspace({ ...files, 'test/other.test.ts': TEST });
    rmSync(join(workspace.folder, 'test/other.test.ts'));
    workspace.write({
      'test/count.test.ts': TEST.replace('it(', 'it.skip('),
      'package.json': files['package.json'].replace('node --test', 'true'),
    });
    const judgement = await judge(workspace);
    assert.deepEqual(summarize(judgement).findings.sort(), [
      'script-changed error package.json',
      'test-weakened error test/count.test.ts',
      'test-weakened error test/other.test.ts',
    ]);
    const skipped = judgement.findings.find(({ file }) => file === 'test/count.test.ts');
    assert.equal(skipped?.line, 3);
    assert.equal(judgement.ok, false);
    assert.equal((await judge(workspace, { mayChange: ['tests', 'scripts'] })).ok, true);
  });

  it('[AGENT-6] reports a changed file that does not parse; one that did not parse on the base is a warning', async () => {
    using workspace = new Workspace({ ...files, 'src/old.ts': 'export const a = ;\n' });
    workspace.write({ 'src/new.ts': 'export const b = (;\n', 'src/old.ts': 'export const a = ; //\n' });
    const judgement = await judge(workspace);
    assert.deepEqual(summarize(judgement).findings, [
      'syntax-error error src/new.ts',
      'syntax-error warning src/old.ts',
    ]);
    assert.equal(judgement.findings[1]?.onBase, true);
    assert.equal(judgement.findings[0]?.line, 1);
  });

  it('[AGENT-6] [PROOF-4] does not judge inputs of parsers in tests', async () => {
    const BROKEN = 'type A = {| b: 1 |};\n';
    using workspace = new Workspace({
      ...files,
      'tests/format/flow/old.js': BROKEN,
      'tests/format/flow/run.test.js': "import { helper } from './helper.js';\nhelper();\n",
      'tests/format/flow/helper.js': 'export const helper = () => 1;\n',
      'grammar/one.js': BROKEN,
      'grammar/two.js': BROKEN,
      'src/broken.ts': 'export const a = ;\n',
    });
    workspace.write({
      'tests/format/flow/added.js': BROKEN,
      'tests/format/proposals/new.js': BROKEN,
      'test/inputs/a.ts': 'export const c = (;\n',
      'grammar/three.js': BROKEN,
      'tests/format/flow/helper.js': 'export const helper = (;\n',
      'test/added.test.ts': 'export const d = (;\n',
      'src/new.ts': 'export const b = (;\n',
    });
    const { findings } = await judge(workspace);
    const unreadable = findings.filter(({ kind }) => kind === 'syntax-error').map(({ file }) => file);
    assert.deepEqual(unreadable.sort(), ['src/new.ts', 'test/added.test.ts', 'tests/format/flow/helper.js']);
  });

  it('[AGENT-6] reports that nothing changed, as an error if a chunk is active', async () => {
    using workspace = new Workspace(files);
    assert.deepEqual(summarize(await judge(workspace)), { ok: true, chunks: [], findings: ['no-change warning'] });
    assert.equal((await judge(workspace, { strict: true })).ok, false);
    const active = { contract: CONTRACT, chunk: 'price' };
    assert.deepEqual(summarize(await judge(workspace, { active })), {
      ok: false,
      chunks: ['price active satisfied'],
      findings: ['no-change error'],
    });
  });

  it('[AGENT-6] judges exactly the index: staged content counts, unstaged and untracked files do not', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/total.ts': 'export const total = 1;\n' });
    workspace.git('add', 'src/total.ts');
    workspace.write({ 'src/total.ts': TOTAL, 'src/report.ts': 'export const report = (;\n' });
    workspace.git('add', '--intent-to-add', 'src/report.ts');
    const before = workspace.state();
    const staged = await judge(workspace, { head: 'index' });
    assert.deepEqual(summarize(staged), { ok: false, chunks: ['total written unsatisfied fails'], findings: [] });
    assert.deepEqual(
      staged.changedFiles.map(({ path }) => path),
      ['src/total.ts'],
    );
    assert.deepEqual(workspace.state(), before, 'the files and the index are untouched');
    workspace.git('add', 'src/total.ts');
    workspace.write({ 'src/total.ts': 'export const total = 1;\n' });
    assert.equal((await judge(workspace, { head: 'index' })).ok, true);
  });

  it('[AGENT-6] judges an index that git names, a split index, and none with unmerged files', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/total.ts': TOTAL });
    workspace.git('update-index', '--split-index');
    workspace.git('add', 'src/total.ts');
    assert.deepEqual(summarize(await judge(workspace, { head: 'index' })).chunks, ['total written satisfied']);
    workspace.git('update-index', '--no-split-index');
    const indexFile = join(workspace.folder, '.git', 'next-index');
    renameSync(join(workspace.folder, '.git', 'index'), indexFile);
    workspace.git('read-tree', 'HEAD');
    assert.deepEqual(summarize(await judge(workspace, { head: 'index' })).chunks, []);
    assert.deepEqual(summarize(await judge(workspace, { head: 'index', indexFile })).chunks, [
      'total written satisfied',
    ]);
    const blob = workspace.git('rev-parse', 'HEAD:src/price.ts');
    execFileSync('git', ['update-index', '--index-info'], {
      cwd: workspace.folder,
      input: `100644 ${blob} 1\tx.ts\n100644 ${blob} 2\tx.ts\n`,
    });
    await assert.rejects(
      judge(workspace, { head: 'index' }),
      (thrown) => thrown instanceof HoldfastError && thrown.code === 'git' && /unmerged/.test(thrown.message),
    );
  });

  it('[AGENT-6] judges from a recorded base, so that a commit does not empty the change', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'notes.md': 'Before the session.\n' });
    await using engine = openFolderEngine(workspace);
    const recorded = await engine.changes.recordBase();
    assert.equal(recorded.head, workspace.git('rev-parse', 'HEAD'));
    workspace.write({ 'src/total.ts': TOTAL });
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'done');
    const judgement = await engine.changes.judge({ base: recorded.commit });
    assert.deepEqual(summarize(judgement), { ok: true, chunks: ['total written satisfied'], findings: [] });
    assert.deepEqual(
      judgement.changedFiles.map(({ path }) => path),
      ['src/total.ts'],
    );
  });

  it('[AGENT-6] judges without a base before the first commit, and a commit that is not checked out', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/total.ts': TOTAL });
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'total');
    workspace.git('checkout', '-q', 'HEAD~1');
    const commit = workspace.git('rev-parse', 'main');
    assert.deepEqual(summarize(await judge(workspace, { head: { commit } })).chunks, ['total written satisfied']);
    const all = summarize(await judge(workspace, { base: undefined, head: { commit } }));
    assert.deepEqual(all.chunks.slice(0, 2), ['price written satisfied', 'total written satisfied']);
  });

  it('[AGENT-6] warns about faults of the base: a contract that does not parse, a broken validator', async () => {
    const custom = contract.replace(
      'check: { type: export_exists, target: Price, file: src/price.ts }',
      'check: { type: custom, target: src/price.ts, validator: broken }',
    );
    using workspace = new Workspace({
      ...files,
      [CONTRACT]: custom,
      'other.contract.yaml': 'version: 2\nchunks: 3\n',
      '.holdfast/validators/broken.mjs': 'export default { name: ;\n',
    });
    workspace.write({ 'src/price.ts': `${PRICE}\n` });
    const judgement = await judge(workspace);
    assert.deepEqual(
      judgement.chunks.map(({ chunk, excuse, fails }) => [chunk, excuse, fails]),
      [['price', 'fault-on-base', false]],
    );
    assert.ok(judgement.findings.length > 0);
    assert.ok(judgement.findings.every(({ onBase, severity }) => onBase === true && severity === 'warning'));
    assert.equal(judgement.ok, true);

    // The agent can correct the name, and not the validator.
    workspace.write({ 'src/price.ts': `${PRICE.replace('Price', 'Cost')}\n` });
    const wrong = await judge(workspace);
    assert.equal(wrong.chunks[0]?.fails, true);
    assert.equal(wrong.chunks[0].faultsOnBase?.length, 1);
    const violations = listChangeViolations(wrong);
    assert.ok(violations.length > 0);
    assert.ok(violations.every(({ message }) => message.includes('Price')));
  });

  it('[AGENT-6] uses the validators of the base, not those of the change', async () => {
    const custom = contract.replace(
      'check: { type: export_exists, target: Price, file: src/price.ts }',
      'check: { type: custom, target: src/price.ts, validator: strict }',
    );
    const validator = (passed: boolean): string => `export default {
  type: 'strict',
  supportedResourceTypes: ['file'],
  supports: () => true,
  validate: (resource, assertion) => ({
    validator: 'strict', resource, assertion, duration: 0, passed: ${passed}, expected: 'strict', actual: 'lax',
  }),
};
`;
    using workspace = new Workspace({
      ...files,
      [CONTRACT]: custom,
      '.holdfast/validators/strict.mjs': validator(false),
    });
    workspace.write({ 'src/price.ts': `${PRICE}\n`, '.holdfast/validators/strict.mjs': validator(true) });
    const judgement = summarize(await judge(workspace));
    assert.deepEqual(judgement.chunks.slice(0, 1), ['price written unsatisfied fails']);
    assert.ok(judgement.findings.includes('terms-changed error .holdfast/validators/strict.mjs'));
    const withoutValidators = await judge(workspace, { depth: 'files' });
    assert.equal(withoutValidators.chunks[0]?.check.verdict, 'satisfied', 'no validator runs, the type exists');
  });

  it('[AGENT-6] runs the commands of the base in a worktree of the result with the depth full', async () => {
    const withBuild = contract.replace('chunks:\n', `build: { command: node build.mjs }\nchunks:\n`);
    using workspace = new Workspace({
      ...files,
      [CONTRACT]: withBuild,
      'build.mjs': "import { writeFileSync } from 'node:fs';\nwriteFileSync('built', '1');\n",
    });
    workspace.write({ 'src/total.ts': TOTAL });
    const passing = await judge(workspace, { depth: 'full' });
    assert.deepEqual(summarize(passing).chunks, ['total written satisfied']);
    assert.deepEqual(
      passing.chunks[0]?.check.full?.commands.map(({ stage, passed }) => [stage, passed]),
      [['build', true]],
    );
    assert.equal(existsSync(join(workspace.folder, 'built')), false);
    workspace.write({ 'src/broken.mjs': 'process.exit(1);\n', 'build.mjs': 'process.exit(1);\n' });
    assert.deepEqual(summarize(await judge(workspace, { depth: 'full' })).chunks, ['total written unsatisfied fails']);
  });

  it('[AGENT-6] lists everything that makes a change fail, with the chunk and the place', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/total.ts': 'export const total = 1;\n', [CONTRACT]: `${contract}\n` });
    const violations = listChangeViolations(await judge(workspace));
    assert.deepEqual(
      violations.map(({ kind, file, chunk }) => [kind, file, chunk?.chunk]),
      [
        ['terms-changed', CONTRACT, undefined],
        ['assert', 'src/total.ts', 'total'],
      ],
    );
    assert.match(violations[1]?.expected ?? '', /Price/);
    workspace.git('checkout', '-q', '.');
    workspace.write({ 'src/total.ts': TOTAL });
    assert.deepEqual(listChangeViolations(await judge(workspace)), []);
  });

  it('[AGENT-6] leaves out files whose line endings git converts, unless something else differs', async () => {
    using workspace = new Workspace(files);
    const toWindows = (text: string): string => text.replaceAll('\n', '\r\n');
    const onWindows = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, toWindows(text)]));
    workspace.write(onWindows);
    const raw = summarize(await judge(workspace));
    assert.ok(raw.findings.includes(`terms-changed error ${CONTRACT}`), 'git converts nothing');
    workspace.git('config', 'core.autocrlf', 'true');
    assert.deepEqual((await judge(workspace)).changedFiles, []);
    workspace.write({ 'src/price.ts': toWindows(PRICE.replace('Price', 'Cost')) });
    const judged = await judge(workspace);
    assert.deepEqual([judged.ok, judged.changedFiles.map(({ path }) => path)], [false, ['src/price.ts']]);
  });

  it('[AGENT-6] sees a changed file that a sparse checkout leaves out, and says which files it cannot see', async () => {
    using workspace = new Workspace({ ...files, 'docs/a.md': 'A\n' });
    workspace.git('sparse-checkout', 'set', '--no-cone', '/*', '!/src/', '!/docs/');
    assert.equal(existsSync(join(workspace.folder, 'src')), false);
    workspace.write({ 'src/price.ts': PRICE.replace('Price', 'Cost') });
    const judged = await judge(workspace);
    assert.deepEqual([judged.ok, judged.changedFiles.map(({ path }) => path)], [false, ['src/price.ts']]);
    assert.match(judged.notes.join(), /did not see 1 file that the sparse checkout leaves out/);
  });

  it('[AGENT-6] judges a change that git hides, and says why git does not show it', async () => {
    using workspace = new Workspace({ ...files, 'src/total.ts': 'export {};\n', 'src/local.ts': 'export {};\n' });
    workspace.write({ 'src/total.ts': TOTAL, 'src/local.ts': 'export const mine = 1;\n' });
    workspace.git('update-index', '--skip-worktree', 'src/local.ts', 'src/price.ts');
    const { findings, notes } = await judge(workspace);
    assert.deepEqual(
      findings.map(({ kind, file }) => [kind, file]),
      [['outside-files', 'src/local.ts']],
    );
    assert.match(notes.join(), /^Git does not show the changes of src\/local\.ts, .*--skip-worktree.*They are judged/);
    const { ok, findings: staged } = await judge(workspace, { head: 'index' });
    assert.deepEqual([ok, staged.map(({ kind }) => kind)], [true, ['no-change']]);
    await using engine = openFolderEngine(workspace);
    const session = await engine.changes.judge({ base: (await engine.changes.recordBase()).commit });
    assert.deepEqual([session.changedFiles, session.notes], [[], []]);
  });

  it('[AGENT-6] says how to get the files of the base that a partial clone lacks', async () => {
    using workspace = new Workspace(files);
    const base = workspace.git('rev-parse', 'HEAD');
    const blob = workspace.git('rev-parse', 'HEAD:src/price.ts');
    workspace.write({ 'src/price.ts': PRICE.replace('Price', 'Cost') });
    workspace.git('commit', '-qam', 'change');
    rmSync(join(workspace.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    workspace.git('config', 'remote.origin.promisor', 'true');
    await using engine = openFolderEngine(workspace);
    await assert.rejects(
      () => engine.changes.findBase(base),
      (thrown) => thrown instanceof HoldfastError && thrown.code === 'git' && /--no-filter/.test(thrown.hint ?? ''),
    );
  });

  it('[AGENT-6] names an unknown base, contract or chunk', async () => {
    using workspace = new Workspace(files);
    const fails = (options: Partial<JudgeChangeOptions>, code: string): Promise<void> =>
      assert.rejects(judge(workspace, options), (thrown) => thrown instanceof HoldfastError && thrown.code === code);
    await fails({ base: '0123456789012345678901234567890123456789' }, 'git');
    await fails({ active: { contract: 'no.contract.yaml', chunk: 'price' } }, 'not-found');
    await fails({ active: { contract: CONTRACT, chunk: 'prize' } }, 'not-found');
  });
});
