import assert from 'node:assert/strict';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { GitError } from '../../../src/workspace/git/git.ts';
import { contractSchema } from '../../../src/contract/model.ts';
import { attemptUntilAccepted } from '../../../src/run/attempt/attempt-loop.ts';
import { continuesAttempts } from '../../../src/run/attempt/attempt-start.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { createChainFiles, CONTRACT, PLAIN, readUserMessages } from '../support/gate-fixtures.ts';
import { InMemoryRun } from '../support/in-memory-run.ts';

const CHUNK = {
  id: 'total',
  title: 'Totals',
  creates: ['total()', 'add()'],
  allowedFiles: ['src/*.mjs', 'cache/**'],
  contextFiles: ['src/old.mjs'],
  acceptanceCommands: ['node --test test/total.test.mjs'],
};

type AttemptsKey = 'fresh' | 'continue';

/** A workspace whose chunk needs two files. `atTop` and `ofChunk` are the values of `attempts`. */
function createFiles(atTop: AttemptsKey | undefined, ofChunk?: AttemptsKey): Record<string, string> {
  const contract = {
    spec: { id: 'totals', title: 'Totals' },
    attempts: atTop,
    chunks: [{ ...CHUNK, attempts: ofChunk }],
  };
  return {
    'totals.contract.json': JSON.stringify(contract),
    'src/old.mjs': 'export const old = 1;\n',
    '.gitignore': 'cache/\n',
    'test/total.test.mjs': `import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { total } from '../src/total.mjs';
it('adds', () => assert.equal(total([1, 2]), 3));
it('needs the cache and not the old file', () => assert.ok(existsSync('cache/made.txt') && !existsSync('src/old.mjs')));
`,
  };
}

const TOTAL = `import { add } from './add.mjs';\nexport const total = (values) => values.reduce(add);\n`;
const BROKEN_ADD = 'export function add(a, b) {\n  return a - b;\n}\n';

function call(name: string, input: Record<string, unknown>): ScriptedReply {
  return { toolCalls: [{ name, input }] };
}

/** Writes everything, with an error in one file. */
const FIRST_ATTEMPT: readonly ScriptedReply[] = [
  writeFileReply(TOTAL, 'src/total.mjs'),
  writeFileReply(BROKEN_ADD, 'src/add.mjs'),
  writeFileReply('made\n', 'cache/made.txt'),
  call('delete_file', { path: 'src/old.mjs' }),
  textReply('Done.'),
];
/** Changes only what is wrong. */
const SECOND_ATTEMPT: readonly ScriptedReply[] = [
  call('edit_file', { path: 'src/add.mjs', oldText: 'a - b', newText: 'a + b' }),
  call('check_contract', {}),
  textReply('Done.'),
];

async function run(
  files: Record<string, string>,
  landing: 'commit' | 'none' = 'none',
): Promise<{ result: ChunkRunResult; prompts: readonly string[]; toolResults: string; landed: string }> {
  using workspace = new Workspace(files);
  await using server = await startOpenAiChatServer([...FIRST_ATTEMPT, ...SECOND_ATTEMPT]);
  await using engine = openFolderEngine(workspace, { server, landing });
  const result = await engine.runs.runChunk({ contract: 'totals.contract.json', chunk: 'total', maxAttempts: 2 });
  return {
    result,
    prompts: [server.requests[0], server.requests[5]].map((request) => readUserMessages(request).at(-1) ?? ''),
    toolResults: server.requests.at(-1)?.text ?? '',
    landed: workspace.git('show', '--stat', '--format=%s', 'HEAD'),
  };
}

describe('attempts: continue', () => {
  it('[ENF-RETRY-2] starts from the files of the failed attempt, and judges and lands the whole change', async () => {
    const { result, prompts, toolResults, landed } = await run(createFiles('continue'), 'commit');
    assert.equal(result.status, 'pass', JSON.stringify(result.attempts.at(-1)?.validation.problems));
    assert.deepEqual(
      result.attempts.map(({ validation }) => validation.continuedFrom),
      [undefined, 1],
    );
    const diff = result.attempts[1]?.diff ?? '';
    for (const part of ['+++ b/src/total.mjs', '+  return a + b;', '+++ b/cache/made.txt', '--- a/src/old.mjs']) {
      assert.ok(diff.includes(part), `${part} is not in ${diff}`);
    }
    assert.match(landed, /chunk: Totals[^]*cache\/made\.txt[^]*src\/add\.mjs[^]*src\/old\.mjs[^]*src\/total\.mjs/);
    assert.match(toolResults, /ok {7}.*total/, 'check_contract sees what the first attempt wrote');
    const [first = '', second = ''] = prompts;
    assert.match(first, /path=\\?"src\/old\.mjs\\?"/);
    assert.match(second, /The files are as the previous attempt left them/);
    assert.match(second, /It is in the files: do not write it again/);
    assert.match(second, /src\/old\.mjs: this file does not exist yet/);
  });

  it('[ENF-RETRY-2] is off by default', async () => {
    const { result, prompts } = await run(createFiles(undefined));
    assert.equal(result.status, 'fail');
    assert.equal(result.attempts[1]?.validation.continuedFrom, undefined);
    assert.doesNotMatch(result.attempts[1]?.diff ?? '', /total\.mjs/);
    assert.match(prompts[1] ?? '', /The files are in their original state/);
  });

  it('[ENF-RETRY-2] is set by the contract, and a chunk overrides it', () => {
    for (const [atTop, ofChunk, continues] of [
      [undefined, undefined, false],
      ['continue', undefined, true],
      ['continue', 'fresh', false],
      ['fresh', 'continue', true],
      [undefined, 'continue', true],
    ] as const) {
      const contract = contractSchema.parse(JSON.parse(createFiles(atTop, ofChunk)['totals.contract.json'] ?? ''));
      assert.equal(continuesAttempts(contract, contract.chunks[0]!), continues, `${atTop} ${ofChunk}`);
    }
  });

  it('[ENF-RETRY-2] keeps the rules for what an earlier attempt wrote', async () => {
    const files = createFiles('continue');
    const contract = files['totals.contract.json']?.replace('"src/*.mjs"', '"src/*.mjs","test/**"') ?? '';
    using workspace = new Workspace({ ...files, 'totals.contract.json': contract });
    await using server = await startOpenAiChatServer([
      writeFileReply("import { it } from 'node:test';\nit.skip('adds', () => {});\n", 'test/total.test.mjs'),
      ...FIRST_ATTEMPT,
      ...SECOND_ATTEMPT,
    ]);
    await using engine = openFolderEngine(workspace, { server });
    const result = await engine.runs.runChunk({ contract: 'totals.contract.json', chunk: 'total', maxAttempts: 2 });
    assert.equal(result.status, 'fail');
    const violations = result.attempts.map(({ validation }) =>
      validation.assertResults.filter(({ passed }) => !passed),
    );
    assert.ok(
      violations[1]?.some(({ assertion }) => /test/i.test(assertion.message)),
      'the second attempt is judged by the test that the first one weakened',
    );
  });

  it('[ENF-RETRY-2] [GATE-6] continues the stored result of a run that waits for a choice, in another process', async () => {
    using workspace = new Workspace(createChainFiles({ chunkKeys: '    attempts: continue\n' }));
    await using server = await startOpenAiChatServer([
      ...[writeFileReply(PLAIN, 'src/one.ts'), textReply('Done.')],
      ...[textReply('Nothing to do.')],
      ...[
        call('edit_file', { path: 'src/one.ts', oldText: PLAIN, newText: `// please\n${PLAIN}` }),
        textReply('Done.'),
      ],
    ]);
    const runId = await (async () => {
      await using engine = openFolderEngine(workspace, { server });
      const { status, runId: id } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
      assert.equal(status, 'undecided');
      return id;
    })();
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.runs.choose(runId, 'retry');
    assert.equal(status, 'pass', chunks[0]?.reason);
    assert.deepEqual(
      chunks[0]?.attempts.map(({ validation }) => validation.continuedFrom),
      [undefined, 1, 2],
    );
    const messages = readUserMessages(server.requests[3]);
    assert.ok(messages.length > 1, 'the conversation continues');
    assert.match(messages.at(-1) ?? '', /The files are as the previous attempt left them/);
    assert.equal(workspace.read('src/one.ts'), `// please\n${PLAIN}`);
  });

  it('[ENF-RETRY-2] starts from the original files, with a warning, if the result is no longer available', async () => {
    const chunk = `    attempts: continue
    assertions:
      - { message: Exports one, check: { type: export_exists, target: one } }
`;
    const inMemory = new InMemoryRun({ chunk, actual: { 'Exports one': ['two', 'ok'] } });
    const checkout = (commit: string): Promise<void> =>
      Promise.reject(new GitError(`check out the commit ${commit}`, 128, 'fatal: bad object'));
    const attempt = Object.assign(Object.create(inMemory.input.attempt) as object, inMemory.input.attempt, {
      checkout,
    });
    const outcome = await attemptUntilAccepted({ ...inMemory.input, attempt });
    assert.equal(outcome.kind, 'accepted');
    assert.match(inMemory.calls[1] ?? '', /The files are in their original state/);
    const { warnings } = inMemory.input.progress.createResult('pass');
    assert.match(warnings.join(), /Attempt 2 started from the original files .* no longer available.*bad object/);
    assert.match(inMemory.notes().join(), /Attempt 2 started from the original files/);
  });
});
