import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import {
  isVerdictRequest,
  attemptReplies,
  createChainFiles,
  CONTRACT,
  PLAIN,
  POLITE,
  readUserMessages,
  verdictJson,
  createReplyScript,
} from '../support/gate-fixtures.ts';
import { openWaitingRun } from '../support/waiting-run.ts';

interface RecordedRun {
  readonly result: ChunkRunResult;
  readonly events: readonly RunEvent[];
}

async function runOne(
  workspace: Workspace,
  server: LoopbackServer,
  landing: 'commit' | 'none' = 'none',
): Promise<RecordedRun> {
  await using engine = openFolderEngine(workspace, { server, landing });
  const events: RunEvent[] = [];
  const result = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'one',
    onEvent: (event) => events.push(event),
  });
  return { result, events };
}

function summarizeGates({ gates }: ChunkRunResult): unknown[] {
  return gates.map(({ id, mode, verdict, attemptCount, maxAttempts }) => [
    id,
    mode,
    verdict,
    attemptCount,
    maxAttempts,
  ]);
}

function notes(events: readonly RunEvent[], level: 'info' | 'warning'): string {
  return events.flatMap((event) => (event.type === 'note' && event.level === level ? event.message : [])).join('\n');
}

describe('the gates of a run', () => {
  it('[GATE-1] [GATE-3] [GATE-6] give guidance to the next attempt, and require a choice if it fails, too', async () => {
    using workspace = await openWaitingRun();
    const { result, events, prompts } = workspace.facts;
    assert.equal(result.status, 'undecided', result.reason);
    assert.equal(prompts.length, 4);
    const prompt = prompts[2]?.at(-1) ?? '';
    assert.match(prompt, /attempt 2 of 2/i);
    assert.match(prompt, /Attempt 2 of 2\. The asserts passed/);
    assert.match(prompt, /- Say hello politely/);
    assert.match(prompt, /Previous feedback of "polite": .*exited with 1/);
    assert.match(prompt, /one\.ts does not say please/);
    assert.deepEqual(summarizeGates(result), [['polite', 'blocking', 'FAIL', 2, 2]]);
    assert.deepEqual(
      result.attempts.map(({ validation }) => [validation.passed, validation.gates?.[0]?.verdict]),
      [
        [false, 'FAIL'],
        [false, 'FAIL'],
      ],
    );
    assert.ok(events.some((event) => event.type === 'choice-needed' && event.runId === result.runId));
    assert.match(notes(events, 'warning'), /Gate retry limit exceeded: polite/);
    assert.equal(workspace.git('status', '--porcelain'), '');
  });

  it('[GATE-4] [GATE-5] block if one of them is blocking, and warn about the others at the end', async () => {
    const gates = `  - { id: polite, command: node polite.mjs }
  - id: advice
    severity: high
    assertions:
      - { message: Says thanks, check: { type: contains, target: src/one.ts, expected: thanks } }
`;
    using workspace = new Workspace(createChainFiles({ gates }));
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(POLITE)]);
    const { result } = await runOne(workspace, server);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(summarizeGates(result), [
      ['polite', 'blocking', 'PASS', 1, 2],
      ['advice', 'advisory', 'FAIL', 2, 2],
    ]);
    assert.match(result.warnings.join(), /"advice".*Says thanks/s);
    const prompt = readUserMessages(server.requests[2]).at(-1) ?? '';
    assert.match(prompt, /these gates failed: "polite"\./);
  });

  it('discard files that their commands write', async () => {
    const gates = `  - { id: writes, command: "node -e \\"require('fs').writeFileSync('left.txt', 'x')\\"" }\n`;
    using workspace = new Workspace(createChainFiles({ gates }));
    await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
    const { result } = await runOne(workspace, server, 'commit');
    assert.equal(result.status, 'pass', JSON.stringify(result.gates));
    assert.deepEqual(result.landed?.files, ['src/one.ts']);
  });

  describe('with a model judge', () => {
    const gates = `  - { id: sound, enforcementMode: blocking, criteria: [Every constant is documented.] }\n`;

    it('show criteria, change and files, but not the conversation, and store the verdict', async () => {
      using workspace = new Workspace(createChainFiles({ gates }));
      await using server = await startOpenAiChatServer(
        createReplyScript(
          [...attemptReplies(PLAIN), ...attemptReplies(PLAIN)],
          [verdictJson('FAIL', 'one has no comment.')],
        ),
      );
      const { result } = await runOne(workspace, server);
      assert.equal(result.status, 'undecided', result.reason);
      const verdictRequests = server.requests.filter(isVerdictRequest);
      assert.equal(verdictRequests.length, 1, 'the second attempt has the same result');
      assert.equal(verdictRequests[0]?.body['temperature'], 0);
      const text = readUserMessages(verdictRequests[0]).join('\n');
      assert.match(text, /Every constant is documented\./);
      assert.match(text, /\+export const one = 1;/);
      assert.match(text, /<file-data path="src\/one\.ts">/);
      assert.doesNotMatch(verdictRequests[0].text, /write_file|Done\./);
      const [gate] = result.gates;
      assert.equal(gate?.reasoning, 'one has no comment.');
      assert.equal(gate.confidence, 0.8);
      assert.deepEqual(gate.evidence, [{ file: 'src/one.ts', line: 1, text: 'export const one' }]);
    });
  });

  describe('in gate files', () => {
    const gateFile = {
      'gates/polite.gate.yaml':
        'id: polite\nseverity: critical\ncommand: node polite.mjs\nretry_config: { max_attempts: 1 }\n',
    };
    const namingChunk = { gates: '', chunkKeys: '    gates: [polite]\n' };

    it('apply to the chunks that name them', async () => {
      using workspace = new Workspace(createChainFiles({ ...namingChunk, extraFiles: gateFile }));
      await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
      const { result } = await runOne(workspace, server);
      assert.equal(result.status, 'undecided', result.reason);
      assert.deepEqual(summarizeGates(result), [['polite', 'blocking', 'FAIL', 1, 1]]);
    });

    it('are reported at their id in the chunk if there is no definition, or more than one', async () => {
      using workspace = new Workspace(createChainFiles(namingChunk));
      await using engine = openFolderEngine(workspace);
      const problems = async () =>
        (await engine.checks.check(CONTRACT)).problems.map(({ code, range, message }) => ({
          code,
          line: range.start.line,
          message,
        }));
      const [unknown] = await problems();
      assert.equal(unknown?.code, 'unknown-gate');
      assert.equal(unknown.line, 8);
      await assert.rejects(engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' }), /Unknown gate "polite"/);

      workspace.write(gateFile);
      assert.deepEqual(await problems(), []);
      workspace.write({ '.holdfast/gates.gate.json': '{ "gates": [{ "id": "polite", "command": "true" }] }' });
      const [ambiguous] = await problems();
      assert.equal(ambiguous?.code, 'ambiguous-gate');
      assert.match(ambiguous.message, /\.holdfast\/gates\.gate\.json.*gates\/polite\.gate\.yaml/);
    });
  });
});
