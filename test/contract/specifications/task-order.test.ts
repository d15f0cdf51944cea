import assert from 'node:assert/strict';
import { readTaskList } from '../../../src/contract/specifications/task-list.ts';
import { orderTasks, type TaskOrder } from '../../../src/contract/specifications/task-order.ts';

function order(text: string, format: 'spec-kit' | 'openspec' = 'spec-kit'): TaskOrder {
  return orderTasks(readTaskList(text, format), format);
}

describe('the order of tasks', () => {
  it('[AGENT-8] follows the list, and [P] marks rows that can be done in parallel', () => {
    const { dependencies } = order(`## Phase 1: Setup
- [ ] T001 One
- [ ] T002 [P] Two
- [ ] T003 [P] Three
- [ ] T004 Four
- [ ] T005 Five
`);
    assert.deepEqual(Object.fromEntries(dependencies), {
      T001: [],
      T002: ['T001'],
      T003: ['T001'],
      T004: ['T002', 'T003'],
      T005: ['T004'],
    });
  });

  it('[AGENT-8] lets user stories wait for the foundation, and the last phase for all of them', () => {
    const { dependencies } = order(`## Phase 1: Setup
- [ ] T001 One
## Phase 2: Foundational
- [ ] T002 [P] Two
- [ ] T003 [P] Three
## Phase 3: User Story 1 - First
- [ ] T004 [US1] Four
## Phase 4: User Story 2 - Second
- [ ] T005 [P] [US2] Five
- [ ] T006 [P] [US2] Six
## Phase 5: Polish
- [ ] T007 Seven
`);
    assert.deepEqual(dependencies.get('T002'), ['T001']);
    assert.deepEqual(dependencies.get('T004'), ['T002', 'T003']);
    assert.deepEqual(dependencies.get('T005'), ['T002', 'T003']);
    assert.deepEqual([...(dependencies.get('T007') ?? [])].sort(), ['T002', 'T003', 'T004', 'T005', 'T006']);
  });

  it('[AGENT-8] reads what tasks and the section about dependencies state', () => {
    const { dependencies, notes } = order(`## Phase 1: Base
- [ ] T001 [P] One
- [ ] T002 [P] Two
- [ ] T003 [P] Three
- [ ] T004 Four (depends on T001, T002)
- [ ] T005 Five (depends on T001-T003)
- [ ] T006 Six (depends on T009 and T099)
## Phase 2: User Story 1 - First
- [ ] T008 [US1] Eight
## Phase 3: User Story 2 - Second
- [ ] T009 [US2] Nine
## Dependencies
- **User Story 1 (Phase 2)**: Depends on Phase 1 - no dependencies on US2
- **US2 (Phase 3)**: Depends on Phase 1 and US1 (uses its form)
`);
    assert.deepEqual(dependencies.get('T004'), ['T001', 'T002']);
    assert.deepEqual(dependencies.get('T005'), ['T001', 'T002', 'T003']);
    assert.equal(dependencies.get('T008')?.includes('T009'), false);
    assert.equal(dependencies.get('T009')?.includes('T008'), true);
    assert.deepEqual(notes, [
      { line: 7, message: 'T006 depends on T009, which comes later in the list' },
      { line: 7, message: 'T006 depends on T099, which is not in the list' },
    ]);
  });

  it('[AGENT-8] follows the numbers of OpenSpec', () => {
    const text = '## 1. A\n- [ ] 1.1 One\n- [ ] 1.2 Two\n## 2. B\n- [ ] 2.1 Three\n- [ ] 2.2 Four, after 1.1\n';
    assert.deepEqual(Object.fromEntries(order(text, 'openspec').dependencies), {
      '1.1': [],
      '1.2': ['1.1'],
      '2.1': ['1.2'],
      '2.2': ['1.2', '1.1'],
    });
  });
});
