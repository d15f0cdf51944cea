import assert from 'node:assert/strict';
import type { Plan } from '../../../../src/contract/plans/plan.ts';
import { readPlan } from '../../../../src/contract/plans/reading/read-plan.ts';
import { findContradictions } from '../../../../src/verdicts/plan/contradictions/find-contradictions.ts';
import type { Contradiction } from '../../../../src/verdicts/plan/contradictions/contradiction.ts';
import { SHOP_PLAN } from '../../../fixtures/shop-plan.ts';

async function find(
  text: string,
  { files = [], words = [] }: { readonly files?: readonly string[]; readonly words?: readonly string[] } = {},
): Promise<readonly Contradiction[]> {
  const { plan } = readPlan('docs/plan.md', text);
  assert.ok(plan);
  return findContradictions({
    plan,
    start: {
      files: new Set(files),
      earlierFiles: new Set(files),
      findWords: (wanted) => Promise.resolve(new Set(wanted.filter((word) => words.includes(word)))),
    },
  });
}

function task(number: number, body: string): string {
  return `### Task ${number}: Title\n\n**Files:**\n${body}\n\n- [ ] Do it\n\n`;
}

describe('contradictions of a plan', () => {
  it('[PLANS-2] two parsed signatures are an error, and the rest are facts, at their lines', async () => {
    const found = await find(SHOP_PLAN, { files: ['src/cart.ts', 'src/old.ts', 'package.json', 'src/totals.ts'] });
    assert.deepEqual(
      found.map(({ kind, severity, task: id }) => [kind, severity, id]),
      [
        ['exists-already', 'fact', 'task-2'],
        ['modified-missing', 'fact', 'task-2'],
        ['consumed-differently', 'error', 'task-2'],
        ['consumed-unknown', 'fact', 'task-2'],
        ['produced-differently', 'error', 'task-4'],
      ],
    );
    const lines = SHOP_PLAN.split('\n');
    assert.ok(
      found.every(({ line, start }) => SHOP_PLAN.slice(0, start).split('\n').length === line && lines[line - 1] !== ''),
    );
  });

  it('[PLANS-2] what the tree, earlier code or the language has is known', async () => {
    const text =
      task(1, '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `makeThing(id: string): Thing`') +
      task(
        2,
        '- Create: `src/b.ts`\n\n**Interfaces:**\n- Consumes: `makeThing(id: string): Thing`, `Promise`, `readOrders`, `laterOne`',
      ) +
      task(3, '- Create: `src/c.ts`\n\n**Interfaces:**\n- Produces: `laterOne(): void`');
    assert.deepEqual(
      (await find(text, { words: ['readOrders'] })).map(({ kind }) => kind),
      ['consumed-later'],
    );
  });

  it('[PLANS-2] a parameter without a type matches any, and a number of parameters that does not fit is a fact', async () => {
    const produce = task(
      1,
      '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `loadOrders(customerId: string, limit?: number): Order[]`',
    );
    const uses = {
      'loadOrders(customerId)': [],
      'loadOrders(customerId, limit)': [],
      'loadOrders()': [],
      'loadOrders(...)': [],
      'loadOrders(a, b, c)': [['consumed-differently', 'fact']],
      'loadOrders(customerId: string, limit?: number): Order[]': [],
      'loadOrders(customerId: number, limit?: number): Order[]': [['consumed-differently', 'error']],
      'loadOrders(customerId: string): Order[]': [],
      'loadOrders(id: string, limit?: number): Array<Order>': [],
      'loadOrders(customerId: string, limit: number): readonly Order[]': [],
      'loadOrders(customerId: CustomerId, limit?: number): Order[]': [['consumed-differently', 'fact']],
      'loadOrders(customerId: string, limit?: number): Promise<Order[]>': [['consumed-differently', 'error']],
    };
    for (const [use, expected] of Object.entries(uses)) {
      const found = await find(produce + task(2, `- Create: \`src/b.ts\`\n\n**Interfaces:**\n- Consumes: \`${use}\``));
      assert.deepEqual(
        found.map(({ kind, severity }) => [kind, severity]),
        expected,
        use,
      );
    }
  });

  it('[PLANS-2] a change that the plan names is no contradiction', async () => {
    const text =
      task(1, '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `format(total: number): string`') +
      task(
        2,
        '- Modify: `src/a.ts`\n\n**Interfaces:**\n- Produces: `format(total: number, currency: string): string` — now with a currency',
      );
    assert.deepEqual(await find(text), []);
  });

  it('[PLANS-2] parallel tasks that write one file, a file that is created twice and a test without a task are facts', async () => {
    const list =
      '# Tasks\n\n## Phase 1: Work\n\n- [ ] T001 Start in `src/start.ts`\n- [ ] T002 [P] Add `src/a.ts`\n- [ ] T003 [P] Extend `src/a.ts` too\n';
    assert.deepEqual(
      (await find(list)).map(({ kind }) => kind),
      ['parallel-files'],
    );
    const twice =
      task(1, '- Create: `src/a.ts`') +
      task(2, '- Create: `src/a.ts`\n\nRun: `npx vitest run test/b.test.ts`\nExpected: PASS');
    assert.deepEqual(
      (await find(twice)).map(({ kind }) => kind),
      ['created-twice', 'test-missing'],
    );
  });

  it('[PLANS-2] two plans of GSD with one wave write one file', async () => {
    const write = (number: number, wave: number, files: string): Plan => {
      const text = `---\nphase: 01-a\nplan: 0${number}\nwave: ${wave}\n---\n<task type="auto">\n<files>${files}</files>\n</task>\n`;
      const { plan } = readPlan(`.planning/phases/01-a/01-0${number}-PLAN.md`, text);
      assert.ok(plan);
      return plan;
    };
    const neighbors = [write(2, 1, 'src/a.ts, src/b.ts'), write(3, 2, 'src/c.ts')];
    const start = { files: new Set<string>(), earlierFiles: new Set<string>(), neighbors };
    const found = await findContradictions({
      plan: write(1, 1, 'src/a.ts src/c.ts'),
      start: { ...start, findWords: () => Promise.resolve(new Set()) },
    });
    assert.deepEqual(
      found.map(({ kind, line, message }) => [kind, line, message]),
      [
        [
          'parallel-files',
          7,
          'task-1 writes src/a.ts, and so does .planning/phases/01-a/01-02-PLAN.md, which has the same wave 1',
        ],
      ],
    );
  });

  const SAME_TYPES: readonly (readonly [string, string, string, boolean?])[] = [
    ['a.ts', 'on(handler: (event: AppEvent) => void): void', 'on(handler: (e: AppEvent) => void): void'],
    ['a.ts', 'pick(filter: { a: string; b: number }): Order', 'pick(filter: { b: number; a: string }): Order'],
    ['a.ts', 'listAll(): Promise<Array<Order>>', 'listAll(): Promise<Order[]>'],
    ['a.ts', 'element(props: Props): React.ReactNode', 'element(props: Props): ReactNode'],
    ['a.ts', 'either(): Promise<Apple | Pear>', 'either(): Promise<Pear | Apple>'],
    ['a.ts', 'words(): readonly string[]', 'words(): ReadonlyArray<string>'],
    ['a.ts', 'findUser(id: string, options?: FindOptions): User', 'findUser(id: string): User'],
    ['a.ts', 'findUser(id: string, ...rest: string[]): User', 'findUser(id: string): User'],
    ['m.py', 'getkey(key: str) -> Optional[str]', 'getkey(key: str) -> str | None'],
    ['m.py', 'getkey(key: str) -> List[str]', 'getkey(key: str) -> list[str]'],
    ['m.py', 'load(path: Path) -> list[Order]', 'load(path: Path) -> list of orders'],
    ['m.py', 'load(path: Path) -> "Order"', 'load(path: pathlib.Path) -> Order'],
  ];

  it('[PLANS-2] types that differ only in their spelling are no contradiction, consumed or produced again', async () => {
    for (const [file, one, other] of SAME_TYPES) {
      const first = task(1, `- Create: \`src/${file}\`\n\n**Interfaces:**\n- Produces: \`${one}\``);
      const use = task(2, `- Create: \`src/b-${file}\`\n\n**Interfaces:**\n- Consumes: \`${other}\``);
      const again = task(2, `- Modify: \`src/${file}\`\n\n**Interfaces:**\n- Produces: \`${other}\``);
      assert.deepEqual(await find(first + use), [], other);
      assert.deepEqual(await find(first + again), [], other);
    }
  });

  const DIFFERENT_TYPES: readonly (readonly [string, string, string, 'error' | 'fact'])[] = [
    ['a.ts', 'load(id: string): Order', 'load(id: number): Order', 'error'],
    ['a.ts', 'load(id: string): Order', 'load(id: string): Promise<Order>', 'error'],
    ['a.ts', 'load(id: string): Order[]', 'load(id: string): Order', 'error'],
    ['a.js', 'load(id: string, deep: boolean): Order', 'load(id: string): Order', 'error'],
    // An alias, a part of a union, a structure and a language with overloads are not certain.
    ['a.ts', 'load(id: string): Order', 'load(id: OrderId): Order', 'fact'],
    ['a.ts', 'load(id: string): Order', 'load(id: string): OrderRow', 'fact'],
    ['a.ts', 'load(id: string): Order | null', 'load(id: string): Order', 'fact'],
    ['a.ts', 'load(id: string): Order', 'load(id: string | number): Order', 'fact'],
    ['a.ts', 'load(id: any): Order', 'load(id: string): Order', 'fact'],
    ['a.ts', 'load(): { id: string; total: number }', 'load(): { id: string }', 'fact'],
    ['a.ts', 'load(): Record<string, number>', 'load(): { [key: string]: number }', 'fact'],
    ['R.swift', 'render(item: Item) -> View', 'render(item: Row) -> View', 'fact'],
    ['m.py', 'load(path: str) -> int', 'load(path: str) -> bytes', 'fact'],
  ];

  it('[PLANS-2] only types that no alias and no overload can make equal are an error', async () => {
    for (const [file, one, other, severity] of DIFFERENT_TYPES) {
      const first = task(1, `- Create: \`src/${file}\`\n\n**Interfaces:**\n- Produces: \`${one}\``);
      const found = [
        ...(await find(first + task(2, `- Create: \`src/z/${file}\`\n\n**Interfaces:**\n- Consumes: \`${other}\``))),
        ...(await find(first + task(2, `- Modify: \`src/${file}\`\n\n**Interfaces:**\n- Produces: \`${other}\``))),
      ];
      assert.deepEqual(
        found.map((each) => [each.kind, each.severity]),
        [
          ['consumed-differently', severity],
          ['produced-differently', severity],
        ],
        other,
      );
    }
  });

  it('[PLANS-2] a known export of Python has one signature', async () => {
    const text =
      task(
        1,
        '- Create: `app/m.py`\n\n**Interfaces:**\n- Produces: `load(path: str) -> int`\n\n- [ ] Create `app/m.py`:\n\n```python\ndef load(path: str) -> int:\n    return 1\n```',
      ) + task(2, '- Create: `app/n.py`\n\n**Interfaces:**\n- Consumes: `load(path: str) -> bytes`');
    assert.deepEqual(
      (await find(text)).map(({ kind, severity }) => [kind, severity]),
      [['consumed-differently', 'error']],
    );
  });

  it('[PLANS-2] what a task in between says of a function is what a later use can mean', async () => {
    const changes = [
      '**Interfaces:**\n- Produces: `load` gains a second parameter, `limit: number`',
      '**Interfaces:**\n- Produces: Updated `load(id: string, limit: number): Order`',
      '**Interfaces:**\n- Produces: `load(id: string, limit: number): Order` (adds `limit`)',
      '**Interfaces:**\n- Produces: `load(id: string, limit: number): Order`, which adds a parameter',
      '**Interfaces:**\n- Produces: an overload `load(id: string, limit: number): Order`',
      '- [ ] Give `load` a limit\n\n```ts\nexport function load(id: string, limit: number): Order {\n```',
      '- [ ] Give `load` a limit',
    ];
    for (const change of changes) {
      const text =
        task(1, '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `load(id: string): Order`') +
        task(2, `- Modify: \`src/a.ts\`\n\n${change}`) +
        task(3, '- Create: `src/b.ts`\n\n**Interfaces:**\n- Consumes: `load(id: string, limit: number): Order`');
      assert.ok(
        (await find(text)).every(({ severity }) => severity === 'fact'),
        change,
      );
    }
  });

  it('[PLANS-2] a task in between that only uses a function does not change it', async () => {
    const text =
      task(1, '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `load(id: string): Order`') +
      task(2, '- Create: `src/b.ts`\n\n**Interfaces:**\n- Consumes: `load(id: string): Order`') +
      task(3, '- Create: `src/c.ts`\n\n**Interfaces:**\n- Consumes: `load(id: number): Order`');
    assert.deepEqual(
      (await find(text)).map(({ severity, task: id }) => [severity, id]),
      [['error', 'task-3']],
    );
  });

  it('[PLANS-2] overloads, methods of different classes, and functions of different files are no contradiction', async () => {
    const pairs: readonly (readonly [string, string])[] = [
      [
        '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `parse(text: string): number`, `parse(bytes: Map<string, number>): number`',
        '- Create: `src/b.ts`\n\n**Interfaces:**\n- Consumes: `parse(text: string): number`',
      ],
      [
        '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `parse(text: string): number`',
        '- Create: `src/b.ts`\n\n**Interfaces:**\n- Consumes: `parse(path: string): string` from `src/config.ts`',
      ],
      ...['app/m.py', 'src/m.ts'].map(
        (file) =>
          [
            `- Create: \`${file}\`\n\n**Interfaces:**\n- Produces:\n  - \`class Loader\`:\n    - \`run(count: number): string\``,
            `- Modify: \`${file}\`\n\n**Interfaces:**\n- Produces:\n  - \`class Saver\`:\n    - \`run(name: string): void\``,
          ] as const,
      ),
      [
        '- Create: `src/m.ts`\n\n**Interfaces:**\n- Produces:\n  - Class `Loader` with the methods\n    - `run(count: number): string`',
        '- Modify: `src/m.ts`\n\n**Interfaces:**\n- Produces:\n  - `run(name: string): void`',
      ],
    ];
    for (const [one, other] of pairs) assert.deepEqual(await find(task(1, one) + task(2, other)), [], one);
  });

  it('[PLANS-2] type parameters are no difference by their names, and their functions can differ', async () => {
    const kindsOf = async (one: string, other: string): Promise<readonly string[]> =>
      (
        await find(
          task(1, `- Create: \`src/a.ts\`\n\n**Interfaces:**\n- Produces: \`pick${one}\``) +
            task(2, `- Modify: \`src/a.ts\`\n\n**Interfaces:**\n- Produces: \`pick${other}\``),
        )
      ).map(({ kind, severity }) => `${kind} ${severity}`);
    const stated = '<T>(from: T[], count: number): T';
    assert.deepEqual(await kindsOf(stated, '<T>(from: T[], count: number): T'), []);
    assert.deepEqual(await kindsOf(stated, '<Item>(from: Item[], count: number): Item'), []);
    assert.deepEqual(await kindsOf(stated, '(from: T[], count: number): T'), []);
    assert.deepEqual(await kindsOf(stated, '<T>(from: T[], count: string): T'), ['produced-differently error']);
    assert.deepEqual(await kindsOf(stated, '<Item>(from: Item[]): Item'), ['produced-differently fact']);
  });

  it('[PLANS-2] a call in code with another number of arguments than the plan states is a fact', async () => {
    const produce = task(
      1,
      '- Create: `src/cart.ts`\n\n**Interfaces:**\n- Produces: `loadOrders(id: string, limit?: number): Order[]`',
    );
    const calls: Readonly<Record<string, number>> = {
      'loadOrders(id)': 0,
      'loadOrders(id, 3)': 0,
      'loadOrders(id, 3, true)': 1,
      'loadOrders()': 1,
      'loadOrders("a, b, c", list(1, 2))': 0,
      'loadOrders(...all, 3, 4)': 0,
      'loadOrders(a, …, c)': 0,
      'cart.loadOrders(id, 3, true)': 1,
      'shop.loadOrders(id, 3, true)': 0,
      'reloadOrders(id, 3, true)': 0,
      'function loadOrders(id, limit, isAll) {}': 0,
    };
    for (const [call, count] of Object.entries(calls)) {
      const use = `### Task 2: Use\n\n**Files:**\n- Create: \`src/b.ts\`\n\n- [ ] **Step 1: Call it**\n\n\`\`\`ts\nconst x = 1;\n${call}\n\`\`\`\n\n`;
      const found = (await find(produce + use)).filter(({ kind }) => kind === 'consumed-differently');
      assert.deepEqual(
        found.map(({ severity, line }) => [severity, line]),
        Array.from({ length: count }, () => [
          'fact',
          (produce + use).slice(0, (produce + use).indexOf(call)).split('\n').length,
        ]),
        call,
      );
    }
  });

  it('[PLANS-2] code that is written again with another signature is a fact, unless its text says that it changes', async () => {
    const code = (number: number, text: string, line: string): string =>
      `### Task ${number}: Title\n\n**Files:**\n- Modify: \`src/a.ts\`\n\n- [ ] **Step 1: ${text}**\n\n\`\`\`ts\n${line}\n\`\`\`\n\n`;
    const first = code(1, 'Write `src/a.ts`', 'export function load(id: string): Order {}');
    const kinds = async (text: string, line: string): Promise<readonly string[]> =>
      (await find(first + code(2, text, line), { files: ['src/a.ts'] })).map(
        ({ kind, severity }) => `${kind} ${severity}`,
      );
    const other = 'export function load(id: string, all: boolean): Order {}';
    assert.deepEqual(await kinds('Orders in `src/a.ts`', other), ['produced-differently fact']);
    assert.deepEqual(await kinds('Orders in `src/a.ts`', 'export function load(id: string): Order {}'), []);
    for (const text of [
      'Extend `load` in `src/a.ts`',
      'Let `src/a.ts` accept a flag',
      'Replace it in `src/a.ts` with:',
    ])
      assert.deepEqual(await kinds(text, other), [], text);
  });

  it('[PLANS-2] types of Rust and Go are compared by their words', async () => {
    const produce = (file: string, one: string, other: string): string =>
      task(
        1,
        `- Create: \`${file}\`\n\n**Interfaces:**\n- Produces:\n  \`\`\`${file.split('.')[1] ?? ''}\n  ${one}\n  \`\`\``,
      ) +
      task(
        2,
        `- Modify: \`${file}\`\n\n**Interfaces:**\n- Produces:\n  \`\`\`${file.split('.')[1] ?? ''}\n  ${other}\n  \`\`\``,
      );
    const variants: readonly (readonly [string, string, string, number])[] = [
      ['src/a.rs', 'pub fn all(list: &[Order]);', 'pub fn all(list: Vec<Order>) -> usize;', 1],
      ['src/a.rs', 'pub fn all(list: &[Order]);', 'pub fn all(orders: &[crate::Order]);', 0],
      ['src/a.rs', 'pub fn all(&self, id: u8) -> Result<u8>;', 'pub fn all(&mut self, id: u8) -> io::Result<u8>;', 0],
      ['src/a.go', 'func Name(m Message) string', 'func Name(m Message) (string, error)', 1],
      ['src/a.go', 'func Name(m Message) string', 'func Name(message Message) string', 0],
      ['src/a.go', 'func Name(m Message) string', 'func Name(m Message, all bool) string', 1],
    ];
    for (const [file, one, other, count] of variants) {
      const found = await find(produce(file, one, other));
      assert.equal(found.filter(({ kind }) => kind === 'produced-differently').length, count, other);
    }
  });

  it('[PLANS-2] a name of GSD that is almost one of an earlier task, and that nothing has, is a fact', async () => {
    const plan = (text: string): string =>
      `---\nphase: 01-a\nplan: 01\n---\n<tasks>\n<task type="auto">\n<name>One</name>\n<files>src/errors.ts</files>\n<action>\nExport: \`OrderShapeError\`, \`OrderMissingError\`.\n</action>\n</task>\n<task type="auto">\n<name>Two</name>\n<files>src/b.ts</files>\n<action>\n${text}\n</action>\n</task>\n</tasks>\n`;
    const names = async (text: string, words: readonly string[] = []): Promise<number> =>
      (await find(plan(text), { words })).filter(({ kind }) => kind === 'consumed-unknown').length;
    assert.equal(await names('It throws `OrderFormError` then.'), 1);
    assert.equal(await names('It throws `OrderBadShapeError` then.'), 1);
    assert.equal(await names('It throws `new OrderFormError("x")` then.'), 1);
    assert.equal(await names('It lists `OrderShapeError, OrderMissingError, Elsewhere`.'), 1);
    assert.equal(await names('It throws `OrderFormError` then.', ['OrderFormError']), 0);
    assert.equal(await names('Define `OrderFormError` for it.'), 0);
    assert.equal(await names('It throws `OrderFormError`. An `OrderFormError` has a cause.'), 0);
    assert.equal(await names('It throws `SyntaxError` and `OrderShapeError` then.'), 0);
  });

  it('[PLANS-2] a test file that a command of any form runs must come from somewhere', async () => {
    const body = (command: string): string =>
      `### Task 1: Title\n\n**Files:**\n- Create: \`src/a.ts\`\n\n- [ ] **Step 1: Check**\n\nRun:\n\n\`\`\`bash\n${command}\n\`\`\`\n`;
    const count = async (command: string, files: readonly string[] = ['src/b.ts', 'app/x.rs']): Promise<number> =>
      (await find(body(command), { files })).filter(({ kind }) => kind === 'test-missing').length;
    assert.equal(await count('bun test tests/a.test.ts'), 1);
    assert.equal(await count('cd src && npx vitest run a.test.ts'), 1);
    assert.equal(await count('cd app && cargo test --test branch'), 1);
    assert.equal(await count('cd app && cargo test --test branch', ['app/tests/branch.rs']), 0);
    assert.equal(await count('cd src && npx vitest run a.test.ts', ['src/a.test.ts']), 0);
    assert.equal(await count('cd other && npx vitest run a.test.ts'), 0);
    assert.equal(await count('rm tests/a.test.ts'), 0);
    assert.equal(await count('check "grep x tests/a.test.ts"'), 0);
    assert.equal(await count('git add tests/a.test.ts'), 0);
  });

  it('[PLANS-2] parallel neighbors wait for the same task, and the next one waits for all of them', async () => {
    const named = (number: number, title: string, file: string): string =>
      `### Task ${number}: ${title}\n\n**Files:**\n- Create: \`${file}\`\n\n- [ ] Do it\n\n`;
    const text =
      named(1, 'One', 'src/a.ts') +
      named(2, '[P] Two', 'src/b.ts') +
      named(3, '[P] Three', 'src/c.ts') +
      named(4, 'Four', 'src/d.ts');
    assert.deepEqual(
      readPlan('docs/plan.md', text).plan?.tasks.map(({ dependsOn }) => dependsOn),
      [[], ['task-1'], ['task-1'], ['task-2', 'task-3']],
    );
    const writes = text
      .replaceAll('Create: `src/d.ts`', 'Modify: `src/b.ts`')
      .replace('src/a.ts', 'src/c.ts')
      .replace('Create: `src/c.ts`', 'Modify: `src/c.ts`');
    assert.deepEqual(
      (await find(writes)).filter(({ kind }) => kind === 'parallel-files'),
      [],
    );
  });
});
