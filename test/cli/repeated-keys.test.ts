import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { write } from '../faults/adversary/task.ts';
import * as greeting from '../run/support/amended-repository.ts';
import { isFullRun } from '../scripts/full-run.ts';
import { CONTRACT, createChainFiles, PLAIN } from '../run/support/gate-fixtures.ts';
import type { LoopbackServer, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { dumpHistory } from './support/dump-history.ts';
import { textReply } from './support/health-check.ts';
import { callHoldfast, type ProcessResult } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const KEY = 'sk-live-4f9d2c7a';
const REFUSED = 'The answer contains an API key of the model.';
/** JSON data with the first letter of each key escaped, which a search in the text does not find. */
const escapeKey = (json: string): string => json.replaceAll(KEY, `\\u0073${KEY.slice(1)}`);

function run(workspace: Workspace, server: LoopbackServer, ...args: string[]): Promise<ProcessResult> {
  return callHoldfast(workspace.folder, args, { ...workspace.environment(server), HOLDFAST_API_KEY: KEY });
}

/** Checks that the key is in no output, no stored record and no request. Returns the stored records. */
function assertKeyIsAbsent(workspace: Workspace, server: LoopbackServer, { stdout, stderr }: ProcessResult): string {
  const database = dumpHistory(workspace);
  for (const text of [stdout, stderr, database, ...server.requests.map((request) => request.text)]) {
    assert.ok(!text.includes(KEY), text);
  }
  return database;
}

describe('A key that the model repeats', () => {
  it('[TRUST-3] is masked in the names and ids of tool calls, and each result keeps its call', async () => {
    using workspace = new Workspace(createChainFiles());
    const calls: ScriptedReply = {
      toolCalls: [
        { id: `call_${KEY}`, name: `read_${KEY}` },
        { id: 'call_plain', ...write('src/one.ts', PLAIN) },
      ],
    };
    const replies = [calls, { text: 'Done.' }];
    await using server = await startOpenAiChatServer([...replies, ...replies]);
    const result = await run(workspace, server, 'run', CONTRACT, '--chunk', 'one', '--format', 'json');
    assert.equal(result.code, 1, result.stderr);
    assert.match(assertKeyIsAbsent(workspace, server, result), /call__redacted_/);
    const messages = server.requests[1]?.body['messages'] as readonly {
      readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
      readonly tool_call_id?: string;
    }[];
    const requested = messages.flatMap(({ tool_calls: toolCalls }) => toolCalls ?? []);
    assert.deepEqual(
      requested.map(({ id, function: { name } }) => [id, name]),
      [
        ['call__redacted_', 'read__redacted_'],
        ['call_plain', 'write_file'],
      ],
    );
    assert.deepEqual(
      messages.flatMap(({ tool_call_id: id }) => id ?? []),
      requested.map(({ id }) => id),
    );
  });

  describe('in an amendment', () => {
    const { path, oldValue } = greeting.PROPOSAL.proposedChanges[0] ?? { path: '', oldValue: '' };
    const leaks = {
      'a changed value': {
        ...greeting.PROPOSAL,
        proposedChanges: [{ path, oldValue, newValue: `(name: string, key?: '${KEY}') => string` }],
      },
      'an additional type': {
        ...greeting.PROPOSAL,
        additionalTypes: [{ name: 'GreetOptions', definition: `{ key?: '${KEY}' }` }],
      },
    };
    const args = ['run', greeting.CONTRACT, '--chunk', 'greet', '--format', 'json'];

    for (const [place, leak] of Object.entries(leaks)) {
      it(`[TRUST-3] is refused in ${place} also with an escaped character, and the model is queried again`, async () => {
        using workspace = new Workspace(greeting.createGreetingFiles());
        await using server = await startOpenAiChatServer(
          greeting.createAnswerScript({
            attempt: greeting.replyWithAmendmentRequest,
            amendment: (number) => (number === 1 ? escapeKey(JSON.stringify(leak)) : greeting.PROPOSAL),
          }),
        );
        const result = await run(workspace, server, ...args);
        const { amendment } = JSON.parse(result.stdout) as ChunkRunResult;
        assertKeyIsAbsent(workspace, server, result);
        assert.ok(server.requests.at(-1)?.text.includes(REFUSED));
        const accepted = await run(workspace, server, 'amendments', 'accept', amendment?.id ?? '', '--format', 'json');
        assert.equal(accepted.code, 0, accepted.stderr);
        assert.equal(workspace.read(greeting.CONTRACT), greeting.AMENDED_TEXT);
      });

      // What follows a refusal does not depend on the place.
      if (!isFullRun && place !== 'a changed value') continue;
      it(`[TRUST-3] drops the amendment if every answer has it in ${place}, and stores none of it`, async () => {
        using workspace = new Workspace(greeting.createGreetingFiles());
        await using server = await startOpenAiChatServer(
          greeting.createAnswerScript({
            attempt: greeting.replyWithAmendmentRequest,
            amendment: () => escapeKey(JSON.stringify(leak)),
          }),
        );
        const result = await run(workspace, server, ...args);
        assert.equal(result.code, 1, result.stderr);
        assert.equal((JSON.parse(result.stdout) as ChunkRunResult).amendment, undefined);
        const database = assertKeyIsAbsent(workspace, server, result);
        assert.ok(database.includes(`None of 3 answers was usable: ${REFUSED}`));
        assert.equal(workspace.read(greeting.CONTRACT), greeting.CONTRACT_TEXT);
      });
    }
  });

  describe('in a plan', () => {
    const plan = (description: string, reason: string): ScriptedReply => {
      const chunk = {
        id: 'grid',
        title: 'Grid',
        description,
        allowedFiles: ['src/grid.js'],
        postconditions: [{ kind: 'file_exists', path: 'src/grid.js' }],
        acceptanceCommands: [`node -e "import('./src/grid.js')"`],
      };
      const contract = { spec: { id: 'grid', title: 'Grid' }, chunks: [chunk] };
      return textReply(escapeKey(JSON.stringify({ reasons: { grid: reason }, contract })));
    };
    const leaks = {
      'the contract': plan(`Use ${KEY}.`, 'The only chunk.'),
      'a reason': plan('Write it.', `It needs ${KEY}.`),
    };
    const files = { 'spec.md': 'A grid.\n', 'package.json': '{ "name": "grid", "type": "module" }\n' };

    for (const [place, leak] of Object.entries(leaks)) {
      it(`[TRUST-3] is refused in ${place} also with an escaped character, and the model is queried again`, async () => {
        using workspace = new Workspace(files);
        const replies = [leak, plan('Write it.', 'The only chunk.'), textReply('{"errors": []}')];
        await using server = await startOpenAiChatServer(replies);
        const result = await run(workspace, server, 'plan', 'compile', 'spec.md', '--format', 'json');
        assert.equal(result.code, 0, result.stdout + result.stderr);
        assertKeyIsAbsent(workspace, server, result);
        assert.ok(server.requests[1]?.text.includes(REFUSED));
        assert.ok(!workspace.read('spec.contract.yaml').includes(KEY));
      });
    }

    it('[TRUST-3] fails the compilation if every answer has it, and no file is written', async () => {
      using workspace = new Workspace(files);
      await using server = await startOpenAiChatServer(() => leaks['the contract']);
      const args = ['plan', 'compile', 'spec.md', '--tries', '2', '--format', 'json'];
      const result = await run(workspace, server, ...args);
      assert.equal(result.code, 1, result.stderr);
      assert.ok(assertKeyIsAbsent(workspace, server, result).includes(REFUSED));
      assert.equal(server.requests.length, 2);
      assert.ok(!existsSync(join(workspace.folder, 'spec.contract.yaml')));
    });

    it('[TRUST-3] is masked in what the reviewer writes', async () => {
      using workspace = new Workspace(files);
      const objection = { chunk: 'grid', command: `echo ${KEY}`, problem: `It needs ${KEY}.` };
      await using server = await startOpenAiChatServer([
        plan('Write it.', 'The only chunk.'),
        textReply(JSON.stringify({ errors: [objection] })),
      ]);
      const args = ['plan', 'compile', 'spec.md', '--tries', '1', '--format', 'json'];
      const result = await run(workspace, server, ...args);
      assert.equal(result.code, 1, result.stderr);
      assert.match(assertKeyIsAbsent(workspace, server, result), /It needs \[redacted\]/);
    });
  });
});
