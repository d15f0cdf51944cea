import assert from 'node:assert/strict';
import type { Plan } from '../../../src/contract/plans/plan.ts';
import { readPlan } from '../../../src/contract/plans/reading/read-plan.ts';
import { termsOfPlan } from '../../../src/contract/plans/reading/plan-terms.ts';
import { readTaskList } from '../../../src/contract/specifications/task-list.ts';

function read(text: string, file = 'plan.md'): Plan {
  const { plan } = readPlan(file, text);
  assert.ok(plan);
  return plan;
}

/** How a plan reads a line: the state of its box, and whether it is listed for a person. */
function stateOf({ tasks, notes }: Plan, line: number): string {
  const box = tasks.flatMap(({ boxes }) => boxes).find((one) => one.line === line);
  const isListed = notes.some((note) => note.line === line);
  return `${box === undefined ? 'none' : box.isTicked ? 'ticked' : 'open'}${isListed ? ', listed' : ''}`;
}

const FORMS: Readonly<Record<string, readonly string[]>> = {
  open: [
    '- [ ] Text',
    '* [ ] Text',
    '+ [ ] Text',
    '1. [ ] Text',
    '1) [ ] Text',
    '\t- [ ] Text',
    '\t\t* [ ] Text',
    '- **[ ]** Text',
    '- __[ ] Text__',
    '- ~~[ ] Text~~',
    '- [　] Text',
    '- ［ ］ Text',
    '- 【 】 Text',
    '- [ ]Text',
  ],
  ticked: ['- [x] Text', '- [X] Text', '- **[x]** Text', '- [ｘ] Text', '- ［Ｘ］ Text', '\t2. [x] Text'],
  'open, listed': [
    '- [d] Text',
    '- [wip] Text',
    '- [WIP] Text',
    '* [in progress] Text',
    '- [done] Text',
    '- [n/a] Text',
    '- [50%] Text',
    '- [√] Text',
    '- [✅] Text',
    '- **[~]** Text',
  ],
  'none, listed': [
    '> - [ ] Text',
    '> > 1. [x] Text',
    '- - [ ] Text',
    '- `[ ]` Text',
    '- ( ) Text',
    '- (x) Text',
    'a. [ ] Text',
    '#### [ ] Text',
    '| 1 | [x] | Text |',
    '- <input type="checkbox"> Text',
    '- ✅ Text',
    '- ⬜ Text',
    '- [erledigt] Text',
    '- [P] Text',
    '- [ ]',
    '  [ ] Text',
  ],
  none: [
    '- [link](https://example.com) Text',
    '- [name]: https://example.com',
    '- [^1]: Text',
    '- (a) Text',
    '- Text [ ] inside',
    '| a | b |',
  ],
};

describe('forms of checkboxes', () => {
  it('[PLANS-1] a line with a checkbox of any form is a task, or is listed with its line', () => {
    for (const [state, lines] of Object.entries(FORMS)) {
      for (const line of lines) {
        const list = read(`# Plan\n\n- [ ] First\n${line}\n- [ ] Last\n`);
        assert.equal(stateOf(list, 4), state, line);
        const steps = read(`# Plan\n\n### Task 1: A\n\n**Files:**\n- Create: \`a.ts\`\n\n- [x] First\n${line}\n`);
        assert.equal(steps.reader, 'superpowers');
        assert.equal(stateOf(steps, 9), state, line);
        assert.equal(steps.tasks[0]?.isClaimed, !state.startsWith('open'), line);
      }
    }
  });

  it('[PLANS-1] words in brackets and symbols of a list without checkboxes are text', () => {
    const plan = read('- [ ] First\n\nRules:\n\n- ✅ Text\n- [api] Text\n');
    assert.deepEqual(plan.notes, []);
  });

  it('[PLANS-3] the mark of each form is a claim, and no term', () => {
    for (const line of [...(FORMS['open'] ?? []), ...(FORMS['open, listed'] ?? [])]) {
      const ticked = line.replace(/([[［【])[^\]］】]*/, '$1x');
      assert.equal(termsOfPlan('plan.md', `${line}\n`), termsOfPlan('plan.md', `${ticked}\n`), line);
    }
  });

  const BLOCKS: readonly (readonly [string, string])[] = [
    ['a fence around a fence', '````markdown\n```\n- [ ] Text\n```\n- [ ] Text\n````'],
    ['a fence with more marks', '`````\n````\n- [ ] Text\n```\n- [ ] Text\n`````'],
    ['a block with a language inside', '```\n```ts\n- [ ] Text\n```'],
    ['tildes around backticks', '~~~\n```\n- [ ] Text\n```\n~~~'],
    ['backticks around tildes', '```md\n~~~\n- [ ] Text\n```'],
    ['an item with a fence inside', '```md\n- ```\n- [ ] Text\n```'],
    ['a comment', '<!--\n- [ ] Text\n-->'],
  ];

  it('[PLANS-1] the content of blocks of code and comments is no task, and what follows is one', () => {
    for (const [name, block] of BLOCKS) {
      const text = `## 1. List\n\n- [ ] 1.1 First\n\n${block}\n\n- [ ] 1.2 Last\n`;
      for (const file of ['plan.md', 'openspec/changes/a/tasks.md', '.kiro/specs/a/tasks.md']) {
        const { tasks, notes } = read(text, file);
        assert.deepEqual([tasks.map(({ number }) => number), notes], [['1.1', '1.2'], []], `${name} in ${file}`);
      }
      const { groups } = readTaskList(text, 'openspec');
      assert.deepEqual(
        groups.flatMap(({ tasks }) => tasks.map(({ id }) => id)),
        ['1.1', '1.2'],
        name,
      );
    }
  });

  it('[PLANS-1] a block without an end is listed, because it hides the tasks after it', () => {
    assert.match(JSON.stringify(read('- [ ] First\n\n```sh\nnpm test\n\n- [ ] Last\n').notes), /"line":3.*has no end/);
    assert.equal(read('- [ ] First\n\n<!-- no end\n\n- [ ] Last\n').tasks.length, 2);
  });
});
