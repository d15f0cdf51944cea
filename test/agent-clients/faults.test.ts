import { strict as assert } from 'node:assert';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createHealthFiles, INVALID_TYPES, TYPES_FILE, VALID_TYPES } from '../cli/support/health-check.ts';
import { lastMessage } from '../servers/agent-model.ts';
import { DIALECTS } from './support/client-dialect.ts';
import { openSite, runConversation } from './support/run-conversation.ts';

/** opencode takes half a minute for a conversation. */
const dialects = [DIALECTS.codex, DIALECTS.gemini, DIALECTS.qwen];

describe('agents whose hooks meet a fault', function () {
  this.timeout(300_000);

  for (const dialect of dialects) {
    it(`[AGENT-1] ${dialect.id} may end if the judgement takes too long, even if its thread is blocked`, async () => {
      using site = await openSite(dialect, createHealthFiles(), ['--program', 'slow-holdfast']);
      // The main thread of a judgement is blocked before it begins.
      const blocked = JSON.stringify('data:text/javascript,setTimeout(() => { for (;;); }, 1)');
      const slow = `[ "$2" = stop ] || exec holdfast "$@"\nNODE_OPTIONS='--import=${blocked}' exec holdfast "$@" --timeout 1\n`;
      const program = join(site.programs, 'slow-holdfast');
      writeFileSync(program, `#!/bin/sh\n${slow}`);
      chmodSync(program, 0o755);
      const { turns } = await runConversation(dialect, site, [
        { toolCalls: [dialect.write(site, TYPES_FILE, INVALID_TYPES)] },
        { text: 'Done.' },
      ]);
      assert.equal(turns.length, 2, 'the end was not refused');
    });

    it(`[AGENT-1] ${dialect.id} is refused five times at most`, async () => {
      using site = await openSite(dialect, createHealthFiles());
      const { turns } = await runConversation(dialect, site, [
        { toolCalls: [dialect.write(site, TYPES_FILE, INVALID_TYPES)] },
        ...['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((word) => ({
          text: `I am done, says ${word}.`,
        })),
      ]);
      const refusals = turns.map((turn) => /refusal (\d) of 5/.exec(lastMessage(turn))?.[1]);
      assert.deepEqual(refusals, [undefined, undefined, '1', '2', '3', '4', '5']);
    });
  }

  it('[AGENT-1] codex is judged although the history is locked and another contract does not parse', async () => {
    const dialect = DIALECTS.codex;
    using site = await openSite(dialect, { ...createHealthFiles(), 'broken.contract.yaml': 'version: [\n' });
    mkdirSync(join(site.folder, '.git/holdfast'));
    using history = new DatabaseSync(join(site.folder, '.git/holdfast/history.db'));
    history.exec('CREATE TABLE locked (id INTEGER); BEGIN EXCLUSIVE');
    const { turns } = await runConversation(dialect, site, [
      { toolCalls: [dialect.write(site, TYPES_FILE, INVALID_TYPES)] },
      { text: 'Done.' },
      { toolCalls: [dialect.write(site, TYPES_FILE, VALID_TYPES)] },
      { text: 'Done again.' },
    ]);
    const [, , refusal, ...more] = turns.map(lastMessage);
    assert.match(refusal ?? '', /actual: .*exports HealthCheckStatus, but not HealthCheckResult/);
    assert.doesNotMatch(refusal ?? '', /broken\.contract\.yaml/);
    assert.equal(more.length, 1, 'nothing follows the end that was allowed');
  });
});
