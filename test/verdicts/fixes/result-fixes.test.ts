import assert from 'node:assert/strict';
import type { ExportRequest } from '../../../src/verdicts/analysis/analysis.ts';
import { findExportEdit } from '../../../src/verdicts/analysis/export-edits.ts';
import { checkRequirements } from '../../../src/verdicts/checks/check-requirements.ts';
import type { AssertionResult } from '../../../src/verdicts/checks/interfaces/result.ts';
import { requirementsOf } from '../../../src/contract/requirements.ts';
import type { MechanicalFix } from '../../../src/verdicts/fixes/fix.ts';
import { fixTitle } from '../../../src/verdicts/fixes/fix-title.ts';
import { fixesOfResult, useSimilarName } from '../../../src/verdicts/fixes/result-fixes.ts';
import { toLocation } from '../../../src/foundation/position.ts';
import { subjectOf, type Files } from '../checks/checking.ts';
import { read } from '../../contract/read-sample.ts';

interface Case {
  /** Lines of the chunk. */
  readonly chunk: string;
  readonly files: Files;
  /** Changes the results, for what a check without a type checker cannot find out. */
  readonly change?: (result: AssertionResult) => AssertionResult;
}

/** Checks a contract of one chunk against files, and returns the fixes of its failed results. */
async function findFixes({ chunk, files, change = (result) => result }: Case) {
  const text = `spec: { id: demo, title: Demo }\nchunks:\n  - id: one\n    title: One # the only one\n${chunk}`;
  const document = read(text);
  const [first] = document.contract?.chunks ?? [];
  assert.ok(
    document.contract !== undefined && first !== undefined,
    document.problems.map((one) => one.message).join('\n'),
  );
  const requirements = requirementsOf(document.contract, first);
  const subject = await subjectOf(files, { allowedFiles: first.allowedFiles });
  const results = await checkRequirements(requirements, subject);
  const failed = results
    .map((result, index) => ({
      ...change(result),
      contractLocation: toLocation(document.file, document.rangeOf(requirements[index]?.origin ?? [])),
    }))
    .filter(({ passed }) => !passed)
    .map((result) => ({ document, chunk: 'one', result }));
  const { tree, index } = subject;
  const source = {
    readText: (file: string) => tree.readText(file),
    exportName: (request: ExportRequest) => findExportEdit({ tree, index }, request),
  };
  const fixes = (await Promise.all(failed.map((one) => fixesOfResult(one, source)))).flat();
  return { text, failed, fixes };
}

function titles(fixes: readonly MechanicalFix[]): readonly string[] {
  return fixes.map(({ action }) => fixTitle(action));
}

function changeOf(fixes: readonly MechanicalFix[], title: string): MechanicalFix['change'] {
  const found = fixes.find(({ action }) => fixTitle(action) === title);
  assert.ok(found, titles(fixes).join(', '));
  return found.change;
}

const misspelled = { 'src/a.ts': '/** A. */\nexport function checkHealht(): void {}\n' };

describe('The fixes of a failed assertion', () => {
  it('[EDIT-3] rename the similar export, or use its name in the contract', async () => {
    const chunk = `    assertions:
      - { type: assert, message: M, check: { type: export_exists, target: checkHealth, file: src/a.ts } } # needed
`;
    const { text, fixes } = await findFixes({ chunk, files: misspelled });
    assert.deepEqual(changeOf(fixes, 'Rename checkHealht to checkHealth'), {
      kind: 'rename',
      file: 'src/a.ts',
      line: 2,
      column: 17,
      from: 'checkHealht',
      to: 'checkHealth',
    });
    const change = changeOf(fixes, 'Use the name "checkHealht" in the contract');
    assert.deepEqual(change, {
      kind: 'text',
      file: 'work.contract.yaml',
      text: text.replace('target: checkHealth', 'target: checkHealht'),
    });
  });

  it('[EDIT-3] keep the form of an item of creates', async () => {
    const chunk = '    allowedFiles: [src/a.ts]\n    creates: [checkHealth()]\n';
    const { text, failed } = await findFixes({ chunk, files: misspelled });
    const fix = useSimilarName(failed[0]!);
    assert.ok(fix?.change.kind === 'text');
    assert.equal(fix.change.text, text.replace('checkHealth()', 'checkHealht()'));
  });

  it('[EDIT-3] export a declaration that exists, and nothing that is not at the top level', async () => {
    const chunk = `    assertions:
      - { type: assert, message: M, check: { type: export_exists, target: Order, file: src/a.ts } }
`;
    const declared = 'const a = 1;\r\ninterface Order {}\r\nexport { a };\r\n';
    const { fixes } = await findFixes({ chunk, files: { 'src/a.ts': declared } });
    assert.deepEqual(changeOf(fixes, 'Export Order'), {
      kind: 'texts',
      texts: [{ file: 'src/a.ts', before: declared, after: declared.replace('{ a }', '{ a, Order }') }],
    });
    const nested = { 'src/a.ts': 'export function f() {\n  interface Order {}\n}\ninterface OrderLine {}\n' };
    assert.equal(titles((await findFixes({ chunk, files: nested })).fixes).includes('Export Order'), false);
  });

  it('[EDIT-3] create a missing file, or use the path to which it was moved', async () => {
    const chunk = `    assertions:
      - { type: assert, message: M, check: { type: file_exists, target: src/health.ts } }
`;
    const alone = await findFixes({ chunk, files: {} });
    assert.deepEqual(changeOf(alone.fixes, 'Create "src/health.ts"'), { kind: 'create-file', file: 'src/health.ts' });
    const moved = await findFixes({ chunk, files: { 'lib/health.ts': 'export {};\n' } });
    const change = changeOf(moved.fixes, 'Use the existing file "lib/health.ts"');
    assert.ok(change.kind === 'text');
    assert.equal(change.text, moved.text.replace('src/health.ts', 'lib/health.ts'));
    const outside = await findFixes({ chunk: chunk.replace('src/health.ts', '../health.ts'), files: {} });
    assert.equal(
      titles(outside.fixes).some((title) => title.startsWith('Create')),
      false,
    );
  });

  it('[EDIT-3] use the signature of the code, if the type checker printed it', async () => {
    const chunk = `    functions:
      - { name: load, file: src/a.ts, signature: "() => string" }
`;
    const files = { 'src/a.ts': 'export function load(): number {\n  return 1;\n}\n' };
    const answered = { tier: 3, error: undefined, actual: '() => number', signature: '() => number' } as const;
    const { text, fixes } = await findFixes({ chunk, files, change: (result) => ({ ...result, ...answered }) });
    const change = changeOf(fixes, 'Use the actual signature () => number');
    assert.ok(change.kind === 'text');
    assert.equal(change.text, text.replace('"() => string"', '"() => number"'));
    const undecided = await findFixes({ chunk, files });
    assert.equal(
      titles(undecided.fixes).some((title) => title.startsWith('Use the actual')),
      false,
    );
  });

  it('[EDIT-3] use no sentence of the type checker as a signature', async () => {
    const chunk = `    functions:
      - { name: load, file: src/a.ts, signature: "<T>() => T" }
`;
    const files = { 'src/a.ts': 'export function load(): number {\n  return 1;\n}\n' };
    const answered = { tier: 3, error: undefined, actual: 'load has no type parameters' } as const;
    const { fixes } = await findFixes({ chunk, files, change: (result) => ({ ...result, ...answered }) });
    assert.deepEqual(titles(fixes), ['Run the chunk "one"']);
  });

  it('[EDIT-3] propose an amendment by the name or the signature of the code', async () => {
    const chunk = `    creates: [checkHealth()]
    assertions:
      - { type: suggest, message: M, check: { type: export_exists, target: checkHealth, file: src/a.ts } }
      - { type: assert, message: M, check: { type: export_exists, target: checkHealth, file: src/a.ts } }
      - { type: assert, message: M, check: { type: file_exists, target: b.ts } }
`;
    const { fixes } = await findFixes({ chunk, files: misspelled });
    const proposed = fixes.flatMap(({ change }) => (change.kind === 'propose-amendment' ? [change] : []));
    assert.deepEqual(proposed, [
      { kind: 'propose-amendment', chunk: 'one', requirement: 'chunks[0].assertions[1]' },
      { kind: 'propose-amendment', chunk: 'one', requirement: 'chunks[0].creates[0]' },
    ]);
  });

  it('[EDIT-3] make an assert a suggestion, and run the chunk', async () => {
    const chunk = `    assertions:
      - type: assert # blocks
        message: M
        check: { type: export_exists, target: Missing }
    creates: [Other]
`;
    const { text, fixes } = await findFixes({ chunk, files: {} });
    const change = changeOf(fixes, 'Make it a suggestion');
    assert.ok(change.kind === 'text');
    assert.equal(change.text, text.replace('type: assert #', 'type: suggest #'));
    assert.equal(titles(fixes).filter((title) => title === 'Make it a suggestion').length, 1, 'not for creates');
    assert.deepEqual(changeOf(fixes, 'Run the chunk "one"'), { kind: 'run-chunk', chunk: 'one' });
  });

  it('[EDIT-3] are none for an assertion that passed', async () => {
    const { fixes } = await findFixes({
      chunk: '    creates: [checkHealht]\n    allowedFiles: [src/a.ts]\n',
      files: misspelled,
    });
    assert.deepEqual(fixes, []);
  });

  it('[PLANS-3] change no text of a plan of another tool', async () => {
    const { failed } = await findFixes({
      chunk: '    creates: [checkHealth]\n    allowedFiles: [src/a.ts]\n',
      files: misspelled,
    });
    const plan = read('- [ ] 1.1 Create `checkHealth()` in `src/a.ts`\n', 'openspec/changes/health/tasks.md');
    const source = { readText: () => Promise.resolve(misspelled['src/a.ts']), exportName: () => Promise.resolve([]) };
    const fixes = (
      await Promise.all(
        failed.map(({ result }) => {
          const contractLocation = toLocation(plan.file, plan.rangeOf(['chunks', 0, 'creates', 0]));
          return fixesOfResult({ document: plan, chunk: 'task-1.1', result: { ...result, contractLocation } }, source);
        }),
      )
    ).flat();
    assert.deepEqual(
      fixes.map(({ change }) => change.kind),
      ['rename', 'run-chunk'],
    );
  });
});
