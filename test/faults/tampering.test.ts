import assert from 'node:assert/strict';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import type { RunEvent } from '../../src/run/report/run-events.ts';
import { textReply } from '../cli/support/health-check.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { readUserMessages } from '../run/support/gate-fixtures.ts';
import type { RecordedRequest, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';

const CONTRACT = 'sum.contract.yaml';
const TEST = 'test/sum.test.mjs';
const PACKAGE = '{ "name": "sum", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n';

/** The test fails until the model fixes `sum`. */
const TEST_TEXT = `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sum } from '../src/sum.mjs';

describe('sum', () => {
  it('adds', () => {
    assert.equal(sum(1, 2), 3);
    assert.equal(sum(2, 2), 4);
  });

  it('adds nothing', () => {
    assert.equal(sum(0, 0), 0);
  });
});
`;

function createFiles(chunkKeys = '', maxAttempts = 1): Record<string, string> {
  return {
    [CONTRACT]: `version: 1
spec: { id: sum, title: Sum }
verify: { command: node --test ${TEST}, requires: [{ kind: file_exists, path: package.json }] }
chunks:
  - id: sum
    title: Sum
    maxAttempts: ${maxAttempts}
${chunkKeys}    assertions:
      - message: Exports sum
        check: { type: export_exists, target: sum, file: src/sum.mjs }
`,
    [TEST]: TEST_TEXT,
    'src/sum.mjs': 'export const sum = (a, b) => a - b;\n',
    'package.json': PACKAGE,
    'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
  };
}

interface Outcome {
  readonly result: ChunkRunResult;
  readonly requests: readonly RecordedRequest[];
  readonly events: readonly RunEvent[];
  readonly test: string;
}

type Calls = NonNullable<ScriptedReply['toolCalls']>;

async function runSum(files: Readonly<Record<string, string>>, ...attempts: readonly Calls[]): Promise<Outcome> {
  using workspace = new Workspace(files);
  const replies = attempts.flatMap((toolCalls) => [{ toolCalls }, textReply('Done.')]);
  await using server = await startOpenAiChatServer(replies);
  await using engine = openFolderEngine(workspace, { server });
  const events: RunEvent[] = [];
  const result = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'sum',
    onEvent: (event) => void events.push(event),
  });
  return { result, requests: server.requests, events, test: workspace.git('show', `HEAD:${TEST}`) };
}

const write = (path: string, content: string): Calls[number] => ({ name: 'write_file', input: { path, content } });
const FIX = write('src/sum.mjs', 'export const sum = (a, b) => a + b;\n');
const SKIPPED = TEST_TEXT.replace("it('adds',", "it.skip('adds',");

/** The failed asserts as "check: target at file:line". */
function listViolations({ attempts }: ChunkRunResult): string[] {
  const results = attempts[0]?.validation.assertResults ?? [];
  return results
    .filter(({ passed }) => !passed)
    .map(
      ({ assertion: { check }, location }) => `${check.type}: ${check.target} at ${location?.file}:${location?.line}`,
    );
}

describe('tampering with tests and configuration', () => {
  it('[TRUST-7] fails a chunk that skips a test instead of fixing the code', async () => {
    const { result, test } = await runSum(createFiles(), [write(TEST, SKIPPED)]);
    assert.equal(result.status, 'fail');
    assert.deepEqual(listViolations(result), ['tests_kept: sum › adds at test/sum.test.mjs:6']);
    assert.equal(test, TEST_TEXT.trim());
  });

  it('[TRUST-7] reports the violation to the next attempt, with file, line and name', async () => {
    const { result, requests } = await runSum(createFiles('', 2), [write(TEST, SKIPPED)], [FIX]);
    assert.equal(result.status, 'pass', result.reason);
    const violation = result.attempts[0]?.validation.retryContext?.previousViolations[0];
    assert.deepEqual(violation?.assertion.check, {
      type: 'tests_kept',
      target: 'sum › adds',
      file: TEST,
      change: 'skipped',
    });
    const [prompt = ''] = readUserMessages(requests[2]);
    assert.match(prompt, /Keep the test "sum › adds" \(test\/sum\.test\.mjs:6\)/);
    assert.match(prompt, /Actual: It is skipped \(skip\)/);
  });

  it('[TRUST-7] shows the rules in the prompt, and the violation in check_contract', async () => {
    const check = { name: 'check_contract', input: {} };
    const { result, requests } = await runSum(createFiles(), [write(TEST, SKIPPED), check]);
    assert.equal(result.status, 'fail');
    assert.match(readUserMessages(requests[0])[0] ?? '', /## DO NOT CHANGE[\s\S]*do not delete, skip/);
    assert.match(JSON.stringify(requests[1]?.body), /FAILS {4}Keep the test/);
  });

  const TAMPERED: readonly (readonly [what: string, calls: Calls, violations: readonly string[]])[] = [
    [
      'deletes a test file',
      [{ name: 'delete_file', input: { path: TEST } }, write('test/other.test.mjs', 'export {};\n'), FIX],
      ['tests_kept: sum › adds at test/sum.test.mjs:6', 'tests_kept: sum › adds nothing at test/sum.test.mjs:11'],
    ],
    [
      'changes a script',
      [write('package.json', PACKAGE.replace('node --test', 'true')), FIX],
      ['scripts_kept: scripts.test at package.json:1'],
    ],
    [
      'relaxes the compiler',
      [write('tsconfig.json', '{ "compilerOptions": { "strict": false } }\n'), FIX],
      ['tooling_kept: compilerOptions.strict at tsconfig.json:1'],
    ],
  ];
  for (const [what, calls, violations] of TAMPERED) {
    it(`[TRUST-7] fails a chunk that ${what}, unless the contract allows it`, async () => {
      const { result } = await runSum(createFiles(), calls);
      assert.equal(result.status, 'fail');
      assert.deepEqual(listViolations(result), violations);
      const glob = await runSum(createFiles("    allowedFiles: ['**/*']\n"), calls);
      assert.equal(glob.result.status, 'fail', 'a glob does not allow it');
    });
  }

  it('[TRUST-7] allows what mayChange lists, and files that allowedFiles names literally', async () => {
    const calls = [FIX, write(TEST, SKIPPED), write('package.json', PACKAGE.replace('--test', '--test test'))];
    for (const keys of [
      '    mayChange: [tests, scripts]\n',
      `    allowedFiles: ['src/**', ./${TEST}, package.json]\n`,
      `    mayChange: [scripts]\n    allowedFiles: ['**', ${TEST}]\n`,
    ]) {
      const { result } = await runSum(createFiles(keys), calls);
      assert.equal(result.status, 'pass', `${keys}${result.reason}`);
    }
    const { result } = await runSum(createFiles('    mayChange: [tests]\n'), calls);
    assert.deepEqual(listViolations(result), ['scripts_kept: scripts.test at package.json:1']);
  });

  it('[TRUST-7] fails a chunk whose own test file excludes the tests of other files', async () => {
    const only = TEST_TEXT.replace("it('adds',", "it.only('adds',");
    const keys = "    allowedFiles: ['src/**', test/own.test.mjs]\n";
    const { result } = await runSum(createFiles(keys), [FIX, write('test/own.test.mjs', only)]);
    assert.equal(result.status, 'fail');
    assert.deepEqual(listViolations(result), ['tests_kept: sum › adds at test/own.test.mjs:6']);
  });

  it('[TRUST-7] fails a chunk that changes the verify script, unless the contract names the file', async () => {
    const script = 'scripts/verify.sh';
    const create = (keys: string): Record<string, string> => {
      const files = createFiles(keys);
      const contract = files[CONTRACT]?.replace('path: package.json', `path: ${script}`) ?? '';
      return { ...files, [CONTRACT]: contract, [script]: `node --test ${TEST}\n` };
    };
    const { result } = await runSum(create(''), [FIX, write(script, 'exit 0\n')]);
    assert.equal(result.status, 'fail');
    assert.deepEqual(listViolations(result), [`scripts_kept: ${script} at ${script}:1`]);
    const keys = `    allowedFiles: ['src/**', ${script}]\n`;
    const allowed = await runSum(create(keys), [FIX, write(script, `set -e\nnode --test ${TEST}\n`)]);
    assert.equal(allowed.result.status, 'pass', allowed.result.reason);
  });

  it('[TRUST-7] fails a chunk that changes a file that a configuration loads', async () => {
    const files = {
      ...createFiles(),
      'tsconfig.json': '{ "extends": "./config/strict" }\n',
      'config/strict.json': '{}\n',
    };
    const { result } = await runSum(files, [
      FIX,
      write('config/strict.json', '{ "compilerOptions": { "noCheck": true } }\n'),
    ]);
    assert.deepEqual(listViolations(result), ['tooling_kept: compilerOptions.noCheck at config/strict.json:1']);
  });

  it('[TRUST-7] lets a refactoring chunk move and add tests, and only warns about fewer assertions', async () => {
    const moved = TEST_TEXT.replace(
      / {2}it\('adds', [\s\S]*?\n {2}}\);\n\n/,
      "  it('is new', () => {\n    assert.equal(sum(5, 5), 10);\n  });\n\n",
    );
    const target = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sum } from '../../src/sum.mjs';

it('adds', () => {
  assert.equal(sum(1, 2), 3);
});
`;
    const { result, test } = await runSum(createFiles(), [
      FIX,
      write(TEST, moved),
      write('test/core/adds.test.mjs', target),
    ]);
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(test, moved.trim());
    const suggestions = result.attempts[0]?.validation.suggestResults.filter(({ passed }) => !passed) ?? [];
    assert.deepEqual(
      suggestions.map(({ assertion: { check }, actual }) => [check.type, check.target, actual]),
      [['assertions_kept', 'adds', '1 assertions']],
    );
  });

  it('[TRUST-7] warns about a chunk without allowedFiles, whose tests are protected, too', async () => {
    const warnings = ({ events }: Outcome): string[] =>
      events.flatMap((event) => (event.type === 'note' && event.level === 'warning' ? [event.message] : []));
    assert.match(warnings(await runSum(createFiles(), [FIX])).join('\n'), /no allowedFiles/);
    const limited = await runSum(createFiles("    allowedFiles: ['src/**']\n"), [FIX]);
    assert.deepEqual(warnings(limited), []);
  });
});
