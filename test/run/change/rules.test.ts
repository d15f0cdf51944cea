import assert from 'node:assert/strict';
import { ALWAYS_FILE } from '../../../src/contract/always-file.ts';
import { listChangeViolations } from '../../../src/run/change/change-violations.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const NO_CONSOLE = '{ type: pattern_match, target: "src/**/*.ts", pattern: "console", not: true }';
const LICENSED = '{ type: pattern_match, target: "src/**/*.ts", pattern: "MIT", every: true }';
const HAS_INIT = '{ type: export_exists, target: init, file: src/conf.ts }';

function rules(...checks: readonly string[]): string {
  return `version: 1
spec: { id: always, title: Rules }
chunks:
  - id: rule-1
    title: Rule
    assertions:
${checks.map((check, index) => `      - { type: assert, message: Rule ${index + 1}, check: ${check} }\n`).join('')}`;
}

/** The messages of what the change violates. */
async function judge(
  files: Readonly<Record<string, string>>,
  change: (workspace: Workspace) => void,
): Promise<readonly string[]> {
  using workspace = new Workspace({ 'package.json': '{ "type": "module" }\n', ...files });
  await using engine = openFolderEngine(workspace);
  change(workspace);
  const judgement = await engine.changes.judge({ base: await engine.changes.findBase('HEAD') });
  const violations = listChangeViolations(judgement).map(({ message }) => message);
  assert.equal(judgement.ok, violations.length === 0);
  return violations;
}

describe('A rule for every change', () => {
  for (const [name, check, wrong, right] of [
    ['no file may match', NO_CONSOLE, 'console.log(1);\n', 'export const a = 1;\n'],
    ['every file must match', LICENSED, 'export const a = 1;\n', '// MIT\n'],
  ] as const) {
    const files = { [ALWAYS_FILE]: rules(check), 'src/old.ts': wrong, 'src/fine.ts': right };

    it(`[SESSION-2] (${name}) is broken by a new file, although another file broke it before`, async () => {
      assert.deepEqual(await judge(files, (workspace) => workspace.write({ 'src/new.ts': wrong })), ['Rule 1']);
    });

    it(`[SESSION-2] (${name}) excuses a file that broke it before, also under a new name`, async () => {
      const edited = await judge(files, (workspace) => workspace.write({ 'src/old.ts': `${wrong}export {};\n` }));
      assert.deepEqual(edited, []);
      assert.deepEqual(await judge(files, (workspace) => workspace.git('mv', 'src/old.ts', 'src/moved.ts')), []);
    });

    it(`[SESSION-2] (${name}) is broken by a file that kept it before`, async () => {
      assert.deepEqual(await judge(files, (workspace) => workspace.write({ 'src/fine.ts': wrong })), ['Rule 1']);
    });
  }

  it('[SESSION-2] that failed before is not broken by the deletion of its file, and one that passed is', async () => {
    const remove = (workspace: Workspace): string => workspace.git('rm', '-q', 'src/conf.ts');
    const files = { [ALWAYS_FILE]: rules(HAS_INIT) };
    assert.deepEqual(await judge({ ...files, 'src/conf.ts': 'export {};\n' }, remove), []);
    assert.deepEqual(await judge({ ...files, 'src/conf.ts': 'export const init = 1;\n' }, remove), ['Rule 1']);
  });

  it('[SESSION-2] with several asserts reports only those that the change breaks', async () => {
    const files = { [ALWAYS_FILE]: rules(HAS_INIT, NO_CONSOLE), 'src/conf.ts': 'export {};\n' };
    const violations = await judge(files, (workspace) => workspace.write({ 'src/new.ts': 'console.log(1);\n' }));
    assert.deepEqual(violations, ['Rule 2']);
  });
});
