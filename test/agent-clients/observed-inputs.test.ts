import { strict as assert } from 'node:assert';
import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHealthFiles, TYPES_FILE, VALID_TYPES } from '../cli/support/health-check.ts';
import { projectRoot } from '../scripts/project.ts';
import { DIALECTS } from './support/client-dialect.ts';
import { openSite, runConversation } from './support/run-conversation.ts';

interface ObservedInput {
  readonly client: string;
  readonly event: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const observed = JSON.parse(
  readFileSync(join(projectRoot, 'test/fixtures/agents/hook-inputs.json'), 'utf8'),
) as readonly ObservedInput[];

describe('the inputs of hooks that other tests use', function () {
  this.timeout(300_000);

  for (const dialect of [DIALECTS.codex, DIALECTS.gemini, DIALECTS.qwen]) {
    it(`have the fields that ${dialect.id} sends`, async () => {
      using site = await openSite(dialect, createHealthFiles(), ['--program', 'logged-holdfast']);
      const program = join(site.programs, 'logged-holdfast');
      writeFileSync(program, `#!/bin/sh\ntee '${site.programs}'/$2.json | holdfast "$@"\n`);
      chmodSync(program, 0o755);
      await runConversation(dialect, site, [
        { toolCalls: [dialect.write(site, TYPES_FILE, VALID_TYPES)] },
        { text: 'Done.' },
      ]);
      const files = readdirSync(site.programs).filter((name) => name.endsWith('.json'));
      assert.deepEqual(files.sort(), ['pre-edit.json', 'session-start.json', 'stop.json']);
      for (const file of files) {
        const input = JSON.parse(readFileSync(join(site.programs, file), 'utf8')) as Readonly<Record<string, unknown>>;
        const event = file.replace('.json', '');
        const fixture = observed.find((one) => one.client === dialect.id && one.event === event);
        assert.deepEqual(
          Object.keys(fixture?.input ?? {}).sort(),
          Object.keys(input).sort(),
          `${event}: ${JSON.stringify(input)}`,
        );
      }
    });
  }
});
