import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createHealthFiles, INVALID_TYPES, TYPES_FILE, VALID_TYPES } from '../cli/support/health-check.ts';
import { lastMessage } from '../servers/agent-model.ts';
import { DIALECTS } from './support/client-dialect.ts';

import { openSite, runConversation } from './support/run-conversation.ts';

describe('agents whose hooks call holdfast', function () {
  this.timeout(300_000);

  for (const dialect of Object.values(DIALECTS)) {
    it(`[AGENT-1] [AGENT-2] ${dialect.id} is denied a file, refused because of a wrong export, and ends with a right tree`, async () => {
      using site = await openSite(dialect, createHealthFiles());
      const { turns } = await runConversation(dialect, site, [
        { toolCalls: [dialect.write(site, 'src/forbidden.ts', 'export const x = 1;\n')] },
        { toolCalls: [dialect.write(site, TYPES_FILE, INVALID_TYPES)] },
        { text: 'Done.' },
        { toolCalls: [dialect.write(site, TYPES_FILE, VALID_TYPES)] },
        { text: 'Done again.' },
      ]);
      const [first, ...others] = turns;
      assert.match(first?.text ?? '', /# Task: Health check types/);
      assert.ok(!existsSync(join(site.folder, 'src/forbidden.ts')));
      const [denial, written, refusal, corrected, ...more] = others.map(lastMessage);
      assert.match(denial ?? '', /forbidden\.ts is outside of the files of the chunk/);
      assert.doesNotMatch(written ?? '', /Holdfast/);
      assert.match(refusal ?? '', /the work is not done\. 2 violations \(refusal 1 of 5\)/);
      assert.match(refusal ?? '', /actual: .*exports HealthCheckStatus, but not HealthCheckResult/);
      assert.doesNotMatch(corrected ?? '', /Holdfast/);
      assert.deepEqual(more, [], 'nothing follows the end that was allowed');
      assert.equal(site.workspace.read(TYPES_FILE), VALID_TYPES);
      const check = await site.holdfast('check');
      assert.equal(check.code, 0, check.stdout);
    });
  }

  // opencode takes half a minute for a conversation.
  for (const dialect of [DIALECTS.codex, DIALECTS.gemini, DIALECTS.qwen]) {
    it(`[AGENT-1] ${dialect.id} is refused because of a forbidden file that a shell command wrote`, async () => {
      using site = await openSite(dialect, createHealthFiles());
      const { turns } = await runConversation(dialect, site, [
        { toolCalls: [dialect.write(site, TYPES_FILE, VALID_TYPES)] },
        { toolCalls: [dialect.shell('echo "export const x = 1;" > src/forbidden.ts')] },
        { text: 'Done.' },
        { toolCalls: [dialect.shell('rm src/forbidden.ts')] },
        { text: 'Done again.' },
      ]);
      const [, , , refusal, ...more] = turns.map(lastMessage);
      assert.match(refusal ?? '', /the work is not done\. 1 violation \(refusal 1 of 5\)/);
      assert.match(refusal ?? '', /src\/forbidden\.ts/);
      assert.equal(more.length, 1, 'nothing follows the end that was allowed');
      assert.equal((await site.holdfast('check')).code, 0);
    });
  }

  // The sandbox of Codex does not let it write to the folder of git.
  for (const dialect of [DIALECTS.gemini, DIALECTS.qwen]) {
    it(`[AGENT-1] ${dialect.id} is refused because of a wrong export that it has committed`, async () => {
      using site = await openSite(dialect, createHealthFiles());
      const { turns } = await runConversation(dialect, site, [
        { toolCalls: [dialect.write(site, TYPES_FILE, INVALID_TYPES)] },
        { toolCalls: [dialect.shell('git add -A && git commit -qm "Add the types"')] },
        { text: 'Done.' },
        { toolCalls: [dialect.write(site, TYPES_FILE, VALID_TYPES)] },
        { text: 'Done again.' },
      ]);
      assert.equal(site.workspace.git('log', '-1', '--format=%s'), 'Add the types');
      const [, , , refusal, ...more] = turns.map(lastMessage);
      assert.match(refusal ?? '', /actual: .*exports HealthCheckStatus, but not HealthCheckResult/);
      assert.equal(more.length, 1, 'nothing follows the end that was allowed');
    });
  }
});
