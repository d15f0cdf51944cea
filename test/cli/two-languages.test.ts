import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply, writeFileReply } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/two-languages');

/** A repository with the files of the example. */
function createExample(): Workspace {
  const workspace = new Workspace({ 'placeholder.txt': '' });
  rmSync(join(workspace.folder, 'placeholder.txt'));
  cpSync(EXAMPLE, workspace.folder, { recursive: true });
  workspace.git('add', '-A');
  workspace.git('commit', '-q', '-m', 'A shop');
  return workspace;
}

describe('the example in Python and Go', () => {
  for (const { contract, file, wrong, name, importLine, importer } of [
    {
      contract: 'titles.contract.yaml',
      file: 'src/shop/text.py',
      wrong: 'make_slug',
      name: 'slugify',
      importer: 'src/shop/pages.py',
      importLine: 'from shop.text import slugify',
    },
    {
      contract: 'money.contract.yaml',
      file: 'money/money.go',
      wrong: 'Cents, Text',
      name: 'Format',
      importer: 'receipt/line.go',
      importLine: '"example.com/shop/money"',
    },
  ]) {
    it(`[LANG-1] passes ${contract} at the second attempt, and its second chunk imports what the first created`, async () => {
      using workspace = createExample();
      const run = await callHoldfast(
        workspace.folder,
        ['run', contract, '--all', '--apply', 'commit'],
        workspace.environment(),
      );
      assert.equal(run.code, 0, run.stdout + run.stderr);
      assert.match(run.stdout, /pass, attempts: 2/);
      assert.match(run.stderr, new RegExp(`exports ${name}; they export ${wrong}`));
      assert.ok(workspace.read(importer).includes(importLine));

      // The uses of an export that is modified later.
      workspace.write({
        [file]: workspace
          .read(file)
          .replace(', *, sep: str = "-"', '')
          .replace('amount Cents)', 'amount Cents, sign bool)'),
      });
      const impact = await callHoldfast(workspace.folder, ['impact', file, '--since', 'HEAD']);
      assert.match(impact.stdout, new RegExp(`${name} was changed \\(breaking\\): the parameter`));
      assert.ok(impact.stdout.includes(importer), impact.stdout);
    }).timeout(120_000);
  }

  it('[LANG-1] [ENF-FUTURE-5] is stated by a contract from code, and a change of it by a contract from a diff', async () => {
    using workspace = createExample();
    const code = await callHoldfast(workspace.folder, ['init', '--from', 'src/shop', 'receipt', '--name', 'exports']);
    assert.equal(code.code, 0, code.stderr);
    const exports = workspace.read('exports.contract.yaml');
    assert.match(exports, /command: pytest/);
    assert.match(
      exports,
      /name: order_label\n\s+file: src\/shop\/orders\.py\n\s+signature: '\(order: Order, \*, prefix: str = "#"\) -> str'/,
    );
    assert.match(
      exports,
      /name: Header\n\s+file: receipt\/header\.go\n\s+signature: \(name string, width int\) string/,
    );
    assert.doesNotMatch(exports, /TestHeader|test_orders/);
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'Contract');
    workspace.write({
      'receipt/header.go': workspace.read('receipt/header.go').replace('width int)', 'width, margin int)'),
      'receipt/footer.go':
        'package receipt\n\n// Footer ends a receipt.\nfunc Footer() string { return "Thank you" }\n',
      'src/shop/orders.py': `${workspace.read('src/shop/orders.py')}\n\ndef total(*amounts: int) -> int:\n    return sum(amounts)\n`,
    });
    const diff = await callHoldfast(workspace.folder, ['init', '--from-diff', '--name', 'change']);
    assert.equal(diff.code, 0, diff.stdout + diff.stderr);
    const change = workspace.read('change.contract.yaml');
    const header = await callHoldfast(workspace.folder, ['init', '--from', 'receipt/header.go', '--name', 'header']);
    assert.equal(header.code, 0, header.stderr);
    assert.match(workspace.read('header.contract.yaml'), /command: go test \.\/\.\.\./);
    assert.match(change, /creates: \[ total\(\) \]/);
    assert.match(change, /creates: \[ Footer\(\) \]/);
    assert.match(change, /signature: \(name string, width, margin int\) string/);
    assert.match(change, /signature: '?\(\*amounts: int\) -> int/);
    assert.doesNotMatch(change, /order_label/);
  }).timeout(120_000);

  it('[LANG-1] commands of an attempt import its result, and leave no bytecode', async function () {
    if (spawnSync('python3', ['--version'], { stdio: 'ignore' }).status !== 0) this.skip();
    using workspace = createExample();
    const command = 'python3 -c "from shop.text import slugify; print(slugify.__module__)"';
    workspace.write({
      'titles.contract.yaml': workspace
        .read('titles.contract.yaml')
        .replace('    allowedFiles', `    acceptanceCommands: ['${command}']\n    allowedFiles`),
    });
    const run = await callHoldfast(
      workspace.folder,
      ['run', 'titles.contract.yaml', '--chunk', 'text', '--apply', 'working-tree'],
      workspace.environment(),
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.doesNotMatch(run.stdout + run.stderr, /__pycache__/);
  }).timeout(60_000);

  it('[LANG-2] a verify command without its program stops before the model is called', async () => {
    using workspace = createExample();
    workspace.write({
      'titles.contract.yaml': workspace
        .read('titles.contract.yaml')
        .replace('chunks:', 'verify: { command: pytest-missing -q }\nchunks:'),
    });
    await using server = await startOpenAiChatServer([]);
    const run = await callHoldfast(
      workspace.folder,
      ['run', 'titles.contract.yaml', '--chunk', 'text'],
      workspace.environment(server),
    );
    assert.equal(run.code, 1, run.stdout + run.stderr);
    assert.match(run.stdout + run.stderr, /pytest-missing is neither on the PATH nor in node_modules\/\.bin/);
    assert.equal(server.requests.length, 0);
  });
});

const MIXED = {
  spec: { id: 'mixed', title: 'Three languages' },
  chunks: [
    { id: 'ts', title: 'TypeScript', allowedFiles: ['web/label.ts'], creates: ['label()'] },
    { id: 'py', title: 'Python', allowedFiles: ['shop/label.py'], creates: ['label_of()'] },
    { id: 'go', title: 'Go', allowedFiles: ['label/label.go'], creates: ['Label()'] },
  ],
};

describe('unusual files of Python and Go', () => {
  it('[LANG-1] a contract can have chunks of TypeScript, Python and Go, whose files have marks and other line ends', async () => {
    using workspace = new Workspace({
      'mixed.contract.json': JSON.stringify(MIXED),
      'go.mod': 'module example.com/x\r\n',
    });
    await using server = await startOpenAiChatServer([
      writeFileReply('export const label = (): string => "a";\n', 'web/label.ts'),
      textReply('Done.'),
      writeFileReply(
        '\uFEFFdef label_of(\r\n\ttext: str,\r\n) -> str:\r\n\tif text:\r\n\t\treturn text\r\n\treturn ""\r\n',
        'shop/label.py',
      ),
      textReply('Done.'),
      writeFileReply(
        '\uFEFF// Package label.\r\npackage label\r\n\r\nfunc Label() string { return "a" }\r\n',
        'label/label.go',
      ),
      textReply('Done.'),
    ]);
    const run = await callHoldfast(
      workspace.folder,
      ['run', 'mixed.contract.json', '--all', '--apply', 'working-tree'],
      workspace.environment(server),
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.ok(readFileSync(join(workspace.folder, 'shop/label.py'), 'utf8').includes('\r\n\ttext'));
  });

  it('[LANG-1] syntax errors, a missing package clause and other encodings are reported at their file', async () => {
    const files = {
      'shop/label.py': 'def label_of(:\n    return 1\n',
      'label/label.go': 'func Label() string { return "a" }\n',
    };
    using workspace = new Workspace({
      'mixed.contract.json': JSON.stringify({ ...MIXED, chunks: MIXED.chunks.slice(1) }),
      ...files,
    });
    await using server = await startOpenAiChatServer([]);
    const broken = await callHoldfast(
      workspace.folder,
      ['check', 'mixed.contract.json'],
      workspace.environment(server),
    );
    assert.equal(broken.code, 1, broken.stdout);
    assert.match(broken.stdout, /shop\/label\.py has a syntax error in line 1/);
    assert.match(broken.stdout, /label\/label\.go has a syntax error in line 1: The package clause is missing/);
    workspace.writeBytes(
      'shop/label.py',
      Buffer.from('# -*- coding: latin-1 -*-\ndef label_of():\n    return "\xE9"\n', 'latin1'),
    );
    workspace.writeBytes(
      'label/label.go',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('package label\nfunc Label() {}\n', 'utf16le')]),
    );
    const encoded = await callHoldfast(
      workspace.folder,
      ['check', 'mixed.contract.json'],
      workspace.environment(server),
    );
    assert.equal(encoded.code, 1, encoded.stdout);
    assert.match(encoded.stdout, /None of the allowed files \(label\/label\.go\) exports Label/);
    assert.doesNotMatch(encoded.stdout + encoded.stderr, /at .*\.js:\d+/);
  });
});
