import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Workspace } from '../../cli/support/workspace.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'a.contract.yaml';
const FILE = 'src/a.ts';
const TEXT = 'export const a = 1;\n';

/** What fails after an attempt has passed, by the writes that fail, and what is left then. */
const FAILURES = [
  ['attempts', 'commit', 'waits'],
  ['attempts', 'review', 'waits'],
  ['attempts', 'working-tree', 'waits'],
  ['attempts', 'none', 'waits'],
  ['pending_reviews', 'review', 'waits'],
  ['chunk_contexts', 'commit', 'landed'],
  ['chunks', 'commit', 'landed'],
] as const;

function createWorkspace(): Workspace {
  return new Workspace({
    [CONTRACT]: JSON.stringify({
      spec: { id: 'a', title: 'A' },
      plan: { allow: ['behavior-check'] },
      chunks: [{ id: 'a', title: 'A', allowedFiles: [FILE], creates: ['a'] }],
    }),
  });
}

describe('A result that passes although the history cannot be written', () => {
  for (const [table, landing, left] of FAILURES) {
    it(`[TRUST-5] is not lost if ${table} cannot be written, with the landing ${landing}`, async () => {
      using workspace = createWorkspace();
      const change = (statements: string): void => {
        using database = new DatabaseSync(join(workspace.folder, '.git/holdfast/history.db'));
        database.exec(statements);
      };
      // The database of another program fails like one that another process has locked, but without the wait.
      const fail = ['INSERT', 'UPDATE']
        .map(
          (event) =>
            `CREATE TRIGGER fail_${event} BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'locked'); END;`,
        )
        .join('\n');
      await using server = await startOpenAiChatServer((_, index) => {
        if (index === 0) change(fail);
        return index === 0 ? writeFileReply(TEXT, FILE) : textReply('Done.');
      });
      await using engine = openFolderEngine(workspace, { server, landing });
      const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'a' });
      assert.equal(server.requests.length, 2, 'the result is paid for once');
      change('DROP TRIGGER fail_INSERT; DROP TRIGGER fail_UPDATE;');
      if (left === 'landed') {
        assert.equal(workspace.read(FILE), TEXT, result.reason);
        return;
      }
      assert.equal(result.status, 'aborted');
      assert.match(JSON.stringify(result), /refs\/holdfast\/results\//);
      await using later = openFolderEngine(workspace, { landing });
      assert.deepEqual(
        (await later.results.pending()).map(({ runId }) => runId),
        [result.runId],
      );
      const landed = await later.results.accept(result.runId, 'working-tree');
      assert.deepEqual(landed.conflicts, []);
      assert.equal(workspace.read(FILE), TEXT);
      assert.deepEqual(await later.results.pending(), []);
      assert.equal(
        (await later.runs.runChunk({ contract: CONTRACT, chunk: 'a' })).upToDate,
        true,
        'its work is recorded',
      );
    });
  }
});
