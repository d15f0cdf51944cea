import assert from 'node:assert/strict';
import { PLAN_RULES } from '../../../src/verdicts/plan/rules/rule-table.ts';
import { absent, checkChunks, checkText, chunk, contract, exists, onlyFinding, rulesOf, messages } from './planning.ts';
import type { PlanSituation } from './planning.ts';

interface Case {
  readonly chunks: readonly unknown[];
  readonly situation?: PlanSituation;
  readonly more?: Record<string, unknown>;
}

const creates = (id: string, path: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  chunk(id, { allowedFiles: [path], postconditions: [exists(path)], ...more });

function itAccepts(title: string, { chunks, situation, more }: Case): void {
  it(`${title}: accepted`, async () => {
    assert.deepEqual(messages(await checkChunks(chunks, situation, more)), []);
  });
}

function itRefuses(
  title: string,
  rule: string,
  { chunks, situation, more }: Case,
  expected: Record<string, unknown>,
): void {
  it(`${title}: refused`, async () => {
    const finding = onlyFinding(await checkChunks(chunks, situation, more));
    assert.equal(finding.rule, rule);
    for (const [key, value] of Object.entries(expected)) {
      assert.deepEqual(finding[key as keyof typeof finding], value, key);
    }
  });
}

describe('the rules of a plan', () => {
  it('[COMP-R1] each rule has a title and an explanation, and is in the table once', () => {
    const ids = PLAN_RULES.map((rule) => rule.id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ['STRUCT', 'COND', 'R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7'])
      assert.ok(ids.includes(id as never), id);
    for (const rule of PLAN_RULES) assert.ok(rule.title.length > 10 && rule.explanation.length > 60, rule.id);
  });

  describe('R1', () => {
    itRefuses(
      '[COMP-R1] a file that only a later chunk creates',
      'R1',
      { chunks: [chunk('one', { preconditions: [exists('a.ts')] }), creates('two', 'a.ts')] },
      { chunk: 'one', path: 'a.ts' },
    );
    itRefuses(
      '[COMP-R1] a file that only a parallel chunk creates',
      'R1',
      {
        chunks: [
          creates('base', 'base.ts'),
          creates('left', 'left.ts', { dependsOn: ['base'] }),
          creates('right', 'right.ts', { dependsOn: ['base'], preconditions: [exists('left.ts')] }),
        ],
      },
      { chunk: 'right', path: 'left.ts' },
    );
    itRefuses(
      '[COMP-R1] file_absent for a file of the initial tree',
      'R1',
      { chunks: [creates('one', 'a.ts', { preconditions: [absent('a.ts')] })], situation: { files: ['a.ts'] } },
      { chunk: 'one', path: 'a.ts' },
    );
    itRefuses(
      '[COMP-R1] a file that an earlier chunk removes',
      'R1',
      {
        chunks: [
          chunk('one', { allowedFiles: ['a.ts'], postconditions: [absent('a.ts')] }),
          chunk('two', { preconditions: [exists('a.ts')] }),
        ],
        situation: { files: ['a.ts'] },
      },
      { chunk: 'two', path: 'a.ts' },
    );
    itAccepts('[COMP-R1] a file of the initial tree with another spelling', {
      chunks: [chunk('one', { preconditions: [exists('./src//a.ts')] })],
      situation: { files: ['src/a.ts'] },
    });
    itAccepts('[COMP-R1] a file of an indirect ancestor', {
      chunks: [
        creates('one', 'a.ts'),
        creates('two', 'b.ts', { dependsOn: ['one'] }),
        creates('three', 'c.ts', { dependsOn: ['two'], preconditions: [exists('a.ts'), absent('c.ts')] }),
      ],
    });
    itAccepts('[COMP-R1] a file that is removed and created again', {
      chunks: [
        chunk('one', { allowedFiles: ['a.ts'], postconditions: [absent('a.ts')] }),
        creates('two', 'a.ts', { preconditions: [absent('a.ts')] }),
        chunk('three', { preconditions: [exists('a.ts')] }),
      ],
      situation: { files: ['a.ts'] },
    });
  });

  describe('R2', () => {
    itRefuses(
      '[COMP-R2] file_exists and file_absent for one path with two spellings',
      'R2',
      {
        chunks: [chunk('one', { preconditions: [exists('src/a.ts'), absent('./src//a.ts')] })],
        situation: { files: ['src/a.ts'] },
      },
      { chunk: 'one', path: 'src/a.ts' },
    );
    itRefuses(
      '[COMP-R2] contradictory postconditions',
      'R2',
      { chunks: [chunk('one', { allowedFiles: ['a.ts'], postconditions: [exists('a.ts'), absent('a.ts')] })] },
      { chunk: 'one', path: 'a.ts' },
    );
    itAccepts('[COMP-R2] a file that is absent before and exists after', {
      chunks: [creates('one', 'a.ts', { preconditions: [absent('a.ts')] })],
    });
  });

  describe('R3 and R4', () => {
    itRefuses(
      '[COMP-R3] a postcondition for a file that is not allowed',
      'R3',
      { chunks: [chunk('one', { allowedFiles: ['src/*.ts'], postconditions: [exists('lib/a.ts')] })] },
      { chunk: 'one', path: 'lib/a.ts' },
    );
    itAccepts('[COMP-R3] a postcondition for a file that a pattern allows', {
      chunks: [chunk('one', { allowedFiles: ['src/**'], postconditions: [exists('src/deep/a.ts')] })],
    });
    itAccepts('[COMP-R3] a postcondition of a chunk without allowed files', {
      chunks: [chunk('one', { postconditions: [exists('a.ts')] })],
    });
    itRefuses(
      '[COMP-R4] an allowed file without a postcondition, with another spelling',
      'R4',
      { chunks: [chunk('one', { allowedFiles: ['./a.ts', 'b.ts'], postconditions: [exists('a.ts')] })] },
      { chunk: 'one', path: 'b.ts' },
    );
    itAccepts('[COMP-R4] allowed files of a chunk without postconditions', {
      chunks: [chunk('one', { allowedFiles: ['a.ts'] })],
    });
    itAccepts('[COMP-R4] patterns, and a file with file_absent', {
      chunks: [chunk('one', { allowedFiles: ['a.ts', 'src/**'], postconditions: [absent('a.ts')] })],
      situation: { files: ['a.ts'] },
    });
  });

  describe('R6 and R7', () => {
    const verify = { command: 'npm test', requires: [exists('test/a.test.ts')] };
    itRefuses(
      '[COMP-R6] a verify contract that no chunk satisfies',
      'R6',
      { chunks: [creates('one', 'a.ts')], more: { verify }, situation: { files: ['package.json'] } },
      { path: 'test/a.test.ts' },
    );
    it('[COMP-R6] a chunk is exempt until its ancestors satisfy the verify contract', async () => {
      const chunks = [
        creates('code', 'a.ts'),
        creates('tests', 'test/a.test.ts', { dependsOn: ['code'] }),
        creates('docs', 'a.md', { dependsOn: ['code'] }),
        creates('more', 'b.ts', { dependsOn: ['tests'] }),
      ];
      const check = await checkChunks(chunks, { files: ['package.json'] }, { verify });
      assert.deepEqual(messages(check), []);
      assert.deepEqual(check.verifyExempt, ['code', 'docs']);
    });
    it('[COMP-R6] a verify_exempt value in a file is ignored', async () => {
      const order = { title: 'T', intent: 'i', forbidden: [], acceptance_commands: [], context_files: [] };
      const manifest = {
        verify_contract: { command: 'make check', requires: [exists('check.sh')] },
        work_orders: [
          { ...order, id: 'WO-01', allowed_files: ['a.py'], postconditions: [exists('a.py')], verify_exempt: false },
          {
            ...order,
            id: 'WO-02',
            allowed_files: ['check.sh'],
            postconditions: [exists('check.sh')],
            verify_exempt: true,
          },
        ],
      };
      const check = await checkText('plan.json', JSON.stringify(manifest), { files: ['Makefile'] });
      assert.deepEqual(messages(check), []);
      assert.deepEqual(check.verifyExempt, ['WO-01']);
    });
    for (const command of [
      'npm test',
      'npm run test',
      'npm  run  test',
      'npm t',
      'env CI=1 npm test',
      '/usr/bin/npm test',
    ]) {
      itRefuses(
        `[COMP-R7] "${command}" for npm test`,
        'R7',
        {
          chunks: [chunk('one', { acceptanceCommands: [command] })],
          more: { verify: { command: 'npm test' } },
          situation: { files: ['package.json'] },
        },
        { chunk: 'one' },
      );
    }
    itAccepts('[COMP-R7] a command for some of the tests', {
      chunks: [chunk('one', { acceptanceCommands: ['npm test -- a.test.ts'] })],
      more: { verify: { command: 'npm test' } },
      situation: { files: ['package.json'] },
    });
    for (const command of [
      'bash ./scripts//verify.sh',
      'sh scripts/verify.sh',
      './scripts/verify.sh',
      "bash 'scripts/verify.sh'",
      'bash -e scripts/verify.sh',
      '/bin/bash scripts/../scripts/verify.sh',
    ]) {
      itRefuses(
        `[COMP-R7] "${command}" for the verify script`,
        'R7',
        {
          chunks: [chunk('one', { acceptanceCommands: [command] })],
          more: { verify: { command: 'bash scripts/verify.sh' } },
          situation: { files: ['scripts/verify.sh'] },
        },
        { chunk: 'one' },
      );
    }
    for (const [command, near] of [
      ['bash scripts/verify.sh', 'bash -n scripts/verify.sh'],
      ['bash scripts/verify.sh', 'bash scripts/verify.sh --list'],
      ['node scripts/verify.sh', 'node --check scripts/verify.sh'],
    ] as const) {
      itAccepts(`[COMP-R7] "${near}" with the verify command "${command}"`, {
        chunks: [chunk('one', { acceptanceCommands: [near] })],
        more: { verify: { command } },
        situation: { files: ['scripts/verify.sh'] },
      });
    }
    itRefuses(
      '[COMP-R7] a package script that only runs the verify command',
      'R7',
      {
        chunks: [chunk('one', { allowedFiles: ['a.ts'], acceptanceCommands: ['npm run check'] })],
        more: { verify: { command: 'bash scripts/verify.sh' } },
        situation: {
          files: ['scripts/verify.sh'],
          texts: { 'package.json': '{"scripts":{"check":"bash scripts/verify.sh"}}' },
        },
      },
      { chunk: 'one' },
    );
  });

  describe('COND and STRUCT', () => {
    for (const path of ['/etc/passwd', '../a.ts', 'src/../../a.ts', 'C:/a.ts', '~/a.ts', 'src/*.ts']) {
      itRefuses(
        `[COMP-COND] a condition on ${path}`,
        'COND',
        { chunks: [chunk('one', { preconditions: [exists(path)] })] },
        { chunk: 'one' },
      );
    }
    it('[COMP-COND] a file_absent postcondition is refused in a work order and accepted in a contract', async () => {
      const order = {
        id: 'WO-01',
        title: 'T',
        intent: 'i',
        allowed_files: ['a.py'],
        forbidden: [],
        acceptance_commands: [],
        context_files: [],
      };
      const manifest = JSON.stringify({ work_orders: [{ ...order, postconditions: [absent('a.py')] }] });
      assert.deepEqual(rulesOf(await checkText('plan.json', manifest)), ['COND']);
      const chunks = [chunk('one', { allowedFiles: ['a.py'], postconditions: [absent('a.py')] })];
      assert.deepEqual(messages(await checkChunks(chunks)), []);
    });
    it('[COMP-STRUCT] a dependency cycle is refused and named', async () => {
      const check = await checkChunks([
        chunk('a', { dependsOn: ['b'] }),
        chunk('b', { dependsOn: ['c'] }),
        chunk('c', { dependsOn: ['a'] }),
      ]);
      assert.match(onlyFinding(check).message, /a → b → c → a/);
      assert.deepEqual(rulesOf(check), ['STRUCT']);
    });
    itRefuses(
      '[COMP-STRUCT] a dependency on an unknown chunk',
      'STRUCT',
      { chunks: [chunk('a', { dependsOn: ['z'] }), chunk('b')] },
      { chunk: 'a' },
    );
    itRefuses('[COMP-STRUCT] a duplicate id', 'STRUCT', { chunks: [chunk('a'), chunk('a')] }, { chunk: 'a' });
    itRefuses(
      '[COMP-STRUCT] numbered ids with a gap',
      'STRUCT',
      { chunks: [chunk('step-1'), chunk('step-3')] },
      { chunk: 'step-3' },
    );
    itAccepts('[COMP-STRUCT] numbered ids that continue another plan', {
      chunks: [chunk('step-07'), chunk('step-08'), chunk('step-09')],
    });
    itAccepts('[COMP-STRUCT] ids that only partly end in a number', { chunks: [chunk('types'), chunk('oauth2')] });
    for (const command of [
      'a && b',
      'a | b',
      'a > out',
      'ls *.ts',
      'echo $HOME',
      'echo "unclosed',
      "echo 'unclosed",
      'echo `date`',
      'a; b',
    ]) {
      itRefuses(
        `[COMP-STRUCT] the command ${command}`,
        'STRUCT',
        { chunks: [chunk('one', { acceptanceCommands: [command] })] },
        { chunk: 'one' },
      );
    }
    for (const command of ['node -e "const = 1"', "tsx --eval 'import { from'", 'npx tsx -e "let x = ;"']) {
      itRefuses(
        `[COMP-STRUCT] inline code with a syntax error: ${command}`,
        'STRUCT',
        { chunks: [chunk('one', { acceptanceCommands: [command] })] },
        { chunk: 'one' },
      );
    }
    for (const command of [
      'node -e "await fetch(1)"',
      "tsx -e 'const a: number = 1; console.log(a)'",
      "ruby -e 'puts ('",
      'python -c "def ("',
      "perl -e '%'",
      'node -e \'import fs from "node:fs"\'',
    ]) {
      itAccepts(`[COMP-STRUCT] inline code without a syntax error, or in another language: ${command}`, {
        chunks: [chunk('one', { acceptanceCommands: [command] })],
      });
    }
    it('[COMP-STRUCT] patterns are refused in the files of a work order and accepted in a contract', async () => {
      const order = {
        id: 'WO-01',
        title: 'T',
        intent: 'i',
        allowed_files: ['src/*.py'],
        forbidden: [],
        acceptance_commands: [],
        context_files: [],
      };
      assert.deepEqual(rulesOf(await checkText('plan.json', JSON.stringify({ work_orders: [order] }))), ['STRUCT']);
      assert.deepEqual(messages(await checkChunks([chunk('one', { allowedFiles: ['src/*.ts'] })])), []);
    });
    it('[COMP-STRUCT] entries that are not objects are reported', async () => {
      for (const orders of [['x', 3, null, [], true], {}, 'none', null, [[{}]]]) {
        const check = await checkText('plan.json', JSON.stringify({ system_overview: [], work_orders: orders }));
        assert.equal(check.ok, false);
        assert.deepEqual(rulesOf(check), ['STRUCT'], JSON.stringify(orders));
      }
      for (const entry of [null, 3, 'x', { kind: 7 }, {}]) {
        const check = await checkText('a.contract.json', contract([chunk('one', { preconditions: [entry] })]));
        assert.deepEqual(rulesOf(check), ['COND'], JSON.stringify(entry));
        assert.equal(check.findings[0]?.chunk, 'one');
      }
    });
    it('[COMP-STRUCT] a file over 10 MB is refused before it is parsed', async () => {
      const started = performance.now();
      const check = await checkText('plan.json', `{"work_orders": [${'{"id": "x"},'.repeat(1_000_000)}`);
      assert.ok(performance.now() - started < 1_000);
      assert.match(onlyFinding(check).message, /10 MB/);
    });
    it('[COMP-COMPAT] only structural rules and R7 apply to a manifest without conditions', async () => {
      const order = { title: 'T', intent: 'i', forbidden: [], context_files: ['nowhere.py'] };
      const orders = [
        {
          ...order,
          id: 'WO-01',
          allowed_files: ['scripts/verify.sh'],
          acceptance_commands: ['bash scripts/verify.sh', 'python -c "import unknown"'],
        },
        { ...order, id: 'WO-03', allowed_files: ['a.py'], acceptance_commands: ['a && b'] },
      ];
      const check = await checkText('plan.json', JSON.stringify({ work_orders: orders }));
      assert.deepEqual(rulesOf(check), ['R7', 'STRUCT']);
      assert.equal(check.findings.length, 3);
    });
  });

  describe('the dependencies between chunks', () => {
    itRefuses(
      '[ENF-GATE-2] an export that is never created',
      'consumes-created',
      { chunks: [chunk('one', { creates: ['parse()'] }), chunk('two', { consumes: ['parser'] })] },
      { chunk: 'two' },
    );
    itRefuses(
      '[ENF-GATE-2] an export of a chunk that does not run earlier',
      'consumes-created',
      {
        chunks: [
          chunk('base'),
          chunk('one', { creates: ['A'], dependsOn: ['base'] }),
          chunk('two', { consumes: ['A'], dependsOn: ['base'] }),
        ],
      },
      {
        chunk: 'two',
        fix: {
          action: { kind: 'add-to-list', item: 'one', key: 'dependsOn', chunk: 'two' },
          edits: [{ path: ['chunks', 2, 'dependsOn', 1], value: 'one' }],
        },
      },
    );
    itAccepts('[ENF-GATE-2] exports of the initial tree and of an ancestor', {
      chunks: [chunk('one', { creates: ['A'] }), chunk('two', { consumes: ['A', 'B()'] })],
      situation: { files: ['src/b.ts'], findExports: (names) => Promise.resolve(names.filter((name) => name === 'B')) },
    });
    itAccepts('[ENF-GATE-2] an export of an initial tree whose exports are unknown', {
      chunks: [chunk('one', { consumes: ['A'] })],
      situation: { files: ['src/b.ts'] },
    });
    const creator = chunk('one', {
      functions: [{ name: 'parse', file: 'a.ts', signature: '(text: string, strict?: boolean) => Tree' }],
    });
    itRefuses(
      '[ENF-VAL-4] a signature that differs from the created one',
      'consumed-signature',
      { chunks: [creator, chunk('two', { consumes: ['parse(text: string): Tree'] })] },
      { chunk: 'two' },
    );
    itAccepts('[ENF-VAL-4] the same signature with another spelling', {
      chunks: [
        creator,
        chunk('two', { consumes: ['parse(input: string, isStrict?: boolean): Tree', 'parse()', 'parse'] }),
      ],
    });
    itAccepts('[ENF-VAL-4] a signature that cannot be compared as text', {
      chunks: [creator, chunk('two', { consumes: ['parse({ text }: Options): Tree'] })],
    });
    const parallelChunks = (one: string[], two: string[]): unknown[] => [
      chunk('base'),
      chunk('one', { dependsOn: ['base'], allowedFiles: one }),
      chunk('two', { dependsOn: ['base'], allowedFiles: two }),
    ];
    itRefuses(
      '[ENF-FUTURE-2] one file of two parallel chunks',
      'parallel-writes',
      { chunks: parallelChunks(['src/index.ts'], ['./src/index.ts']) },
      { chunk: 'two', path: 'src/index.ts', severity: 'warning' },
    );
    itRefuses(
      '[ENF-FUTURE-2] a pattern that matches the file of a parallel chunk',
      'parallel-writes',
      { chunks: parallelChunks(['src/**'], ['src/index.ts']) },
      { chunk: 'one', path: 'src/index.ts', severity: 'warning' },
    );
    itRefuses(
      '[TRUST-10] a folder that contains the file of a parallel chunk',
      'parallel-writes',
      { chunks: parallelChunks(['src/'], ['src/index.ts']) },
      { chunk: 'one', path: 'src/index.ts', severity: 'warning' },
    );
    itAccepts('[TRUST-10] a pattern that excludes the file of a parallel chunk', {
      chunks: parallelChunks(['src/**', '!src/index.ts'], ['src/index.ts']),
    });
    itAccepts('[TRUST-10] a postcondition in an allowed folder', {
      chunks: [chunk('one', { allowedFiles: ['src/'], postconditions: [exists('src/index.ts')] })],
    });
    itAccepts('[ENF-FUTURE-2] one file of two chunks with a dependency', {
      chunks: [
        chunk('one', { allowedFiles: ['a.ts'] }),
        chunk('mid', { dependsOn: ['one'] }),
        chunk('two', { dependsOn: ['mid'], allowedFiles: ['a.ts'] }),
      ],
    });
    itAccepts('[ENF-FUTURE-2] one file of two chunks in a plan that is ordered by position', {
      chunks: [chunk('one', { allowedFiles: ['a.ts'] }), chunk('two', { allowedFiles: ['a.ts'] })],
    });
    itRefuses(
      '[COMP-R1] a context file that does not exist',
      'context-files',
      { chunks: [chunk('one', { allowedFiles: ['b.ts'], contextFiles: ['a.ts'] })] },
      { chunk: 'one', path: 'a.ts', severity: 'warning' },
    );
    itAccepts('[COMP-R1] context files of the initial tree, of an ancestor and of the chunk itself, and patterns', {
      chunks: [
        creates('one', 'a.ts'),
        creates('two', 'b.ts', { contextFiles: ['a.ts', 'b.ts', 'c.ts', 'docs', 'src/*.ts'] }),
      ],
      situation: { files: ['c.ts', 'docs/a.md'] },
    });
  });
});
