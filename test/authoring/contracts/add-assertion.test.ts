import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engine.ts';
import { ASSERTION_TEMPLATES } from '../../../src/contract/templates/assertion-templates.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import { Workspace } from '../../cli/support/workspace.ts';

const CONTRACT = 'a.contract.yaml';
/** With comments, flow style and CRLF, which must stay. */
const TEXT = `# mine
version: 2
spec: { id: a, title: A } # the title
chunks:
  - id: one
    title: One
    allowedFiles: [src/one.ts, 'src/**/*.css']
  - { id: two, title: Two, assertions: [{ message: m, check: { type: file_exists, target: src/one.ts } }] } # last
`.replaceAll('\n', '\r\n');
const FILES = {
  [CONTRACT]: TEXT,
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'src/one.ts': `/** Loads it. */
export async function load(id: string): Promise<number> {
  try { return Number(id); } catch (error) { throw error; }
}
export interface Options { deep: boolean }
export const arrow = async (): Promise<void> => {};
`,
};
const PLACE = { contract: CONTRACT, chunk: 'one' };

async function add(engine: Engine, template: string, values: Readonly<Record<string, string>>): Promise<void> {
  await engine.authoring.addAssertion({ ...PLACE, template, values, write: true });
  engine.filesChanged([CONTRACT]);
}

/** Whether the asserts of a template with these values hold in a text of src/one.ts. */
async function holds(template: string, values: Readonly<Record<string, string>>, text: string): Promise<boolean> {
  using workspace = new Workspace({ ...FILES, 'src/one.ts': text });
  await using engine = openFolderEngine(workspace);
  await add(engine, template, values);
  const { problems, chunks } = await engine.checks.check(CONTRACT, { chunk: 'one' });
  assert.deepEqual(problems, []);
  const results = chunks[0]?.assertResults ?? [];
  assert.ok(results.length > 0);
  assert.deepEqual(
    results.flatMap(({ error }) => error ?? []),
    [],
  );
  return results.every(({ passed }) => passed);
}

describe('templates of assertions', () => {
  it('[ENF-FUTURE-3] keep comments, style and line endings, and add a list where there is none', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const added = await engine.authoring.addAssertion({
      ...PLACE,
      template: 'async-errors',
      values: { file: 'src/one.ts', name: 'load' },
    });
    assert.equal(workspace.read(CONTRACT), TEXT, 'nothing is written');
    const end = TEXT.indexOf('  - { id: two');
    const [before, after] = [TEXT.slice(0, end), TEXT.slice(end)];
    assert.ok(added.text.startsWith(before) && added.text.endsWith(after));
    assert.doesNotMatch(added.text.replaceAll('\r\n', ''), /\n/);
    assert.match(added.text.split('\r\n')[added.line - 1] ?? '', /assertions:/);
    assert.equal(added.messages.length, 2);
    const flow = await engine.authoring.addAssertion({
      contract: CONTRACT,
      chunk: 'two',
      template: 'no-console',
      values: { file: 'src/*.ts' },
    });
    assert.ok(flow.text.endsWith('# last\r\n'));
  });

  it('[ENF-FUTURE-3] are valid in a contract, each of them', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    for (const { id, fields } of ASSERTION_TEMPLATES) {
      const values: Record<string, string> = {};
      for (const { name } of fields) {
        const [first] = await engine.authoring.assertionValues({ ...PLACE, template: id, field: name, values });
        assert.ok(first, `${id} proposes a value for ${name}`);
        values[name] = first;
      }
      await add(engine, id, values);
    }
    const { problems, contract } = await engine.contracts.read(CONTRACT);
    assert.deepEqual(problems, []);
    assert.ok((contract?.chunks[0]?.assertions.length ?? 0) >= ASSERTION_TEMPLATES.length);
  });

  it('[ENF-FUTURE-3] propose files of the chunk, and exports and signatures of the code', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const propose = (template: string, field: string, values: Record<string, string> = {}) =>
      engine.authoring.assertionValues({ ...PLACE, template, field, values });
    assert.deepEqual(await propose('no-console', 'file'), ['src/one.ts', 'src/**/*.css']);
    assert.deepEqual(await propose('exported-function', 'name', { file: 'src/one.ts' }), ['load', 'arrow']);
    assert.deepEqual(await propose('exported-type', 'name', { file: 'src/one.ts' }), ['Options']);
    assert.deepEqual(
      (await propose('exported-function', 'signature', { file: 'src/one.ts', name: 'load' }))[0],
      '(id: string) => Promise<number>',
    );
    assert.deepEqual(
      (await propose('exported-type', 'definition', { file: 'src/one.ts', name: 'Options' }))[0],
      '{ deep: boolean }',
    );
  });

  const one = FILES['src/one.ts'];
  const cases: readonly (readonly [template: string, values: Record<string, string>, good: string, bad: string])[] = [
    ['async-errors', { file: 'src/one.ts', name: 'load' }, one, one.replace('async function', 'function')],
    ['async-errors', { file: 'src/one.ts', name: 'load' }, one, one.replace(/try \{ (.*) \} catch.*\}/, '$1')],
    ['async-errors', { file: 'src/one.ts', name: 'arrow' }, one, one.replace('arrow = async ()', 'arrow = ()')],
    ['documented-function', { file: 'src/one.ts', name: 'load' }, one, one.replace('/** Loads it. */', '')],
    ['no-default-export', { file: 'src/one.ts' }, one, `${one}export default 1;\n`],
    ['no-default-export', { file: 'src/one.ts' }, one, `${one}export { load as default };\n`],
    ['no-console', { file: 'src/*.ts' }, one, `${one}console.log(1);\n`],
    ['no-any', { file: 'src/*.ts' }, `${one}export const anyone = 'any';\n`, `${one}export const x: any = 1;\n`],
    ['no-import', { file: 'src/*.ts', module: 'node:fs' }, one, `import fs from 'node:fs/promises';\n${one}`],
    [
      'exported-type',
      { file: 'src/one.ts', name: 'Options', definition: '{ deep: boolean }' },
      one,
      one.replace('deep: boolean', 'deep?: boolean'),
    ],
    [
      'exported-function',
      { file: 'src/one.ts', name: 'load', signature: '(id: string) => Promise<number>' },
      one,
      one.replace('id: string', 'id: number'),
    ],
    ['kept-export', { file: 'src/one.ts', name: 'arrow' }, one, one.replace('export const arrow', 'const arrow')],
  ];
  for (const [template, values, good, bad] of cases) {
    it(`[ENF-FUTURE-3] ${template} holds in code that follows it, and fails in code that does not (${JSON.stringify(values)})`, async () => {
      assert.equal(await holds(template, values, good), true);
      assert.equal(await holds(template, values, bad), false);
    });
  }

  it('[ENF-FUTURE-3] explain what is missing or unknown', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const { authoring } = engine;
    await assert.rejects(authoring.addAssertion({ ...PLACE, template: 'none', values: {} }), {
      code: 'not-found',
      hint: /no-console/,
    });
    await assert.rejects(authoring.addAssertion({ ...PLACE, template: 'no-console', values: {} }), {
      code: 'contract',
      message: /"file"/,
    });
    await assert.rejects(authoring.addAssertion({ ...PLACE, template: 'no-console', values: { file: 'a', x: 'b' } }), {
      code: 'not-found',
      message: /"x"/,
    });
    await assert.rejects(
      authoring.addAssertion({ ...PLACE, chunk: 'three', template: 'no-console', values: { file: 'a' } }),
      { code: 'not-found', hint: /one, two/ },
    );
  });
});
