import assert from 'node:assert/strict';
import { readMarkdown, splitText } from '../../../src/contract/specifications/markdown-outline.ts';
import { readTaskList } from '../../../src/contract/specifications/task-list.ts';

const PHASES = `---
description: "Tasks"
---

# Tasks: Shopping cart

## Format: \`[ID] [P?] [Story] Description\`

- **[P]**: Can run in parallel

## Phase 1: Setup

**Purpose**: Prepare

- [x] T001 Create \`src/cart/\`
- [ ] T002 [P] Add \`src/cart/item.ts\`
  with a type

  and a second paragraph

## Phase 2: User Story 1 - Add to cart

**Goal**: A user adds an item

### Tests

- [ ] **T003** [P] [US1] Test in tests/cart.test.ts
### Implementation
- [X] T004 [US1] Implement it

## Dependencies & Execution Order

- **User Story 1**: Depends on Phase 1

## Done When

- [ ] All tests pass
`;

function lineOf(start: string): number {
  return PHASES.split('\n').findIndex((line) => line.startsWith(start)) + 1;
}

describe('a task list', () => {
  it('[AGENT-8] has phases, ids, markers and lines of Spec Kit', () => {
    const { title, groups, orders, ignored } = readTaskList(PHASES, 'spec-kit');
    assert.equal(title, 'Shopping cart');
    assert.deepEqual(
      groups.map((group) => [group.title, group.tasks.map(({ id }) => id)]),
      [
        ['Phase 1: Setup', ['T001', 'T002']],
        ['Phase 2: User Story 1 - Add to cart', ['T003', 'T004']],
      ],
    );
    const tasks = groups.flatMap((group) => group.tasks);
    assert.deepEqual(
      tasks.map(({ isDone, isParallel, stories }) => [isDone, isParallel, ...stories]),
      [
        [true, false],
        [false, true],
        [false, true, 'US1'],
        [true, false, 'US1'],
      ],
    );
    assert.equal(tasks[1]?.text, 'Add `src/cart/item.ts`\nwith a type\n\nand a second paragraph');
    assert.equal(tasks[2]?.text, 'Test in tests/cart.test.ts');
    assert.deepEqual(groups[1]?.prose, ['**Goal**: A user adds an item']);
    assert.deepEqual(orders, [{ text: '**User Story 1**: Depends on Phase 1', line: lineOf('- **User Story 1**') }]);
    assert.deepEqual(ignored, [{ text: 'All tests pass', line: lineOf('- [ ] All tests'), lacks: 'id' }]);
  });

  it('[AGENT-8] is open with any mark of its checkbox, and what is no task is listed', () => {
    const spellings = [
      ['- [~] ', '~'],
      ['- [-] ', '-'],
      ['- [] '],
      ['- [✓] ', '✓'],
      ['- [/] ', '/'],
      ['- [!] ', '!'],
      ['-[ ] '],
      ['* [>] ', '>'],
      ['[ ] '],
      ['• [ ] '],
      ['- ☐ '],
      ['- ☒ ', '☒'],
      ['- \\[ \\] '],
      ['- [ ]'],
      ['1. [?] ', '?'],
      ['- [WIP] ', 'WIP'],
      ['- plain\n  - [~] ', '~'],
    ] as const;
    const unread = ['- ', '> - [ ] ', '| [ ] | '];
    for (const [format, prefix] of [
      ['openspec', '1.'],
      ['spec-kit', 'T1'],
    ] as const) {
      const idOf = (index: number): string => `${prefix}${10 + index}`;
      const lines = spellings.map(([start], index) => `${start}${idOf(index)} Do it`).join('\n');
      const others = unread.map((start, index) => `${start}${idOf(80 + index)} | text\n`).join('\n');
      const fenced = `\`\`\`\n- [~] ${idOf(89)} Example\n\`\`\``;
      const text = `# Tasks\n\n${lines}\n- [ ] ${idOf(50)} Parent\n  - [~] child\n\n${others}\n${fenced}\n`;
      const { groups, ignored } = readTaskList(text, format);
      assert.deepEqual(
        groups.flatMap(({ tasks }) => tasks).map(({ id, isDone, mark, text: one }) => [id, isDone, mark, one]),
        [
          ...spellings.map(([, mark], index) => [idOf(index), false, mark, 'Do it']),
          [idOf(50), false, undefined, 'Parent\n- [~] child'],
        ],
      );
      assert.deepEqual(
        ignored.map(({ line, lacks }) => [text.split('\n')[line - 1], lacks]),
        unread.map((start, index) => [`${start}${idOf(80 + index)} | text`, 'checkbox']),
      );
    }
  });

  it('[AGENT-8] has the line of every task, with LF, CRLF and a byte order mark', () => {
    for (const text of [PHASES, PHASES.replaceAll('\n', '\r\n'), `\uFEFF${PHASES}`]) {
      const lines = text.split(/\r?\n/);
      const tasks = readTaskList(text, 'spec-kit').groups.flatMap((group) => group.tasks);
      assert.equal(tasks.length, 4);
      for (const { id, line } of tasks) assert.match(lines[line - 1] ?? '', new RegExp(`${id}\\b`));
    }
  });

  it('[AGENT-8] has numbered groups of OpenSpec, and nested items belong to their task', () => {
    const text =
      '## 1. Limits\n\n- [x] 1.1 Add a limit\n- [ ] 1.2 Read it\n  - from the file\n  - [ ] and the setting\n\n## 2. Docs\n- [ ] Describe it\n';
    const { groups } = readTaskList(text, 'openspec');
    assert.deepEqual(
      groups.map(({ title, tasks }) => [title, tasks.map(({ id, line }) => [id, line])]),
      [
        [
          '1. Limits',
          [
            ['1.1', 3],
            ['1.2', 4],
          ],
        ],
        ['2. Docs', [['task-3', 9]]],
      ],
    );
    assert.match(groups[0]?.tasks[1]?.text ?? '', /^Read it\n- from the file\n- \[ \] and the setting$/);
  });

  it('[AGENT-8] gives every task its own id', () => {
    const { groups } = readTaskList('## Phase 1\n- [ ] T001 One\n- [ ] T001 Two\n', 'spec-kit');
    assert.deepEqual(
      groups[0]?.tasks.map(({ id }) => id),
      ['T001', 'T001-2'],
    );
  });

  it('finds tasks below items without a checkbox, and no headings in fenced blocks', () => {
    const parts = readMarkdown('- Group\n  - [ ] T001 One\n\n```md\n## Not a heading\n- [ ] T002 Example\n```\n');
    assert.deepEqual(parts, [
      { kind: 'item', text: 'Group', line: 1 },
      { kind: 'task', text: 'T001 One', isDone: false, line: 2 },
    ]);
  });

  it('splits prose from code', () => {
    assert.deepEqual(
      splitText('Run **`a && b <c>`** in [x](y)\n\n```bash\n# first\n$ npm test\n```\n```ts\nlet a;\n```'),
      [
        { kind: 'text', value: 'Run ' },
        { kind: 'code', value: 'a && b <c>' },
        { kind: 'text', value: ' in ' },
        { kind: 'text', value: 'x' },
        { kind: 'text', value: '\n' },
        { kind: 'code', value: 'npm test' },
      ],
    );
  });
});
