import assert from 'node:assert/strict';
import { checkChunks, checkText, chunk, messages, onlyFinding } from './planning.ts';

const assertion = (check: Record<string, unknown>, type = 'assert'): Record<string, unknown> => ({
  assertions: [{ type, message: 'Must hold', check }],
});

describe('plan rule unread-language', () => {
  const REFUSED: readonly (readonly [string, Record<string, unknown>, string])[] = [
    [
      'a function of a Java file',
      { functions: [{ name: 'solve', file: 'src/Solver.java', signature: '() => void' }] },
      'functions.0.file',
    ],
    [
      'a type of a Ruby file',
      { types: [{ name: 'T', file: 'api/types.rb', definition: '{ a: string }' }] },
      'types.0.file',
    ],
    [
      'an export of a style sheet',
      assertion({ type: 'export_exists', target: 'button', file: 'src/button.css' }),
      'assertions.0.check.file',
    ],
    [
      'a function of a file without extension',
      assertion({ type: 'function_exists', target: 'run', file: 'bin/run' }),
      'assertions.0.check.file',
    ],
    [
      'a signature of a glob',
      assertion({ type: 'signature_match', target: 'f', file: 'src/**/*.rb', expected: '() => void' }),
      'assertions.0.check.file',
    ],
    [
      'a type of a JSON file',
      assertion({ type: 'type_matches', target: 'T', file: 'a.json', expected: '{}' }),
      'assertions.0.check.file',
    ],
    [
      'an export of a resource',
      assertion({ type: 'export_exists', target: 'T', file: 'solver' }),
      'assertions.0.check.file',
    ],
    [
      'what a chunk creates in files that are not read',
      { creates: ['solve()', 'Solver'], allowedFiles: ['src/a.rb', 'lib/*.rs', '!src/b.ts'] },
      'creates',
    ],
  ];
  const resources = [{ id: 'solver', type: 'file', location: 'src/solver.rb' }];
  for (const [title, more, at] of REFUSED) {
    it(`[ENF-VAL-1] refuses ${title}, and names the languages and the checks to use`, async () => {
      const check = await checkChunks([chunk('one', more)], {}, { resources });
      const finding = onlyFinding(check);
      assert.equal(check.ok, false);
      assert.deepEqual(
        [finding.rule, finding.severity, finding.runEffect, finding.chunk],
        ['unread-language', 'error', 'stop-chunk', 'one'],
      );
      assert.equal(finding.at.join('.'), `chunks.0.${at}`);
      assert.match(finding.message, /TypeScript, JavaScript, Vue, Svelte, Astro, Python and Go/);
      assert.match(finding.satisfiedBy ?? '', /file_exists.*pattern_match.*acceptance command/);
    });
  }

  const ACCEPTED: readonly (readonly [string, Record<string, unknown>])[] = [
    [
      'modules',
      {
        functions: [{ name: 'f', file: 'src/a.mts', signature: '() => void' }],
        creates: ['f'],
        allowedFiles: ['src/a.mts', 'a.py'],
      },
    ],
    ['folders and patterns that can contain modules', { creates: ['f'], allowedFiles: ['src/', 'lib/*', '*.{py,ts}'] }],
    [
      'exports, functions and signatures of Python',
      {
        creates: ['solve()'],
        allowedFiles: ['src/solver.py'],
        ...assertion({ type: 'signature_match', target: 'solve', file: 'src/**/*.py', expected: '(a: int) -> int' }),
      },
    ],
    ['a chunk that may write every file', { creates: ['f'] }],
    ['a glob of modules', assertion({ type: 'export_exists', target: 'f', file: 'app/[id]/*.tsx' })],
    ['a check of the whole workspace', assertion({ type: 'export_exists', target: 'f' })],
    ['checks of text', assertion({ type: 'pattern_match', target: 'src/a.py', pattern: 'def solve' })],
    [
      'a check with its own validator',
      assertion({ type: 'export_exists', target: 'f', file: 'src/a.py', validator: 'python-exports' }),
    ],
  ];
  for (const [title, more] of ACCEPTED) {
    it(`[ENF-VAL-1] accepts ${title}`, async () => {
      assert.deepEqual(messages(await checkChunks([chunk('one', more)])), []);
    });
  }

  it('[LANG-2] refuses types of Python, and names the language and the checks to use', async () => {
    for (const [more, at] of [
      [{ types: [{ name: 'T', file: 'a.py', definition: '{ a: string }' }] }, 'types.0.file'],
      [assertion({ type: 'type_matches', target: 'T', file: 'src/*.py', expected: '{}' }), 'assertions.0.check.file'],
    ] as const) {
      const finding = onlyFinding(await checkChunks([chunk('one', more)]));
      assert.deepEqual([finding.severity, finding.runEffect], ['error', 'stop-chunk']);
      assert.equal(finding.at.join('.'), `chunks.0.${at}`);
      assert.match(finding.message, /types of Python are not read/);
      assert.match(finding.satisfiedBy ?? '', /export_exists.*signature_match.*acceptance command/);
    }
  });

  it('[LANG-2] refuses a method or a field as an export of Go or Python, and names the checks to use', async () => {
    const allowedFiles = ['money/money.go', 'money/cents.go'];
    const cases = [
      [{ allowedFiles, creates: ['Amount', 'Amount.Add()'] }, 'creates.1'],
      [assertion({ type: 'export_exists', target: 'Maker.make', file: 'shop/text.py' }), 'assertions.0.check.target'],
    ] as const;
    for (const [parts, at] of cases) {
      const finding = onlyFinding(await checkChunks([chunk('one', parts)]));
      assert.equal(finding.at.join('.'), `chunks.0.${at}`);
      assert.match(finding.message, /exports of (?:Go|Python) are names without a period/);
      assert.match(finding.satisfiedBy ?? '', /function_exists.*pattern_match/);
    }
  });

  it('[ENF-VAL-10] refuses checks that read TOML, INI or XML as data, and accepts checks of its text', async () => {
    const schema = { type: 'object' };
    for (const [file, check] of [
      ['pyproject.toml', { type: 'schema_match', target: 'pyproject.toml', schema }],
      ['setup.ini', { type: 'contains', target: 'setup.ini', pointer: '/a', expected: '1' }],
      ['src/pom.xml', { type: 'equals', target: 'pom', pointer: '/a', expected: '1' }],
    ] as const) {
      const more = { resources: [{ id: 'pom', type: 'data', location: 'src/pom.xml' }] };
      const finding = onlyFinding(await checkChunks([chunk('one', assertion(check))], {}, more));
      assert.equal(finding.at.join('.'), 'chunks.0.assertions.0.check.target');
      assert.ok(finding.message.includes(`"${file}" as data, but`), finding.message);
      assert.match(finding.satisfiedBy ?? '', /contains or pattern_match/);
    }
    for (const check of [
      { type: 'contains', target: 'pyproject.toml', expected: '[tool]' },
      { type: 'schema_match', target: 'config.yaml', schema },
      { type: 'schema_match', target: 'settings.toml', schema, format: 'json' },
    ]) {
      assert.deepEqual(messages(await checkChunks([chunk('one', assertion(check))])), []);
    }
  });

  it('[ENF-VAL-1] reports a function of the contract at the chunk that is responsible for it', async () => {
    const functions = [{ name: 'solve', file: 'src/solver.rb', signature: '() => void' }];
    const check = await checkChunks(
      [chunk('one'), chunk('two', { allowedFiles: ['src/solver.rb'] })],
      {},
      { functions },
    );
    assert.deepEqual([onlyFinding(check).chunk, onlyFinding(check).at], ['two', ['functions', 0, 'file']]);
  });

  it('[ENF-VAL-1] is a warning for a suggestion, and if validators of the workspace can read the file', async () => {
    const check = { type: 'export_exists', target: 'solve', file: 'src/solver.rb' };
    const suggested = await checkChunks([chunk('one', assertion(check, 'suggest'))]);
    const situation = { files: ['.holdfast/validators/ruby.ts'] };
    for (const one of [suggested, await checkChunks([chunk('one', assertion(check))], situation)]) {
      assert.deepEqual([onlyFinding(one).severity, onlyFinding(one).runEffect, one.ok], ['warning', 'warn', true]);
    }
  });

  it('[ENF-VAL-1] can be allowed by name, and applies to a manifest without conditions', async () => {
    const more = {
      ...assertion({ type: 'export_exists', target: 'f', file: 'a.rb' }),
      plan: { allow: ['unread-language'] },
    };
    const check = await checkChunks([chunk('one', more)]);
    assert.deepEqual([check.ok, check.findings.length, check.allowed.length], [true, 0, 1]);
    const order = { id: 'WO-01', title: 'One', allowed_files: ['src/a.rb'], creates: ['solve'] };
    const manifest = await checkText('plan.json', JSON.stringify({ work_orders: [order] }));
    assert.equal(onlyFinding(manifest).rule, 'unread-language');
    assert.match(onlyFinding(manifest).message, /allowed_files/);
  });
});
