import assert from 'node:assert/strict';
import type { Plan, PlanTask } from '../../../src/contract/plans/plan.ts';
import { readPlan } from '../../../src/contract/plans/reading/read-plan.ts';

function planOf(file: string, text: string): Plan {
  const { plan } = readPlan(file, text);
  assert.ok(plan);
  return plan;
}

function gsdTask(files: string, action: string, more = ''): PlanTask {
  const text = `---\nphase: 01-a\nplan: 01\n---\n<tasks>\n<task type="auto">\n<name>One</name>\n<files>${files}</files>\n<action>\n${action}\n</action>\n${more}\n</task>\n</tasks>\n`;
  const [task] = planOf('.planning/phases/01-a/01-01-PLAN.md', text).tasks;
  assert.ok(task);
  return task;
}

function superpowersTask(files: string, body: string): PlanTask {
  const [task] = planOf('docs/plan.md', `### Task 1: One\n\n**Files:**\n${files}\n\n${body}\n`).tasks;
  assert.ok(task);
  return task;
}

/** `+` before an exported name, and its file and signature. */
function shown({ produces }: PlanTask): readonly string[] {
  return produces.map(({ name, isExport, signature, file }) =>
    [`${isExport ? '+' : ''}${name}${signature ?? ''}`, ...(file === undefined ? [] : [file])].join(' @ '),
  );
}

describe('names that plans state', () => {
  it('[PLANS-1] a task of GSD produces what its code and its text export', () => {
    const code = '```ts\nexport function load(id: string): Order {\n  return find(id);\n}\n```';
    const variants: readonly (readonly [string, string, readonly string[]])[] = [
      ['src/a.ts', code, ['+load(id: string) => Order @ src/a.ts']],
      ['src/a.ts, src/b.ts', code, []],
      ['src/a.ts, src/b.ts', `Create \`src/b.ts\` with:\n\n${code}`, ['+load(id: string) => Order @ src/b.ts']],
      ['src/a.ts, src/b.ts', `2. **load** in b.ts:\n\n${code}`, ['+load(id: string) => Order @ src/b.ts']],
      [
        'src/a.ts, src/b.ts',
        `**b.ts** -- Orders:\n- Read the file\n\n${code}`,
        ['+load(id: string) => Order @ src/b.ts'],
      ],
      ['src/a.ts', `The old code looks like:\n${code}`, []],
      ['src/a.ts', `Replace the whole function with:\n${code}`, ['+load(id: string) => Order @ src/a.ts']],
      [
        'src/a.ts',
        'Define and **export** these constants: `A`, `B`, and `C`.',
        ['+A', '+B', '+C'].map((one) => `${one} @ src/a.ts`),
      ],
      [
        'src/a.ts',
        'Create the file. Export:\n1. **`One`** — the first\n2. **`Two`** — uses `Other`',
        ['+One @ src/a.ts', '+Two @ src/a.ts'],
      ],
      ['src/a.ts', 'Do not export `A`. Remove the export `B`. Re-export `C` from `./c`. Import `D` from `./d`.', []],
      ['src/a.ts, src/b.ts', 'Export `A` and `B`.', []],
      [
        'src/a.ts',
        '**1. load(id: string): Order | null**\n- Reads it',
        ['load(id: string) => Order | null @ src/a.ts'],
      ],
      ['src/a.ts, src/b.ts', 'In `b.ts` keep it: `load(id: string): Order`.', ['load(id: string) => Order @ src/b.ts']],
      ['src/a.ts, src/b.ts', 'In `b.ts`, it calls `load(id: string): Order`.', []],
      [
        'app/a.py, app/b.py',
        '**b.py** -- Factory:\n- `def load(name: str) -> Order` that caches',
        ['+load(name: str) -> Order @ app/b.py'],
      ],
    ];
    for (const [files, action, expected] of variants) assert.deepEqual(shown(gsdTask(files, action)), expected, action);
  });

  it('[PLANS-1] criteria of GSD that name an export of a file are read, and a method is not', () => {
    const criteria = (text: string): readonly string[] =>
      shown(gsdTask('app/a.py, src/a.ts', 'Do it.', `<acceptance_criteria>\n${text}\n</acceptance_criteria>`));
    assert.deepEqual(criteria('- `src/a.ts` exports `A` and `B`'), ['+A @ src/a.ts', '+B @ src/a.ts']);
    assert.deepEqual(criteria('- a.py contains `class Order(Base)`, `def load(`'), [
      '+Order @ app/a.py',
      '+load @ app/a.py',
    ]);
    assert.deepEqual(criteria('- a.ts contains `export class Order`'), ['+Order @ src/a.ts']);
    assert.deepEqual(criteria('- a.ts contains `ORDER`\n- a.ts imports `A` from `./b`\n- `npm test` exits 0'), []);
    assert.deepEqual(criteria('- a.py contains `def load(`\n- it has `def load(self, id)`'), []);
  });

  it('[PLANS-1] the text of GSD says which files it creates and which it changes', () => {
    const roles = (action: string): readonly string[] =>
      gsdTask('src/a.ts, src/b.ts', action).files.map(({ role, path }) => `${role} ${path}`);
    assert.deepEqual(roles('Create `src/a.ts`. Update `src/b.ts` to use it.'), ['create src/a.ts', 'modify src/b.ts']);
    assert.deepEqual(roles('1. Update `a.ts` and the existing `b.ts`'), ['modify src/a.ts', 'modify src/b.ts']);
    assert.deepEqual(roles('**Step 1: Extend `src/a.ts`**\nUse `src/b.ts`.'), ['modify src/a.ts', 'write src/b.ts']);
    assert.deepEqual(roles('Create `src/a.ts`.\nUpdate `src/a.ts`.'), ['write src/a.ts', 'write src/b.ts']);
  });

  it('[PLANS-1] members, methods with a receiver, and functions without a result are read with their types', () => {
    const block = (file: string, language: string, code: string): readonly string[] =>
      shown(
        superpowersTask(
          `- Create: \`${file}\``,
          `- [ ] **Step 1: Write \`${file}\`**\n\n\`\`\`${language}\n${code}\n\`\`\``,
        ),
      ).map((one) => one.split(' @ ')[0] ?? '');
    assert.deepEqual(
      block(
        'src/a.rs',
        'rust',
        'impl Store {\n    pub fn find(&self, name: &str) -> Option<&Order> {\n        None\n    }\n    fn inner(&self) {}\n}',
      ),
      ['+Store.find(&self, name: &str) -> Option<&Order>'],
    );
    assert.deepEqual(block('src/a.rs', 'rust', 'impl A { pub fn one(&self) -> u8; pub fn two(&self) }'), [
      '+A.one(&self) -> u8',
      '+A.two(&self)',
    ]);
    assert.deepEqual(block('src/a.rs', 'rust', 'impl From<A> for B {\n    fn from(a: A) -> Self { B }\n}'), []);
    assert.deepEqual(block('src/a.rs', 'rust', 'pub fn all(store: &mut Store, list: &[Order]);'), [
      '+all(store: &mut Store, list: &[Order])',
    ]);
    assert.deepEqual(block('src/a.rs', 'rust', 'pub fn one(id: u8) -> u8  // the same'), ['+one(id: u8) -> u8']);
    assert.deepEqual(block('src/a.go', 'go', 'func (s *Store) Find(name string) (Order, error) {\n}'), [
      '+Store.Find(name string) (Order, error)',
    ]);
    assert.deepEqual(
      block('src/A.kt', 'kotlin', '@Composable\nfun Chart(state: State, size: Int = 3) {\n}\nprivate fun inner() {}'),
      ['+Chart(state: State, size: Int = 3)'],
    );
    assert.deepEqual(block('src/a.ts', 'ts', 'export function map<T>(one: T): T[] {}'), ['+map<T>(one: T) => T[]']);
    assert.deepEqual(block('src/a.ts', 'rust', 'pub fn one() {}'), []);
  });

  it('[PLANS-1] a block of interfaces names its files in comments, and without a direction it is open', () => {
    const files = '- Create: `crates/api/src/one.rs`\n- Create: `crates/api/src/two.rs`';
    assert.deepEqual(
      shown(
        superpowersTask(
          files,
          '**Interfaces:**\n- Produces:\n  ```rust\n  // one.rs\n  pub fn a();\n  // two.rs\n  pub fn b();\n  ```\n\n- [ ] Do it',
        ),
      ),
      ['+a() @ crates/api/src/one.rs', '+b() @ crates/api/src/two.rs'],
    );
    const open = superpowersTask(
      '- Modify: `src/a.ts`',
      '**Interfaces:**\n\n```ts\nfunction load(id: string): Order;\n```\n\n- [ ] Do it',
    );
    assert.deepEqual(
      open.produces.map(({ name, isChange }) => [name, isChange]),
      [['load', true]],
    );
    const members = superpowersTask(
      '- Modify: `src/a.ts`',
      '**Interfaces:**\n- Produces:\n  ```ts\n  addOrder(p: { id: string }): Promise<void>;\n  ```\n\n- [ ] Do it',
    );
    assert.deepEqual(
      members.produces.map(({ name, kind, signature }) => [name, kind, signature]),
      [['addOrder', 'value', '(p: { id: string }) => Promise<void>']],
    );
  });

  it('[PLANS-1] a statement without types leaves them to the code, and files that move into a folder are there', () => {
    const task = superpowersTask(
      '- Create: `src/a.ts`\n- Move to `src/old/`: `b.ts`, `c.ts`\n- Move: `D.tsx` and `E.tsx` to `src/parts/`',
      '**Interfaces:**\n- Produces: `load(id)`\n\n- [ ] **Step 1: Write `src/a.ts`**\n\n```ts\nexport function load(id: string): Order {}\n```',
    );
    assert.deepEqual(shown(task), ['+load @ src/a.ts', '+load(id: string) => Order @ src/a.ts']);
    assert.deepEqual(
      task.files.map(({ role, path }) => `${role} ${path}`),
      ['create src/a.ts', 'create src/old/b.ts', 'create src/old/c.ts', 'modify src/parts/'],
    );
  });

  it('[PLANS-1] the end of a name is no file, and a part of a file does not create it', () => {
    const files = (line: string): readonly string[] =>
      superpowersTask(line, '- [ ] Do it').files.map(({ role, path }) => `${role} ${path}`);
    assert.deepEqual(files('- Modify: `src/a.axaml` and `.axaml.cs`'), ['modify src/a.axaml']);
    assert.deepEqual(files('- Modify: `src/a.ts`, `.env.example`, `.eslintrc.json`'), [
      'modify src/a.ts',
      'modify .env.example',
      'modify .eslintrc.json',
    ]);
    assert.deepEqual(files('- Create: `.github/workflows/ci.yml` job `e2e`'), ['modify .github/workflows/ci.yml']);
    assert.deepEqual(files('- Create: `src/a.ts` (one job)'), ['create src/a.ts']);
  });

  it('[PLANS-1] a command without PASS or FAIL is listed, and so are tasks in a table', () => {
    const { notes } = planOf(
      'docs/plan.md',
      '### Task 1: One\n\n**Files:**\n- Create: `src/a.ts`\n\n- [ ] **Step 1**\n\nRun: `npm run build`\nExpected: no output\n',
    );
    assert.match(
      notes.map(({ message }) => message).join('\n'),
      /"npm run build" is no acceptance command: the text expects neither PASS nor FAIL/,
    );
    const { plan, tried } = readPlan(
      'specs/001-a/tasks.md',
      '# Tasks\n\n| Task | Title |\n| --- | --- |\n| T001 | One |\n| T002 | Two |\n',
    );
    assert.equal(plan, undefined);
    assert.match(
      tried.find(({ reader }) => reader === 'spec-kit')?.missing ?? '',
      /^2 items and rows .* from line 5 on, have no checkbox$/,
    );
  });

  it('[PLANS-1] a list of Kiro with "File:" in its items stays a list', () => {
    const text = '# Plan\n\n## Tasks\n\n- [ ] 1. One\n  - File: `src/a.ts`\n  - _Requirements: 1.1_\n- [ ] 2. Two\n';
    const plan = planOf('.kiro/specs/a/tasks.md', text);
    assert.deepEqual([plan.reader, plan.tasks.length], ['kiro', 2]);
  });

  it('[PLANS-1] a parenthesis around a path, and two extensions of one file, make no other path', () => {
    const files = (item: string): readonly string[] =>
      planOf('docs/todo.md', `# Todo\n\n- [ ] ${item}\n`).tasks.flatMap((task) =>
        task.files.map(({ role, path }) => `${role} ${path}`),
      );
    assert.deepEqual(files('Rename the ports (docs/map.md has the names)'), ['read docs/map.md']);
    assert.deepEqual(files('Write unit tests (test/a.test.ts)'), ['write test/a.test.ts']);
    assert.deepEqual(files('Add app/(shop)/page.tsx'), ['write app/(shop)/page.tsx']);
    assert.deepEqual(files('Keep `hooks/start.ts/.js`'), []);
  });
});
