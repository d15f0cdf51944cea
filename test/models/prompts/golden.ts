import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Compares a text with the recording in test/fixtures/prompts. To update the recordings, run
 * `RECORD_PROMPTS=1 npx mocha 'test/models/prompts/*.test.ts'` and review the difference in git.
 */
export function assertGolden(name: string, actual: string): void {
  const file = new URL(`../../fixtures/prompts/${name}.md`, import.meta.url);
  if (process.env['RECORD_PROMPTS'] === '1') {
    mkdirSync(dirname(file.pathname), { recursive: true });
    writeFileSync(file, actual);
  }
  assert.equal(actual, readFileSync(file, 'utf8').replaceAll('\r\n', '\n'), `differs from ${name}.md`);
}
