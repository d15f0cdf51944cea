import assert from 'node:assert/strict';
import { readStatements } from '../../../src/contract/specifications/task-statements.ts';

function exportsOf(text: string): readonly string[] {
  return readStatements(text).exports.map(({ name }) => name);
}

function pathsOf(text: string): readonly string[] {
  return readStatements(text).paths.map(({ path, role }) => `${role} ${path}`);
}

describe('what a task states', () => {
  it('[AGENT-8] is the files that it writes, reads and removes', () => {
    assert.deepEqual(pathsOf('Create the model in src/models/user.ts, like `src/models/item.ts`'), [
      'read src/models/item.ts',
      'write src/models/user.ts',
    ]);
    assert.deepEqual(pathsOf('Delete `src/old.ts` and `src/older.ts`. Update `README.md:12`'), [
      'remove src/old.ts',
      'remove src/older.ts',
      'write README.md',
    ]);
    assert.deepEqual(pathsOf('Remove the cache from `src/cache.ts`'), ['write src/cache.ts']);
    assert.deepEqual(pathsOf('Write `readmeText` to `docs/README.md` using `writeFile`'), ['read docs/README.md']);
    assert.deepEqual(pathsOf('Write the guide to `docs/guide.md`'), ['write docs/guide.md']);
    assert.deepEqual(pathsOf(String.raw`Fix \`src\win\path.ts\``.replaceAll('\\`', '`')), ['write src/win/path.ts']);
    assert.deepEqual(pathsOf('Add the route `app/(shop)/[id]/page.tsx` and folder `src/shop/`'), [
      'write app/(shop)/[id]/page.tsx',
      'write src/shop/',
    ]);
  });

  it('[PLANS-4] requires no file that the task may move, split, replace, choose or leave alone', () => {
    const texts: Readonly<Record<string, readonly string[]>> = {
      'Rename `src/x.ts` to `src/y.ts`': ['change src/x.ts', 'write src/y.ts'],
      'Refactor: split `src/big.ts` into `src/one.ts` and `src/two.ts`': [
        'change src/big.ts',
        'write src/one.ts',
        'write src/two.ts',
      ],
      'Move `src/a.ts` and `src/b.ts` into `src/c/`': ['change src/a.ts', 'change src/b.ts', 'write src/c/'],
      'Moving the store from `src/a.ts` to `src/b.ts`': ['change src/a.ts', 'write src/b.ts'],
      'Merge src/a.ts and src/b.ts into src/c.ts': ['change src/a.ts', 'change src/b.ts', 'write src/c.ts'],
      'Replaces `src/old.ts`, which is gone': ['change src/old.ts'],
      'Replace `src/old.ts` with `src/new.ts`': ['change src/old.ts', 'write src/new.ts'],
      'Convert `src/a.js` to TypeScript': ['change src/a.js'],
      'Migrate `src/a.js` → `src/a.ts`': ['change src/a.js', 'write src/a.ts'],
      '`src/a.js` → `src/a.ts`': ['change src/a.js', 'write src/a.ts'],
      'Inline `src/tiny.ts`, then add `src/more.ts`': ['change src/tiny.ts', 'write src/more.ts'],
      'Rename the helper and create `src/more.ts`': ['write src/more.ts'],
      'Write the login in `src/login.ts` or, later, `src/session.ts`': ['change src/login.ts', 'change src/session.ts'],
      'Add one for users, e.g. `src/users.ts`': ['change src/users.ts'],
      'Use `src/new.ts` instead of `src/old.ts`': ['read src/new.ts', 'change src/old.ts'],
      'Check that `src/old.ts` is no longer imported': ['change src/old.ts'],
      'Do not touch `src/legacy.ts`': ['read src/legacy.ts'],
      'Don’t change `src/a.ts`, `src/b.ts` or `src/c.ts`': ['read src/a.ts', 'read src/b.ts', 'read src/c.ts'],
      'Do not touch src/legacy.ts, but add src/next.ts': ['read src/legacy.ts', 'write src/next.ts'],
      'Without changes to `src/a.ts`, add `src/b.ts`': ['read src/a.ts', 'write src/b.ts'],
      '`src/legacy.ts` must not be changed': ['read src/legacy.ts'],
      'Leave `src/legacy.ts` alone': ['read src/legacy.ts'],
      'Add the route to `src/routes.ts`': ['write src/routes.ts'],
    };
    for (const [text, expected] of Object.entries(texts))
      assert.deepEqual([...pathsOf(text)].sort(), [...expected].sort(), text);
  });

  it('[AGENT-8] is no path with a placeholder or an ellipsis', () => {
    assert.deepEqual(pathsOf('Write .omp/commands/opsx-<id>.md, and fail with "not found at .../proposal.md"'), []);
    assert.deepEqual(pathsOf('Write `.omp/commands/opsx-<id>.md`'), []);
  });

  it('[AGENT-8] is no path for routes, packages, members, URLs and paths outside', () => {
    const text =
      'Add `/login`, `@scope/name`, `client.signIn`, `https://example.invalid/a.ts`, `../x.ts`, `example.com/a.ts`, `Node.js` and/or Next.js';
    assert.deepEqual(pathsOf(text), []);
  });

  it('[AGENT-8] is the exports that it creates', () => {
    assert.deepEqual(exportsOf('Add a shared `parsePort(text)` helper in `src/port.ts`'), ['parsePort()']);
    assert.deepEqual(exportsOf('Create `UserStore` and `ItemStore` in `src/store.ts`'), ['UserStore', 'ItemStore']);
    assert.deepEqual(exportsOf('Implement the `<LoginForm />` component'), ['LoginForm']);
    assert.deepEqual(exportsOf('Export `Cart` and `total` from `src/cart.ts`'), ['Cart', 'total']);
    assert.deepEqual(exportsOf('Define `retryLimit` constant'), ['retryLimit']);
    assert.deepEqual(readStatements('Add `clamp(value: number): number` to `src/clamp.ts`').exports, [
      { name: 'clamp()', signature: '(value: number) => number' },
    ]);
  });

  it('[AGENT-8] is no export for members, options, tests, and names that are only mentioned', () => {
    for (const text of [
      'Add `installScope` (`global` | `project`) to `GlobalConfig`',
      'Add `retryLimit` option',
      'Add `save()` method to the store',
      'Write tests for `parsePort()`',
      'Update `parsePort()` in `src/port.ts`',
      'Add cases proving that `defaultStore` supplies schemas',
      'Add a check with `validateInput()`',
    ]) {
      assert.deepEqual(exportsOf(text), [], text);
    }
  });

  it('[AGENT-8] is the commands that check something, without shell operators', () => {
    const read = readStatements('Run `pnpm run lint && pnpm test` and `npx vitest run test/a.test.ts`');
    assert.deepEqual(read.commands, ['pnpm run lint', 'pnpm test', 'npx vitest run test/a.test.ts']);
    assert.equal(read.isOnlyCommands, true);
    assert.deepEqual(readStatements('```bash\nnpm run build\n```').commands, ['npm run build']);
  });

  it('[AGENT-8] leaves out commands of other folders, because a contract runs them at the root', () => {
    const rejectedOf = (text: string) => readStatements(text).rejected.map(({ command, reason }) => [command, reason]);
    const reason = 'the text runs it in another folder';
    assert.deepEqual(rejectedOf('Run `npm test` in website directory'), [['npm test', reason]]);
    assert.deepEqual(rejectedOf('Verify that `npm run build` in the `packages/web` package passes'), [
      ['npm run build', reason],
    ]);
    assert.deepEqual(readStatements('Run `npm test` in CI and check the directory').commands, ['npm test']);
  });

  it('[AGENT-8] leaves out commands that change something, that must fail, and that are only mentioned', () => {
    assert.deepEqual(readStatements('Run `npm install zod` and `eslint --fix`').rejected, [
      { command: 'npm install zod', reason: 'it is not known as a check' },
      { command: 'eslint --fix', reason: 'it is not known as a check' },
    ]);
    const failing = readStatements('Run `npm test` and verify that the new tests fail');
    assert.deepEqual(failing.commands, []);
    assert.equal(failing.rejected[0]?.reason, 'the text says that it fails at this point');
    assert.deepEqual(readStatements('Run `npm test` with no failing tests').commands, ['npm test']);
    assert.deepEqual(readStatements('Extend `git status` output').rejected, []);
  });

  it('[PLANS-4] requires a file of another language only where its words say that it is made', () => {
    const rolesOf = (text: string): readonly string[] => readStatements(text).paths.map(({ role }) => role);
    const made = [
      '`src/a.ts` を新規作成する',
      '`src/a.ts` に合計を実装',
      '创建 `src/a.ts`，包含价格',
      '在 `src/a.ts` 中添加价格',
      '`src/a.ts` 파일을 생성',
      'Создать `src/a.ts` с ценами',
      'Créer `src/a.ts` avec les prix',
      'Crear `src/a.ts` para los precios',
      'Die Preise in `src/a.ts` anlegen',
    ];
    for (const text of made) assert.deepEqual(rolesOf(text), ['write'], text);
    const other = [
      '`src/a.ts` を `src/b.ts` に物理移動する',
      '将 `src/a.ts` 移动到其他文件夹',
      '`src/a.ts` から色を抽出する',
      '`src/a.ts` 파일을 삭제',
      'Переместить `src/a.ts` в `src/b.ts`',
      'Déplacer `src/a.ts` vers `src/b.ts`',
      'Mover `src/a.ts` para `src/b.ts`',
      'Das alte Modul `src/a.ts` entfernen',
    ];
    for (const text of other) assert.ok(!rolesOf(text).includes('write'), text);
    assert.deepEqual(rolesOf('Add the café prices to `src/a.ts`'), ['write']);
    assert.deepEqual(
      readStatements('Write the guide (docs/guide.md) and app/(shop)/page.tsx').paths.map(({ path }) => path),
      ['docs/guide.md', 'app/(shop)/page.tsx'],
    );
  });

  it('[AGENT-8] takes no internal name and no implemented interface for an export', () => {
    const texts = [
      'Implement `AfterContentInit` and `OnDestroy` lifecycle hooks in `src/a.ts`',
      'Define internal `SlotState` map in `src/a.ts`',
      'Implement the `DataSource` in `src/a.ts`',
    ];
    for (const text of texts) assert.deepEqual(readStatements(text).exports, [], text);
    assert.deepEqual(readStatements('Implement the `DataSource` class in `src/a.ts`').exports, [
      { name: 'DataSource' },
    ]);
  });
});
