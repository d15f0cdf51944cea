import assert from 'node:assert/strict';
import { readPlan } from '../../../src/contract/plans/reading/read-plan.ts';
import type { PlanTask } from '../../../src/contract/plans/plan.ts';

function readTask(file: string, text: string): PlanTask & { readonly listed: string } {
  const { plan } = readPlan(file, text);
  const [task] = plan?.tasks ?? [];
  assert.ok(plan !== undefined && task !== undefined);
  return { ...task, listed: plan.notes.map(({ message }) => message).join('\n') };
}

function readFiles(...lines: readonly string[]): readonly string[] {
  const text = `### Task 1: Files\n\n**Files:**${lines.length === 1 ? ' ' : '\n'}${lines.join('\n')}\n\n- [ ] Do it\n`;
  return readTask('docs/plan.md', text).files.map(
    ({ role, path, isOptional }) => `${role} ${path}${isOptional ? '?' : ''}`,
  );
}

describe('forms of the fields of plans', () => {
  it('[PLANS-1] a path in an explanation is no file of the task, also over several lines', () => {
    const variants: readonly (readonly [readonly string[], readonly string[]])[] = [
      [
        ['- Modify: `src/a.ts` (drop the import of `src/z.ts`,', '  and `src/y.ts` with it), `src/b.ts`'],
        ['modify src/a.ts', 'modify src/b.ts'],
      ],
      [
        ['- Modify: `src/a.ts` (`Cell` gains `readonly os: string`;', '  `keyOf(a, b)`), `src/b.ts` (one line)'],
        ['modify src/a.ts', 'modify src/b.ts'],
      ],
      [['- Modify: `test/a.test.ts` — delete the imports from', '  `src/y.ts`/`src/z.ts`.'], ['modify test/a.test.ts']],
      [
        ['- Modify: `src/a.ts` — one thing,', '  `src/b.ts`'],
        ['modify src/a.ts', 'modify src/b.ts'],
      ],
      [['- Modify: `src/a.ts` — one thing; `src/b.ts` — another'], ['modify src/a.ts', 'modify src/b.ts']],
      [['- Modify: `src/a.ts` (time', '  time/cost/tokens in the card)'], ['modify src/a.ts']],
      [['- Modify: `src/a.ts` (or a new `src/b.ts`)'], ['modify src/a.ts', 'modify src/b.ts?']],
      [
        ['- Modify: `src/a.ts`', '- Remove imports: `src/y.ts` from all files'],
        ['modify src/a.ts', 'read src/y.ts'],
      ],
      [
        ['- Modify: `src/a.ts`', '- Generated: `src/gen/b.ts`, `c.ts`'],
        ['modify src/a.ts', 'modify src/gen/b.ts?', 'modify src/gen/c.ts?'],
      ],
      [
        ['- Move: `src/old/` → `packages/new/`', '- Move: `src/a.ts` → `lib/a.ts`'],
        ['modify src/old/?', 'modify packages/new/?', 'delete src/a.ts', 'create lib/a.ts'],
      ],
      [
        ['Modify `src/a.ts`; Delete `src/b.ts`; Test `test/a.test.ts`.'],
        ['modify src/a.ts', 'delete src/b.ts', 'test test/a.test.ts'],
      ],
      [
        ['Modify `src/a.ts` (one line), add `src/b.ts`; create `docs/c.md`'],
        ['modify src/a.ts', 'create src/b.ts', 'create docs/c.md'],
      ],
      [['- Modify: `src/a.py`（可选）、`src/b.py`'], ['modify src/a.py?', 'modify src/b.py']],
    ];
    for (const [lines, files] of variants) assert.deepEqual(readFiles(...lines), files, lines.join('\n'));
  });

  it('[PLANS-1] a command counts with what its own line expects of it', () => {
    const step = (text: string): PlanTask & { readonly listed: string } =>
      readTask('docs/plan.md', `### Task 1: Test\n\n**Files:**\n- Create: \`src/a.ts\`\n\n- [ ] **Step 1: ${text}\n`);
    const passing = [
      'Run it; expect PASS** — `npx vitest run test/a.test.ts`.',
      'Run to verify it passes** — Run: `npx vitest run test/a.test.ts` — Expected: PASS.',
      'Run the tests** — `npx vitest run test/a.test.ts`, expected PASS; then lint.',
    ];
    for (const text of passing) {
      assert.deepEqual(
        step(text).commands.map(({ command }) => command),
        ['npx vitest run test/a.test.ts'],
        text,
      );
    }
    assert.match(
      step('Run to verify it fails** — `npm test` — Expected: FAIL (no module).').listed,
      /expected to fail/,
    );
    for (const text of [
      'Run; expect PASS.** Manually: `npm run start -- --results out` serves it.',
      'Run; expect FAIL** (`totalOf is not a function`).',
      'Run `npm test`.** All tests should pass.',
      '`npm run check`** green.',
    ]) {
      const { commands, listed } = step(text);
      assert.deepEqual([commands, listed], [[], ''], text);
    }
  });

  it('[PLANS-1] what code exports counts in lists of exports too, and for the only module of a task', () => {
    const produced = (block: string, files = '- Create: `src/a.js`'): readonly string[] =>
      readTask(
        'docs/plan.md',
        `### Task 1: Code\n\n**Files:**\n${files}\n\n- [ ] **Step 1: Add the code**\n\n${block}\n`,
      ).produces.map(({ name, file }) => `${name} ${file ?? ''}`);
    assert.deepEqual(produced('```js\nfunction a() {}\nmodule.exports = { a, B: b };\n```'), [
      'a src/a.js',
      'B src/a.js',
    ]);
    assert.deepEqual(produced("```js\nexport * from './b.js';\nexport { c, d as e, type F } from './c.js';\n```"), [
      'c src/a.js',
      'e src/a.js',
      'F src/a.js',
    ]);
    assert.deepEqual(produced('```js\nconst a = 1;\n```'), []);
    assert.deepEqual(produced('```js\nexport const a = 1;\n```', '- Create: `src/a.js`\n- Create: `src/b.js`'), []);
  });

  it('[PLANS-1] blocks of Rust and of a label with code state what a task produces', () => {
    const task = readTask(
      'docs/plan.md',
      [
        '### Task 1: Client',
        '',
        '**Files:**',
        '- Create: `crates/api/src/remotes.rs`',
        '',
        '**Interfaces:**',
        '- Produces, on the `Data` contract:',
        '  ```rust',
        '  pub struct Remote { pub id: String }',
        '  pub async fn fetch(api: &Client) -> Result<Vec<Remote>>',
        '  pub(crate) fn inner() {}',
        '  ```',
        '',
        '- [ ] Do it',
      ].join('\n'),
    );
    assert.deepEqual(
      task.produces.map(({ name, signature, isExport }) => [name, signature, isExport]),
      [
        ['Remote', undefined, true],
        ['fetch', '(api: &Client) -> Result<Vec<Remote>>', true],
        ['inner', '()', false],
      ],
    );
  });

  it('[PLANS-1] <verify> of GSD without <automated> gives the lines that are one command', () => {
    const verify = (text: string): readonly string[] =>
      readTask(
        '.planning/phases/01-a/01-01-PLAN.md',
        `---\nphase: 01-a\nplan: 01\n---\n<tasks>\n<task type="auto">\n<files>src/a.ts</files>\n<verify>${text}</verify>\n</task>\n</tasks>\n`,
      ).commands.map(({ command }) => command);
    assert.deepEqual(verify('npm test'), ['npm test']);
    assert.deepEqual(
      verify('\n  - `npm run build` succeeds\n  - `src/b.ts` contains `x`\n  - cargo test file_owner passes\n'),
      ['npm run build', 'cargo test file_owner'],
    );
    assert.deepEqual(verify('\n```bash\nuv run pyright src/\nuv run pytest tests -v\n```\nAll pass.\n'), [
      'uv run pyright src/',
      'uv run pytest tests -v',
    ]);
    assert.deepEqual(verify('npm run build succeeds; a.ts exports a'), []);
    assert.deepEqual(verify('cargo build compiles with git2'), []);
    assert.deepEqual(verify('npm test<automated>npx vitest run</automated>'), ['npx vitest run']);
  });

  it('[PLANS-1] a story with a label of files keeps its tasks, and boxes outside of tasks are listed', () => {
    const story =
      '# Story\n\n## Tasks / Subtasks\n\n- [ ] Task 1: a\n  - [x] 1.1 b\n\n## Naming\n\n- **Files:** `A.tsx`\n';
    const { plan } = readPlan('stories/1.md', story);
    assert.deepEqual([plan?.reader, plan?.tasks.length], ['task-list', 2]);
    const task = '### Task 1: A\n\n**Files:**\n- Create: `src/a.ts`\n\n- [ ] Do it\n- [ ] Commit\n';
    const reviewed = readPlan('docs/plan.md', `# Plan\n\n${task}\n### Review\n\n- [ ] Read it\n`).plan;
    assert.deepEqual(
      reviewed?.notes.map(({ line, message }) => [line, message]),
      [[13, 'the checkbox is outside of the tasks']],
    );
  });

  it('[PLANS-1] a branch, a folder and a file that a task only executes are no files of a list', () => {
    const certain = (text: string): readonly string[] =>
      readTask('openspec/changes/a/tasks.md', `## 1. Work\n\n- [ ] 1.1 ${text}\n`)
        .files.filter(({ isOptional, role }) => !isOptional && role === 'write')
        .map(({ path }) => path);
    assert.deepEqual(certain('Work on the branch `feature/cart`'), []);
    assert.deepEqual(certain('Test `reset/confirm` in `packages/contracts`'), []);
    assert.deepEqual(certain('Execute the `specs/001-cart/quickstart.md` scenarios'), []);
    assert.deepEqual(certain('Create `docker/api/Dockerfile` and `src/a.ts`'), ['docker/api/Dockerfile', 'src/a.ts']);
  });

  it('[PLANS-1] a signature keeps its type parameters, in a statement and in code', () => {
    const statements: readonly (readonly [string, string])[] = [
      ['pick<T extends object>(from: T): Partial<T>', '<T extends object>(from: T) => Partial<T>'],
      [
        'export function pick<T, K extends keyof T>(from: T, key: K): T[K]',
        '<T, K extends keyof T>(from: T, key: K) => T[K]',
      ],
      ['export const pick = <T,>(from: T): T => from', '<T,>(from: T) => T'],
      ['pick(from: string): string', '(from: string) => string'],
    ];
    for (const [statement, signature] of statements) {
      const text = `# P\n\n### Task 1: A\n\n**Files:**\n- Create: \`src/a.ts\`\n\n**Interfaces:**\n- Produces: \`${statement}\`\n`;
      const [task] = readPlan('plan.md', text).plan?.tasks ?? [];
      assert.equal(task?.produces[0]?.signature, signature, statement);
    }
  });
});
