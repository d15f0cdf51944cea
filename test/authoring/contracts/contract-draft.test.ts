import assert from 'node:assert/strict';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import type { ContractDocument } from '../../../src/contract/document.ts';
import type { ContractDraftOptions } from '../../../src/engine.ts';
import { addChunk } from '../../../src/authoring/contracts/add-chunk.ts';
import { draftContract, listContractTemplates } from '../../../src/authoring/contracts/contract-draft.ts';
import { proposeChecks } from '../../../src/authoring/contracts/proposed-checks.ts';
import { checkPlan } from '../../../src/verdicts/plan/check-plan.ts';
import { MemoryTree } from '../../verdicts/checks/memory-tree.ts';

const TASK = 'Add a payments client with retries';

function createTree(scripts: Record<string, string> | undefined, ...files: readonly string[]): MemoryTree {
  const manifest = scripts === undefined ? {} : { 'package.json': JSON.stringify({ scripts }) };
  return new MemoryTree({ ...manifest, ...Object.fromEntries(files.map((file) => [file, '{}'])) });
}

function read(text: string): ContractDocument {
  return readContract({ file: 'payments.contract.yaml', text, checks: CHECKS });
}

/** The rules of the plan findings of a draft. */
async function rulesOf(text: string): Promise<readonly string[]> {
  const { findings } = await checkPlan({ document: read(text), files: ['package.json'] });
  return findings.map(({ rule }) => rule);
}

async function draft(tree: MemoryTree, options: ContractDraftOptions = {}): Promise<string> {
  return (await draftContract(tree, { task: TASK, id: 'payments', ...options })).text;
}

/** Expands a snippet with the default of every tab stop. */
function expand(snippet: string): string {
  const values = new Map<string, string>();
  for (const [, stop = '', value = ''] of snippet.matchAll(/\$\{(\d+):((?:\\.|[^\\}])*)\}/g)) values.set(stop, value);
  return snippet
    .replaceAll(/\$\{(\d+):(?:\\.|[^\\}])*\}|\$\{(\d+)\}/g, (_all, first?: string, repeated?: string) => {
      return values.get(first ?? repeated ?? '') ?? '';
    })
    .replace(/\$0$/, '')
    .replaceAll(/\\([\\$}])/g, '$1');
}

describe('a new contract', () => {
  it('[ENF-UI-1] has the test command of the repository as its verify command', async () => {
    const text = await draft(createTree({ test: 'vitest run' }, 'pnpm-lock.yaml'));
    assert.deepEqual(read(text).problems, []);
    assert.equal(read(text).contract?.verify?.command, 'pnpm test');
    assert.match(text, /# acceptanceCommands: \[pnpm exec vitest run test\/payments\.test\.js\]/);
    assert.deepEqual(await rulesOf(text), []);
  });

  it('[ENF-UI-1] leaves out what a test command writes into its own package, which no attempt can do', async () => {
    const text = await draft(createTree({ test: 'pnpm lint && vitest run --typecheck' }, 'pnpm-lock.yaml'));
    assert.equal(read(text).contract?.verify?.command, 'pnpm exec vitest run');
    assert.match(text, /^# verify runs only the tests of "pnpm test": .*packages/m);
    assert.doesNotMatch(text, /gates/);
  });

  it('[EDIT-1] [BITE-1] of a function has a test of the runner of the repository, which the model writes and which must fail first', async () => {
    const commandOf = async (test: string, ...files: readonly string[]): Promise<unknown> => {
      const text = await draft(createTree({ test }, ...files), { template: 'function' });
      assert.deepEqual(read(text).problems, []);
      assert.deepEqual(await rulesOf(text), []);
      const [chunk] = read(text).contract?.chunks ?? [];
      assert.deepEqual(
        chunk?.allowedFiles.slice(1),
        chunk?.postconditions.slice(1).map(({ path }) => path),
      );
      return [chunk?.allowedFiles[1], chunk?.acceptanceCommands];
    };
    const file = 'test/payments.test.js';
    const first = (command: string): unknown => [file, [{ command, redFirst: true }]];
    assert.deepEqual(await commandOf('vitest run', 'pnpm-lock.yaml'), first(`pnpm exec vitest run ${file}`));
    assert.deepEqual(await commandOf('jest', 'yarn.lock'), first(`yarn run jest ${file}`));
    assert.deepEqual(await commandOf('vitest run'), first(`npx vitest run ${file}`));
    assert.deepEqual(await commandOf('node --test'), first(`node --test ${file}`));
    // What exists stays protected, and of an unknown runner nothing is known.
    assert.deepEqual(await commandOf('vitest run', file), [undefined, []]);
    assert.deepEqual(await commandOf('make check'), [undefined, []]);
  });

  it('[EDIT-1] has the signature of the sentence, so that nothing is left to edit', async () => {
    const task = 'Add clamp(value: number): number, which limits a value';
    const text = await draft(createTree({}, 'tsconfig.json'), { task, template: 'function' });
    assert.equal(read(text).contract?.chunks[0]?.functions[0]?.signature, '(value: number) => number');
    assert.doesNotMatch(text, /TODO/);
  });

  it('[LANG-1] [ENF-UI-1] says which Go modules its verify command does not test', async () => {
    const files = { 'go.mod': 'module a\n', 'a.go': 'package a\n', 'server/go.mod': 'module b\n', 'api/go.mod': '' };
    const text = await draft(new MemoryTree(files));
    assert.match(text, /^# verify runs only the tests of the Go module in the root, .* \(\S+ and 1 more\)/m);
    assert.equal(read(text).contract?.verify?.command, 'go test ./...');
    const workspace = await draft(new MemoryTree({ ...files, 'go.work': 'use (\n\t.\n\t./server\n)\n' }));
    assert.equal(read(workspace).contract?.verify?.command, 'go test ./... ./server/...');
    assert.doesNotMatch(workspace, /verify runs only/);
  });

  it('[EDIT-1] is about a function if the sentence has a signature, and in the file that the sentence names', async () => {
    const written = async (task: string, files: Readonly<Record<string, string>>, near?: string) => {
      const { text } = await draftContract(new MemoryTree(files), { task, near });
      const [chunk] = read(text).contract?.chunks ?? [];
      return [chunk?.allowedFiles[0], chunk?.functions[0]?.signature];
    };
    const files = { 'tsconfig.json': '{}', 'src/ranges.ts': '', 'lib/text.py': '' };
    const signature = '(header: string) => number[]';
    const parse = 'Add parseRange(header: string): number[]';
    assert.deepEqual(await written(parse, files), ['src/parse-range.ts', signature]);
    assert.deepEqual(await written(`${parse} in src/ranges.ts.`, files), ['src/ranges.ts', signature]);
    assert.deepEqual(await written(`${parse} to web/http/new.ts`, files, 'src/ranges.ts'), [
      'web/http/new.ts',
      signature,
    ]);
    assert.deepEqual(await written('Add def slug(text: str) -> str to lib/text.py', files), [
      'lib/text.py',
      '(text: str) -> str',
    ]);
    for (const other of ['/etc/a.ts', '../a.ts', 'node_modules/a/b.ts', 'docs/a.md', 'and/or']) {
      assert.deepEqual(await written(`Add a parser as in ${other}`, files), ['src/parser.ts', undefined], other);
    }
  });

  it('[ENF-UI-1] proposes the gate that runs affected tests in place of verify, if the runner is known', async () => {
    const text = await draft(createTree({ test: 'vitest run' }));
    const withGate = text.replace(/^verify:.*\n/m, '').replace('# gates:', 'gates:');
    assert.deepEqual(read(withGate).problems, []);
    assert.equal(read(withGate).contract?.gates[0]?.tests, 'affected');
    assert.deepEqual(await rulesOf(withGate), []);
    assert.doesNotMatch(await draft(createTree({ test: './run-tests.sh' })), /gates/);
  });

  it('[ENF-UI-1] has the given acceptance command, quoted if necessary', async () => {
    const acceptance = `node -e "require('./a') || 1"`;
    const text = await draft(createTree(undefined), { acceptance });
    assert.deepEqual(read(text).problems, []);
    assert.deepEqual(read(text).contract?.chunks[0]?.acceptanceCommands, [{ command: acceptance, redFirst: true }]);
    assert.deepEqual(await rulesOf(text), []);
  });

  it('[ENF-UI-1] explains both in comments if nothing is known, and the plan says that nothing checks behavior', async () => {
    const text = await draft(createTree(undefined));
    assert.deepEqual(read(text).problems, []);
    assert.equal(read(text).contract?.verify, undefined);
    assert.deepEqual(await rulesOf(text), ['behavior-check']);
    assert.match(text, /^# verify: \{ command: npm test \}$/m);
    assert.match(text, /^ {4}# acceptanceCommands: \[node --test test\/example\.test\.js\]$/m);
    const uncommented = text.replace(/^( *)# (verify|acceptanceCommands|build):/gm, '$1$2:');
    assert.deepEqual(read(uncommented).problems, []);
  });

  it('[ENF-UI-1] proposes one test file, with the runner and the options of the test script', async () => {
    const propose = async (test: string, ...files: string[]): Promise<readonly unknown[]> => {
      const { verify, acceptance } = await proposeChecks(createTree({ test }, ...files), 'pay');
      return [verify, acceptance];
    };
    const [, mocha] = await propose('mocha -r tsx test', 'tsconfig.json');
    assert.match(String(mocha), /^npx mocha (-r |--require=)tsx test\/pay\.test\.ts$/);
    assert.deepEqual(await propose('node --test'), ['npm test', 'node --test test/pay.test.js']);
    assert.deepEqual(await propose('jest --coverage'), ['npm test', 'npx jest test/pay.test.js']);
    assert.deepEqual(await propose('./run-tests.sh'), ['npm test', undefined]);
    const starts = [
      ['pnpm-lock.yaml', 'pnpm exec'],
      ['yarn.lock', 'yarn run'],
      ['bun.lock', 'bun x'],
    ] as const;
    for (const [lock, start] of starts) {
      const [, command] = await propose('vitest run', lock);
      assert.equal(command, `${start} vitest run test/pay.test.js`, "the repository's own package manager");
    }
    assert.deepEqual(await proposeChecks(createTree({}), 'pay'), {});
  });

  for (const { id: template } of listContractTemplates()) {
    it(`[EDIT-1] of the template ${template} satisfies the model and the plan rules with its defaults`, async () => {
      const tree = createTree({ test: 'vitest run' }, 'tsconfig.json', 'src/index.ts');
      const { file, text, snippet } = await draftContract(tree, { template, task: TASK });
      assert.equal(file, 'payments-client.contract.yaml');
      assert.deepEqual(read(text).problems, []);
      assert.deepEqual(await rulesOf(text), []);
      const chunk = read(text).contract?.chunks[0];
      assert.equal(chunk?.description, TASK);
      assert.equal(chunk.title, TASK);
      assert.ok(chunk.allowedFiles.some((path) => path === 'src/payments-client.ts'));
      assert.equal(expand(snippet), text);
      assert.match(snippet, /\$\{1:/);
    });

    it(`[EDIT-1] of the template ${template} stays valid with any sentence`, async () => {
      const tasks = ["it's: a 'quote' \"and\" # $1 ${x} \\ }", '支付', 'delete { all: [things] }', '2FA', '- a\nlist'];
      for (const task of tasks) {
        const { text, snippet } = await draftContract(createTree(undefined), { template, task });
        assert.deepEqual(read(text).problems, [], task);
        assert.equal(read(text).contract?.chunks[0]?.description, task.replace(/\s+/g, ' '));
        assert.equal(expand(snippet), text);
      }
    });
  }

  it('[EDIT-1] without a task has placeholders that begin with TODO', async () => {
    const { text } = await draftContract(createTree(undefined), {});
    assert.match(read(text).contract?.chunks[0]?.description ?? '', /^TODO: /);
  });

  it('[EDIT-1] does not overwrite: the name of a second contract has a number', async () => {
    const tree = createTree(undefined, 'payments-client.contract.yaml');
    const { file, text } = await draftContract(tree, { task: TASK });
    assert.equal(file, 'payments-client-2.contract.yaml');
    assert.equal(read(text).contract?.spec.id, 'payments-client-2');
  });

  it('[EDIT-1] writes new modules next to the module that is open', async () => {
    const tree = createTree(undefined, 'packages/api/src/server.ts');
    const { text } = await draftContract(tree, { task: TASK, near: 'packages/api/src/server.ts' });
    assert.deepEqual(read(text).contract?.chunks[0]?.allowedFiles, ['packages/api/src/payments-client.ts']);
  });

  it('names the templates if there is none with an id', async () => {
    const drafting = draftContract(createTree(undefined), { template: 'modul' });
    await assert.rejects(drafting, { code: 'not-found', hint: /module, function/ });
  });

  it('[EDIT-1] its chunk can be added to a contract without a chunk, and to one with chunks', async () => {
    const { text: drafted } = await draftContract(createTree(undefined), { task: TASK, template: 'function' });
    for (const chunks of ['chunks: []\n', 'chunks:\n', '']) {
      const text = `# mine\r\nspec: { id: a, title: A } # keep\r\n${chunks.replace('\n', '\r\n')}`;
      const added = addChunk({ file: 'a.contract.yaml', text }, drafted);
      assert.deepEqual(read(added.text).problems, [], added.text);
      assert.ok(added.text.startsWith('# mine\r\nspec: { id: a, title: A } # keep\r\n'));
      assert.doesNotMatch(added.text.replaceAll('\r\n', ''), /\n/);
    }
    const twice = addChunk({ file: 'a.contract.yaml', text: drafted }, drafted);
    assert.equal(twice.chunk, 'payments-client-2');
    assert.equal(read(twice.text).contract?.chunks.length, 2);
    assert.match(twice.text.split('\n')[twice.line - 1] ?? '', /payments-client-2/);
  });

  it('[LANG-1] [EDIT-1] requires the signature of a sentence in the form of Python or Go, in a file of that language', async () => {
    const python = { 'src/shop/__init__.py': '', 'src/shop/text.py': 'def f(): ...\n' };
    const go = { 'go.mod': 'module example.com/shop\n', 'text/text.go': 'package text\n' };
    const script = { 'package.json': '{}', 'src/a.ts': 'export {};\n' };
    const def = 'Add def parse_url(text: str) -> str';
    const func = 'Add func ParseURL(s string) (string, error)';
    const cases: readonly (readonly [Record<string, string>, string, readonly [string, string, string]])[] = [
      [python, def, ['src/shop/parse_url.py', 'parse_url', '(text: str) -> str']],
      [go, func, ['parseurl/parse_url.go', 'ParseURL', '(s string) (string, error)']],
      [{}, def, ['parse_url.py', 'parse_url', '(text: str) -> str']],
      [{ ...script, ...python }, def, ['src/shop/parse_url.py', 'parse_url', '(text: str) -> str']],
      [{ ...python, ...go }, func, ['parseurl/parse_url.go', 'ParseURL', '(s string) (string, error)']],
      // The language of the repository counts.
      [script, def, ['src/parse-url.js', 'parseUrl', 'TODO: (input: string) => string']],
      [python, 'Add parse_url(text: str -> str)', ['src/shop/parse_url.py', 'parse_url', 'TODO: (text: str) -> str']],
    ];
    for (const [files, task, expected] of cases) {
      const tree = new MemoryTree(files);
      const { text } = await draftContract(tree, { template: 'function', task });
      const document = read(text);
      const [chunk] = document.contract?.chunks ?? [];
      const [required] = chunk?.functions ?? [];
      assert.deepEqual([required?.file, required?.name, required?.signature], expected);
      assert.deepEqual(chunk?.creates, [`${expected[1]}()`]);
      const { findings } = await checkPlan({ document, files: Object.keys(files) });
      assert.deepEqual(
        findings.filter(({ severity }) => severity === 'error'),
        [],
      );
    }
  });

  it('[LANG-1] [EDIT-1] names files, functions and signatures in the form of Python and Go, without types', async () => {
    const python = new MemoryTree({
      'pyproject.toml': '[tool.pytest.ini_options]\n',
      'src/shop/__init__.py': '',
      'src/shop/text.py': 'def f(): ...\n',
    });
    const go = new MemoryTree({ 'go.mod': 'module example.com/shop\n', 'text/text.go': 'package text\n' });
    const cases = [
      {
        tree: python,
        file: 'src/shop/payments_client.py',
        name: 'payments_client',
        signature: '(text: str) -> str',
        verify: 'pytest',
        test: 'pytest tests/test_payments.py',
      },
      {
        tree: go,
        file: 'paymentsclient/payments_client.go',
        name: 'PaymentsClient',
        signature: '(text string) (string, error)',
        verify: 'go test ./...',
        test: 'go test ./payments',
      },
    ];
    for (const { tree, file, name, signature, verify, test } of cases) {
      for (const { id } of listContractTemplates()) {
        const text = await draft(tree, { template: id });
        const { contract, problems } = read(text);
        assert.deepEqual(problems, [], text);
        const [chunk] = contract?.chunks ?? [];
        assert.ok(chunk !== undefined && chunk.allowedFiles.includes(file), text);
        assert.equal(contract?.verify?.command, verify);
        assert.ok(text.includes(test), text);
        assert.deepEqual(chunk.types, []);
        for (const one of chunk.functions) assert.deepEqual([one.name, one.signature], [name, `TODO: ${signature}`]);
        const { findings } = await checkPlan({ document: read(text), files: await tree.listFiles() });
        assert.deepEqual(
          findings.filter(({ severity }) => severity === 'error'),
          [],
          id,
        );
      }
    }
    // The module that the work is about decides, also in a repository with JavaScript.
    const mixed = new MemoryTree({ 'package.json': '{}', 'tools/report.py': '' });
    assert.match(
      await draft(mixed, { template: 'module', near: 'tools/report.py' }),
      /allowedFiles: \[tools\/payments_client\.py\]/,
    );
    assert.match(await draft(mixed, { template: 'module' }), /allowedFiles: \[src\/payments-client\.js\]/);
  });
});
