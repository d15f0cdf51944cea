import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/run/events.ts';
import type { ChunkRunResult } from '../../src/run/result.ts';
import { Workspace } from '../cli/support/workspace.ts';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { openFolderEngine } from './support/folder-engine.ts';
import {
  asksForVerdict,
  attempt,
  chain,
  CONTRACT,
  PLAIN,
  POLITE,
  userMessages,
  verdict,
  worksAndJudges,
} from './support/gated.ts';

interface Ran {
  readonly result: ChunkRunResult;
  readonly events: readonly RunEvent[];
}

async function runOne(workspace: Workspace, server: LoopbackServer): Promise<Ran> {
  await using engine = openFolderEngine(workspace, { server });
  const events: RunEvent[] = [];
  const result = await engine.runChunk({ contract: CONTRACT, chunk: 'one', onEvent: (event) => events.push(event) });
  return { result, events };
}

function counted({ gates }: ChunkRunResult): unknown[] {
  return gates.map(({ id, mode, verdict: word, attemptCount, maxAttempts }) => [
    id,
    mode,
    word,
    attemptCount,
    maxAttempts,
  ]);
}

function notes(events: readonly RunEvent[], level: 'info' | 'warning'): string {
  return events.flatMap((event) => (event.type === 'note' && event.level === level ? event.message : [])).join('\n');
}

describe('the gates of a run', () => {
  it('[GATE-1] [GATE-3] [GATE-6] fail, are tried again with guidance, fail, and leave a choice', async () => {
    using workspace = new Workspace(chain());
    const before = workspace.state();
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(PLAIN)]);
    const { result, events } = await runOne(workspace, server);
    assert.equal(result.status, 'undecided', result.reason);
    assert.equal(server.requests.length, 4);
    const told = userMessages(server.requests[2]).at(-1) ?? '';
    assert.match(told, /attempt 2 of 2/i);
    assert.match(told, /Attempt 2 of 2\. The asserts held/);
    assert.match(told, /- Say hello politely/);
    assert.match(told, /Previous feedback of "polite": .*exited with 1/);
    assert.match(told, /one\.ts does not say please/);
    assert.deepEqual(counted(result), [['polite', 'blocking', 'FAIL', 2, 2]]);
    assert.deepEqual(
      result.attempts.map(({ validation }) => [validation.passed, validation.gates?.[0]?.verdict]),
      [
        [false, 'FAIL'],
        [false, 'FAIL'],
      ],
    );
    assert.ok(events.some((event) => event.type === 'choice-needed' && event.runId === result.runId));
    assert.match(notes(events, 'warning'), /Gate retry limit exceeded: polite/);
    assert.deepEqual(workspace.state(), before);
  });

  it('[GATE-1] are judged only once the asserts hold', async () => {
    using workspace = new Workspace(chain({ ofChunks: '    maxAttempts: 2\n' }));
    const other = 'export const other = 1;\n';
    await using server = await startOpenAiChatServer([...attempt(other), ...attempt(other)]);
    const { result, events } = await runOne(workspace, server);
    assert.equal(result.status, 'fail');
    assert.deepEqual(result.gates, []);
    assert.equal(result.attempts[0]?.validation.gates, undefined);
    assert.ok(!events.some((event) => event.type === 'gate'));
  });

  it('[GATE-8] block with the defaults where a gate is not configured, and pass once they hold', async () => {
    using workspace = new Workspace(chain({ gates: '  - { id: polite, command: node polite.mjs }\n' }));
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(POLITE)]);
    const { result } = await runOne(workspace, server);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(counted(result), [['polite', 'blocking', 'PASS', 1, 2]]);
    assert.equal(workspace.read('src/one.ts'), POLITE);
  });

  it('[GATE-2] have the lowest limit that applies, the chunk’s included', async () => {
    const gates = `  - { id: polite, command: node polite.mjs, retry_config: { max_attempts: 5 } }
  - { id: quiet, command: node --version, retry: { maxAttempts: 4 } }
`;
    using workspace = new Workspace(chain({ gates, ofChunks: '    maxAttempts: 1\n' }));
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const { result } = await runOne(workspace, server);
    assert.equal(result.status, 'undecided');
    assert.deepEqual(counted(result), [
      ['polite', 'blocking', 'FAIL', 1, 1],
      ['quiet', 'blocking', 'PASS', 0, 1],
    ]);
  });

  it('[GATE-2] that advise or inform never shorten a run', async () => {
    const gates = `  - { id: polite, command: node polite.mjs, retry: { maxAttempts: 3 } }
  - { id: advice, severity: high, command: node polite.mjs, retry: { maxAttempts: 1 } }
  - { id: note, severity: low, command: node polite.mjs, retry: { maxAttempts: 1 } }
`;
    using workspace = new Workspace(chain({ gates }));
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(PLAIN), ...attempt(POLITE)]);
    const { result } = await runOne(workspace, server);
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(result.attempts.length, 3);
  });

  it('[GATE-5] warn where they advise, log where they inform, and the run goes on', async () => {
    const gates = `  - { id: advice, name: Manners, severity: medium, command: node polite.mjs }
  - { id: note, severity: low, command: node polite.mjs }
`;
    using workspace = new Workspace(chain({ gates }));
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const { result, events } = await runOne(workspace, server);
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(result.attempts.length, 1);
    assert.equal(result.warnings.length, 1);
    assert.match(result.warnings[0] ?? '', /advisory gate "advice" \(Manners\) failed/);
    assert.match(notes(events, 'warning'), /"advice"/);
    assert.doesNotMatch(notes(events, 'warning'), /"note"/);
    assert.match(notes(events, 'info'), /informational gate "note" failed/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
  });

  it('[GATE-4] [GATE-5] block where one of several blocks, and warn of the others in the end', async () => {
    const gates = `  - { id: polite, command: node polite.mjs }
  - id: advice
    severity: high
    assertions:
      - { message: Says thanks, check: { type: contains, target: src/one.ts, expected: thanks } }
`;
    using workspace = new Workspace(chain({ gates }));
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(POLITE)]);
    const { result } = await runOne(workspace, server);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(counted(result), [
      ['polite', 'blocking', 'PASS', 1, 2],
      ['advice', 'advisory', 'FAIL', 2, 2],
    ]);
    assert.match(result.warnings.join(), /"advice".*Says thanks/s);
    const told = userMessages(server.requests[2]).at(-1) ?? '';
    assert.match(told, /these gates did not: "polite"\./);
  });

  it('[GATE-2] continue the conversation with preserveContext, and begin a fresh one without; both tell the violations', async () => {
    for (const preserves of [true, false]) {
      const gates = `  - { id: polite, command: node polite.mjs, retry: { preserveContext: ${preserves} } }\n`;
      using workspace = new Workspace(chain({ gates }));
      await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(POLITE)]);
      const { result } = await runOne(workspace, server);
      assert.equal(result.status, 'pass', result.reason);
      const messages = userMessages(server.requests[2]);
      assert.equal(messages.length, preserves ? 2 : 1);
      assert.match(messages.at(-1) ?? '', /does not say please/);
      assert.equal(server.requests[2]?.text.includes('"Done."'), preserves);
    }
  });

  it('leave nothing of what their commands write', async () => {
    const gates = `  - { id: writes, command: "node -e \\"require('fs').writeFileSync('left.txt', 'x')\\"" }\n`;
    using workspace = new Workspace(chain({ gates }));
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const { result } = await runOne(workspace, server);
    assert.equal(result.status, 'pass', JSON.stringify(result.gates));
    assert.deepEqual(result.landed?.files, ['src/one.ts']);
  });

  describe('that a model judges', () => {
    const gates = `  - { id: sound, enforcementMode: blocking, criteria: [Every constant is documented.] }\n`;

    it('see criteria, change and files, and not the conversation; the same input gets the stored verdict', async () => {
      using workspace = new Workspace(chain({ gates }));
      await using server = await startOpenAiChatServer(
        worksAndJudges([...attempt(PLAIN), ...attempt(PLAIN)], [verdict('FAIL', 'one has no comment.')]),
      );
      const { result } = await runOne(workspace, server);
      assert.equal(result.status, 'undecided', result.reason);
      const asked = server.requests.filter(asksForVerdict);
      assert.equal(asked.length, 1, 'the second attempt came to the same text');
      assert.equal(asked[0]?.body['temperature'], 0);
      const text = userMessages(asked[0]).join('\n');
      assert.match(text, /Every constant is documented\./);
      assert.match(text, /\+export const one = 1;/);
      assert.match(text, /<file-data path="src\/one\.ts">/);
      assert.doesNotMatch(asked[0].text, /write_file|Done\./);
      const [gate] = result.gates;
      assert.equal(gate?.reasoning, 'one has no comment.');
      assert.equal(gate.confidence, 0.8);
      assert.deepEqual(gate.evidence, [{ file: 'src/one.ts', line: 1, text: 'export const one' }]);
    });

    it('[GATE-4] advise only, unless the contract says that they block', async () => {
      using workspace = new Workspace(
        chain({ gates: gates.replace('enforcementMode: blocking', 'severity: critical') }),
      );
      await using server = await startOpenAiChatServer(worksAndJudges(attempt(PLAIN), [verdict('FAIL')]));
      const { result } = await runOne(workspace, server);
      assert.equal(result.status, 'pass');
      assert.match(result.warnings.join(), /"sound"/);
    });
  });

  describe('in gate files', () => {
    const shared = {
      'gates/polite.gate.yaml':
        'id: polite\nseverity: critical\ncommand: node polite.mjs\nretry_config: { max_attempts: 1 }\n',
    };
    const named = { gates: '', ofChunks: '    gates: [polite]\n' };

    it('hold for the chunks that name them', async () => {
      using workspace = new Workspace(chain({ ...named, more: shared }));
      await using server = await startOpenAiChatServer(attempt(PLAIN));
      const { result } = await runOne(workspace, server);
      assert.equal(result.status, 'undecided', result.reason);
      assert.deepEqual(counted(result), [['polite', 'blocking', 'FAIL', 1, 1]]);
    });

    it('are a mistake at the place of their name where there is none, or there are two', async () => {
      using workspace = new Workspace(chain(named));
      await using engine = openFolderEngine(workspace);
      const problems = async () =>
        (await engine.check(CONTRACT)).problems.map(({ code, range, message }) => ({
          code,
          line: range.start.line,
          message,
        }));
      const [unknown] = await problems();
      assert.equal(unknown?.code, 'unknown-gate');
      assert.equal(unknown.line, 8);
      await assert.rejects(engine.runChunk({ contract: CONTRACT, chunk: 'one' }), /No gate has the id "polite"/);

      workspace.write(shared);
      assert.deepEqual(await problems(), []);
      workspace.write({ '.holdfast/gates.gate.json': '{ "gates": [{ "id": "polite", "command": "true" }] }' });
      const [ambiguous] = await problems();
      assert.equal(ambiguous?.code, 'ambiguous-gate');
      assert.match(ambiguous.message, /\.holdfast\/gates\.gate\.json.*gates\/polite\.gate\.yaml/);
    });
  });
});
