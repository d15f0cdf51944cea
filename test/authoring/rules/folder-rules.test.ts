import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { AlwaysRule, Engine, ProposedRule } from '../../../src/engine.ts';
import { ALWAYS_FILE } from '../../../src/contract/always-file.ts';
import { callHoldfast } from '../../cli/support/holdfast.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';

const PRICE = 'export function price(amount: number): number {\n  return amount;\n}\n';
const FILES = {
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/price.ts': PRICE,
  'src/other.ts': 'export const other = 1;\n',
};

async function withEngine(
  work: (scene: { readonly workspace: Workspace; readonly engine: Engine }) => Promise<void>,
): Promise<void> {
  using workspace = new Workspace(FILES);
  await using engine = openFolderEngine(workspace);
  await work({ workspace, engine });
}

function commit(workspace: Workspace, files: Readonly<Record<string, string>>, subject: string): void {
  workspace.write(files);
  workspace.git('add', '-A');
  workspace.git('commit', '-q', '-m', subject);
}

async function writeRule(engine: Engine, rule: AlwaysRule, message: string): Promise<ProposedRule> {
  const proposed = await engine.rules.propose({ rule, message });
  await engine.rules.write(proposed);
  return proposed;
}

async function stop(engine: Engine, session: string): Promise<string> {
  const decision = await engine.agents.stop({ session, maxBlocks: 5, runCommands: false });
  assert.ok(decision.kind !== 'incomplete');
  return decision.kind === 'refuse' ? `refused: ${decision.reason}` : `allowed: ${decision.notes.join('\n')}`;
}

/** Each kind of rule with what breaks it, and the violation. */
const RULES: readonly (readonly [AlwaysRule, string, Readonly<Record<string, string>>, RegExp])[] = [
  [
    { kind: 'pattern', files: 'src/**/*.ts', pattern: 'console\\.log' },
    'Write no logs',
    { 'src/other.ts': 'console.log(1);\nexport const other = 1;\n' },
    /Write no logs/,
  ],
  [
    { kind: 'pattern', files: 'src/price.ts', pattern: 'amount', isRequired: true },
    'Name it amount',
    { 'src/price.ts': PRICE.replaceAll('amount', 'value') },
    /Name it amount/,
  ],
  [
    { kind: 'scope', files: 'src/other.ts' },
    'Generated',
    { 'src/other.ts': 'export const other = 2;\n' },
    /Undo the change of src\/other\.ts: Generated/,
  ],
  [
    { kind: 'signature', file: 'src/price.ts', name: 'price', signature: '(amount: number) => number' },
    'Callers pass numbers',
    { 'src/price.ts': PRICE.replace('amount: number', 'amount: string').replace('amount;', 'Number(amount);') },
    /Callers pass numbers/,
  ],
  [
    { kind: 'export', file: 'src/price.ts', name: 'price' },
    'The site uses it',
    { 'src/price.ts': PRICE.replace('export ', '') },
    /The site uses it/,
  ],
];

describe('A rule for every change', () => {
  for (const [rule, message, broken, violation] of RULES) {
    const name = `${rule.kind}${rule.kind === 'pattern' && rule.isRequired === true ? ', required' : ''}`;
    it(`[SESSION-2] (${name}) refuses the session that runs and the next one, and what others do is free`, () =>
      withEngine(async ({ workspace, engine }) => {
        await engine.agents.start({ session: 'running' });
        const proposed = await writeRule(engine, rule, message);
        assert.deepEqual([proposed.file, proposed.holdsNow, proposed.triedCommits], [ALWAYS_FILE, true, 1]);
        assert.match(await stop(engine, 'running'), /^allowed/);
        workspace.write(broken);
        assert.match(await stop(engine, 'running'), violation);
        for (const file of Object.keys(broken)) workspace.git('checkout', '-q', '--', file);
        await engine.agents.start({ session: 'next' });
        workspace.write({ 'docs/page.md': '# Page\n' });
        assert.match(await stop(engine, 'next'), /^allowed/);
        workspace.write(broken);
        assert.match(await stop(engine, 'next'), /^refused:/);
        assert.match(await stop(engine, 'next'), violation);
      }));
  }

  it('[SESSION-2] shows which of the last commits it would have refused', () =>
    withEngine(async ({ workspace, engine }) => {
      commit(workspace, { 'src/other.ts': 'console.log(1);\nexport const other = 1;\n' }, 'log');
      commit(workspace, { 'src/other.ts': 'console.log(1);\nexport const other = 2;\n' }, 'log stays');
      commit(workspace, { 'src/price.ts': PRICE.replace('price(', 'cost(') }, 'rename');
      commit(workspace, { 'src/price.ts': PRICE }, 'rename back');
      const subjects = async (rule: AlwaysRule): Promise<readonly string[]> =>
        (await engine.rules.propose({ rule, message: 'm' })).refused.map(({ subject }) => subject);
      assert.deepEqual(await subjects({ kind: 'pattern', files: 'src/**', pattern: 'console' }), ['log']);
      assert.deepEqual(await subjects({ kind: 'export', file: 'src/price.ts', name: 'price' }), ['rename']);
      assert.deepEqual(await subjects({ kind: 'scope', files: 'src/price.ts' }), ['rename back', 'rename', 'first']);
      const now = await engine.rules.propose({
        rule: { kind: 'pattern', files: 'src/**', pattern: 'console' },
        message: 'm',
      });
      assert.deepEqual([now.holdsNow, now.matchesNow, now.triedCommits], [false, true, 5]);
      for (const rule of [
        { kind: 'scope', files: 'src' },
        { kind: 'pattern', files: 'none/**', pattern: 'x' },
        { kind: 'export', file: 'src/none.ts', name: 'x' },
      ] as const) {
        assert.equal((await engine.rules.propose({ rule, message: 'm' })).matchesNow, false, rule.kind);
      }
      assert.equal(await engine.contracts.readAll().then(({ length }) => length), 0, 'nothing is written');
    }));

  it('[SESSION-2] is tried on commits with any message, and with any configuration of git', async () => {
    using workspace = new Workspace({ 'shop/a.txt': 'good\n' });
    for (const setting of ['diff.relative', 'log.showSignature']) workspace.git('config', setting, 'true');
    commit(workspace, { 'shop/a.txt': 'bad\n' }, 'b\u0001a\u0002d');
    workspace.git('commit', '-q', '--allow-empty', '--allow-empty-message', '-m', '');
    const folder = join(workspace.folder, 'shop');
    await using engine = openFolderEngine({ folder, environment: () => workspace.environment() });
    const rule: AlwaysRule = { kind: 'pattern', files: '*.txt', pattern: 'bad' };
    const { triedCommits, refused } = await engine.rules.propose({ rule, message: 'm' });
    assert.deepEqual(
      [triedCommits, refused.map(({ subject, files }) => [subject, ...files])],
      [3, [['b\u0001a\u0002d', 'a.txt']]],
    );
  });

  for (const [title, file, text, problem] of [
    [
      'git ignores its file',
      '.gitignore',
      '.holdfast/\n',
      /git ignores \.holdfast\/always\.contract\.yaml, so it judges no/,
    ],
    ['its file has errors', ALWAYS_FILE, 'chunks: [\n', /\.holdfast\/always\.contract\.yaml:1: Unclosed/],
    [
      'its file is empty',
      ALWAYS_FILE,
      '# Rules\n',
      /\.holdfast\/always\.contract\.yaml:1: The file contains only comments/,
    ],
  ] as const) {
    it(`[SESSION-2] is not offered if ${title}`, () =>
      withEngine(async ({ workspace, engine }) => {
        workspace.write({ [file]: text });
        const rule: AlwaysRule = { kind: 'scope', files: 'src/**' };
        await assert.rejects(engine.rules.propose({ rule, message: 'm' }), problem);
      }));
  }

  it('[SESSION-2] names a file that the change broke, and not one that was wrong before', () =>
    withEngine(async ({ workspace, engine }) => {
      commit(workspace, { 'src/a-old.ts': 'console.log(1);\n' }, 'old');
      await writeRule(engine, { kind: 'pattern', files: 'src/**', pattern: 'console' }, 'Write no logs');
      await engine.agents.start({ session: 's' });
      workspace.write({ 'src/new.ts': 'console.log(1);\n' });
      const refused = await stop(engine, 's');
      assert.match(refused, /Write no logs \(src\/new\.ts:1\)[\s\S]*actual: The change breaks it in src\/new\.ts\n/);
      assert.doesNotMatch(refused, /a-old/);
    }));

  it('[SESSION-2] excuses what was wrong before, and opens no files to another chunk', () =>
    withEngine(async ({ workspace, engine }) => {
      const contract = `version: 2
spec: { id: cost, title: Cost }
chunks:
  - id: cost
    title: Cost
    allowedFiles: [src/cost.ts]
    assertions:
      - { message: Must exist, check: { type: export_exists, target: cost, file: src/cost.ts } }
`;
      commit(workspace, { 'src/old.ts': 'console.log(1);\n', 'cost.contract.yaml': contract }, 'old');
      await writeRule(engine, { kind: 'pattern', files: 'src/**', pattern: 'console' }, 'Write no logs');
      await engine.agents.start({ session: 's' });
      workspace.write({ 'src/cost.ts': 'export const cost = 1;\n' });
      assert.match(await stop(engine, 's'), /^allowed/);
      workspace.write({ 'src/price.ts': `${PRICE}// more\n` });
      assert.match(await stop(engine, 's'), /^refused:[\s\S]*Undo the change of src\/price\.ts: the chunk "cost"/);
    }));

  it('[SESSION-2] is protected like every term, and further rules keep the first byte for byte', () =>
    withEngine(async ({ workspace, engine }) => {
      const first = await writeRule(engine, { kind: 'scope', files: 'src/other.ts' }, 'Generated');
      await engine.agents.start({ session: 's' });
      const second = await writeRule(engine, { kind: 'export', file: 'src/price.ts', name: 'price' }, 'Used');
      assert.ok(second.after.startsWith(first.after.trimEnd()));
      assert.match(await stop(engine, 's'), /^allowed/);
      workspace.write({ [ALWAYS_FILE]: `${first.after}# Mine.\n` });
      assert.match(await stop(engine, 's'), /^refused:[\s\S]*Keep \.holdfast\/always\.contract\.yaml/);
      await assert.rejects(engine.rules.write(second), /the file was changed in the meantime/);
    }));

  it('[SESSION-2] is filled in from the place of a comment on the command line', () =>
    withEngine(async ({ workspace }) => {
      const call = (...args: string[]) => callHoldfast(workspace.folder, args, workspace.environment());
      const comment = (await call('comment', 'src/price.ts:1', 'Callers depend on it')).stdout.slice(0, 8);
      const shown = await call('always', 'signature', '--comment', comment);
      assert.equal(shown.code, 0, shown.stderr);
      assert.match(shown.stdout, /^\+ +signature-1|^\+.*id: signature-1/m);
      assert.match(shown.stdout, /\+.*target: price, file: src\/price\.ts/);
      assert.match(shown.stdout, /\+.*\(amount: number\) => number/);
      assert.match(shown.stdout, /Tried on 1 commit: it would have refused 0 commits\.\nNothing is written/);
      assert.match((await call('always', 'signature', '--comment', comment, '--write')).stdout, /Written to/);
      assert.match(workspace.read(ALWAYS_FILE), /title: Callers depend on it/);
      const missing = await call('always', 'pattern', '--file', 'src/price.ts', '--message', 'x');
      assert.equal(missing.code, 2);
      assert.match(missing.stderr, /it needs --pattern/);
      const invalid = await call('always', 'pattern', '--file', 'a', '--message', 'x', '--pattern', '(');
      assert.match(invalid.stderr, /Failed to make a rule: .*pattern/);
    }));
});
