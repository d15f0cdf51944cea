import assert from 'node:assert/strict';
import type { PlanReport } from '../../../src/engine.ts';
import { createContractLenses } from '../../../src/extension/lenses/contract-lenses.ts';
import type { ContractState, FolderState } from '../../../src/extension/state/workspace-state.ts';
import {
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  sampleFolder,
} from '../support/samples.ts';

const file = '.kiro/specs/cart/tasks.md';
const text = `# Implementation Plan

- [x] 1. Add \`src/a.ts\`
  - _Requirements: 1.1, 2.3_
- [ ] 2. Add \`src/b.ts\`
- [ ] 3. Look at it
`;
const document = createDocument(file, text);
const [first = '', second = '', third = ''] = document.contract?.chunks.map(({ id }) => id) ?? [];
const check = createContractCheck(document, [
  createChunkCheck(first, [createAssertionResult(false)]),
  createChunkCheck(second, [createAssertionResult(true)]),
  createChunkCheck(third, []),
]);
const range = { start: { line: 3, column: 3, offset: 23 }, end: { line: 3, column: 6, offset: 26 } };
const report: PlanReport = {
  text,
  contradictions: [],
  untrue: [{ task: first, range, reason: 'src/a.ts must exist', canUntick: true }],
  tasks: [
    {
      task: first,
      requirements: [
        { id: '1.1', statedIn: { file: '.kiro/specs/cart/requirements.md', line: 7 } },
        { id: '2.3', statedIn: undefined },
      ],
      checks: 1,
      commit: undefined,
    },
    { task: second, requirements: [], checks: 1, commit: '0123456789abcdef0123456789abcdef01234567' },
    { task: third, requirements: [], checks: 0, commit: undefined },
  ],
};

function lensesOf(over: Partial<ContractState> = {}) {
  const contract: ContractState = { folder: sampleFolder, contract: file, document, checking: false, check, ...over };
  const folder: FolderState = {
    folder: sampleFolder,
    name: 'repo',
    status: 'ready',
    contracts: [contract],
    pendingResults: [],
    choices: [],
    amendments: [],
  };
  return createContractLenses(folder, contract, document);
}

function titlesAt(line: number, over: Partial<ContractState> = {}): readonly string[] {
  return lensesOf(over)
    .filter((lens) => lens.range.start.line === line)
    .map(({ title }) => title);
}

describe('the lenses of a plan of another tool', () => {
  it('[PLANS-3] a task has the lenses of a chunk, and a claim that is not true is a failure', () => {
    assert.deepEqual(titlesAt(2), ['✦ Run', 'Validate', '○ 0/1']);
    assert.deepEqual(titlesAt(2, { report }), ['✦ Run', 'Validate', '✗ 0/1', 'Trace 1.1, 2.3: no record']);
    assert.deepEqual(titlesAt(0, { report }), [
      '✦ Run All',
      'Validate All',
      'Validate Fully',
      '✗ 1/3 chunks, 1 unverified',
    ]);
    const failed = lensesOf({ report }).find(({ title }) => title === '✗ 0/1');
    assert.equal(failed?.tooltip, 'Ticked and not true: 0 of 1 requirements met.');
  });

  it('[PLANS-6] the trace of a task names its requirements and its record, or what is missing', () => {
    assert.deepEqual(titlesAt(4, { report }).at(-1), 'Trace: no requirement, recorded in 0123456');
    assert.deepEqual(titlesAt(5, { report }).at(-1), 'Trace: no requirement, no check');
    const trace = lensesOf({ report }).find(({ title }) => title.startsWith('Trace 1.1'));
    assert.equal(
      trace?.tooltip,
      '1.1: .kiro/specs/cart/requirements.md, line 7\n2.3: no document of the plan states it',
    );
    assert.deepEqual(trace.argument, { folder: sampleFolder, contract: file, chunk: first });
  });

  it('[PLANS-6] a plan without requirements traces to commits alone', () => {
    const tasks = report.tasks.map((task) => ({ ...task, requirements: [] }));
    assert.deepEqual(titlesAt(4, { report: { ...report, tasks } }).at(-1), 'Trace: recorded in 0123456');
    assert.deepEqual(titlesAt(5, { report: { ...report, tasks } }), ['✦ Run', 'Validate', '○ unverified']);
  });
});
