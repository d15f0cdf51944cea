import assert from 'node:assert/strict';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { describeAt } from '../../../src/authoring/hover/hover.ts';
import { contractSchema, gateSchema, markedFile, sampleFacts } from '../support/marked-text.ts';

type Options = Parameters<typeof markedFile>[1];

async function hoverAt(marked: string, options: Options = {}, facts = sampleFacts): Promise<string | undefined> {
  const { file, offset } = markedFile(marked, options);
  const schema = file.kind === 'gate' ? gateSchema : contractSchema;
  const statusOf = (chunk: string): string | undefined => (chunk === 'types' ? '1/2 requirements hold' : undefined);
  const hover = await describeAt({ file, offset, schema, checks: CHECKS, facts, statusOf });
  if (hover) assert.ok(hover.range.start <= offset && offset <= hover.range.end);
  return hover?.markdown;
}

const head = `chunks:
  - id: types
    title: The types
    creates: [Result]
  - id: check
`;

describe('Hovers', () => {
  it('[EDIT-2] explain keys, also those of a check', async () => {
    assert.match((await hoverAt('chunks:\n  - depends¦On: []')) ?? '', /\*\*dependsOn\*\*\n\nIds of the chunks/);
    assert.match(
      (await hoverAt('{ "build": { "comm¦and": "x" } }', { path: 'a.contract.json' })) ?? '',
      /\*\*command\*\*/,
    );
    const check = `${head}    assertions:\n      - check: { type: pattern_match, fla¦gs: i }`;
    assert.match((await hoverAt(check)) ?? '', /i: ignores case/);
    assert.match(
      (await hoverAt('work_orders:\n  - allowed_fi¦les: []', { path: 'plan.yaml' })) ?? '',
      /Paths or globs/,
    );
    assert.match((await hoverAt('id: a\nretry_con¦fig: {}', { path: 'a.gate.yaml', kind: 'gate' })) ?? '', /repeated/);
  });

  it('[EDIT-2] describe what a value names', async () => {
    const chunk = await hoverAt(`${head}    dependsOn: [ty¦pes]`);
    assert.match(chunk ?? '', /chunk \*\*types\*\* · The types\n\n1\/2 requirements hold\n\nCreates `Result`\./);
    assert.match((await hoverAt(`${head}    consumes: [Res¦ult]`)) ?? '', /not exported yet.*chunk `types`/s);
    const code = await hoverAt(`${head}    consumes: [listOr¦ders()]`);
    assert.match(code ?? '', /listOrders: \(limit: number\) => Order\[\].*function in `src\/orders\/store\.ts:12`/s);
    const factsOf = (file: string, signature: string): typeof sampleFacts => ({
      ...sampleFacts,
      findExport: (name) => Promise.resolve({ name, kind: 'function', file, line: 1, column: 1 }),
      signatureOf: () => Promise.resolve(signature),
    });
    const python = factsOf('shop/text.py', 'async (text: str) -> str');
    const go = factsOf('text/text.go', '(text string) string');
    assert.match(
      (await hoverAt(`${head}    consumes: [slu¦gify()]`, {}, python)) ?? '',
      /```python\nasync def slugify\(text: str\) -> str\n```/,
    );
    assert.match(
      (await hoverAt(`${head}    consumes: [Slu¦gify()]`, {}, go)) ?? '',
      /```go\nfunc Slugify\(text string\) string\n```/,
    );
    assert.equal(await hoverAt(`${head}    contextFiles: [READ¦ME.md]`), '`README.md` exists.');
    assert.equal(await hoverAt(`${head}    contextFiles: [no¦.md]`), '`no.md` does not exist.');
    assert.equal(await hoverAt(`${head}    contextFiles: [src/or¦ders]`), '`src/orders/` is a folder with 2 files.');
    assert.match((await hoverAt(`${head}    gates: [qua¦lity]`)) ?? '', /Code quality.*gates\/quality\.gate\.yaml/s);
    assert.match(
      (await hoverAt(`${head}    assertions: [{ check: { type: export_¦exists } }]`)) ?? '',
      /\*\*export\\?_exists\*\* · An export exists/,
    );
  });

  it('[EDIT-2] explain the key of another value, and say nothing where there is nothing', async () => {
    assert.match((await hoverAt(`${head}    title: some te¦xt`)) ?? '', /\*\*title\*\*/);
    assert.equal(await hoverAt('# a com¦ment\nspec: {}'), undefined);
    assert.equal(await hoverAt('unknown_k¦ey: 1'), undefined);
    assert.equal(await hoverAt('¦'), undefined);
  });
});
