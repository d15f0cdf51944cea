import assert from 'node:assert/strict';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = `version: 3
spec: { id: greetings, title: Greetings }
chunks:
  - { id: hello, title: Say hello, description: Write the module hello., creates: [hello], allowedFiles: [src/hello.ts] }
  - { id: bye, title: Say bye, description: Write the module bye., dependsOn: [hello], creates: [bye], allowedFiles: [src/bye.ts] }
`;

describe('The check of a plan', () => {
  for (const [name, history] of [
    ['is not a database', 'no database'.repeat(500)],
    ['ends too early', 'SQLite format 3\0'.padEnd(4096, '\u0001')],
  ] as const) {
    it(`[ENF-UI-1] finds the same without a history and with one that ${name}`, async () => {
      using workspace = new Workspace({ 'greetings.contract.yaml': CONTRACT });
      const check = async () => {
        await using engine = openFolderEngine(workspace);
        const { findings, strengths } = await engine.plans.check('greetings.contract.yaml');
        return { findings, strengths };
      };
      const expected = await check();
      workspace.write({ '.git/holdfast/history.db': history });
      assert.deepEqual(await check(), expected);
    });
  }
});
