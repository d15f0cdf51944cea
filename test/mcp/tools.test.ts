import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Engine } from '../../src/engine.ts';
import type { ToolAnswer } from '../../src/mcp/base/engine-tool.ts';
import { AGENT_TOOLS } from '../../src/mcp/tool-table.ts';
import { ToolSession } from '../../src/mcp/base/tool-session.ts';
import { HoldfastError } from '../../src/foundation/errors.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';

const CONTRACT = 'orders.contract.yaml';
const FILES = {
  [CONTRACT]: `version: 2
spec: { id: orders, title: Orders }
chunks:
  - id: model
    title: Model
    creates: [Order]
    allowedFiles: [src/order.ts]
  - id: total
    title: Total
    dependsOn: [model]
    consumes: [Order]
    allowedFiles: [src/total.ts]
    functions:
      - { name: total, file: src/total.ts, signature: '(order: Order) => number' }
  - id: print
    title: Print
    dependsOn: [total]
    creates: [printOrder]
    allowedFiles: [src/print.ts]
`,
  'src/order.ts': 'export interface Order { readonly prices: readonly number[] }\n',
  'src/total.ts':
    "import type { Order } from './order.ts';\n\nexport function total(order: Order): string {\n  return String(order.prices.length);\n}\n",
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "esnext", "allowImportingTsExtensions": true, "noEmit": true } }',
};

async function call(
  engine: Engine,
  name: string,
  input: unknown = {},
  session = new ToolSession(),
): Promise<ToolAnswer> {
  const tool = AGENT_TOOLS.find((one) => one.name === name);
  assert.ok(tool);
  const answer = await tool.call({ engine, session, signal: new AbortController().signal }, input);
  // A client validates the data with the published schema.
  tool.output.parse(answer.data);
  return answer;
}

describe('The tools for agents', () => {
  let workspace: Workspace;
  let engine: Engine;

  before(() => {
    workspace = new Workspace(FILES);
    engine = openFolderEngine(workspace, { trusted: false });
  });

  after(async () => {
    await engine[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });

  it('[AGENT-5] name a violation by its path in the contract, with what the code has', async () => {
    const { text, data } = await call(engine, 'check', { chunk: 'total' });
    assert.equal(data['ok'], false);
    assert.match(text, /requirement: chunks\[1\]\.functions\[0\]/);
    assert.match(text, /string/);
  });

  it('[AGENT-5] check one contract, all contracts, or the active chunk', async () => {
    const session = new ToolSession('model');
    assert.equal((await call(engine, 'check', {}, session)).data['ok'], true);
    assert.equal((await call(engine, 'check', { all: true }, session)).data['ok'], false);
    assert.equal((await call(engine, 'check', { contract: CONTRACT }, session)).data['ok'], false);
    assert.equal((await call(engine, 'check', { contract: CONTRACT, chunk: 'model' })).data['ok'], true);
  });

  it('[AGENT-5] list many chunks in parts, and those that fail first', async () => {
    const chunks = Array.from({ length: 230 }, (_, number) =>
      number === 229
        ? `  - { id: c${number}, title: C, creates: [missingExport] }`
        : `  - { id: c${number}, title: C, creates: [Order] }`,
    );
    using large = new Workspace({
      'src/order.ts': FILES['src/order.ts'],
      'large.contract.yaml': `version: 2\nspec: { id: large, title: Large }\nchunks:\n${chunks.join('\n')}\n`,
    });
    await using opened = openFolderEngine(large);
    const first = await call(opened, 'list_chunks');
    assert.deepEqual([z.array(z.unknown()).parse(first.data['chunks']).length, first.data['total']], [200, 230]);
    assert.match(first.text, /30 more: call it with the offset 200\.$/);
    const rest = await call(opened, 'list_chunks', { offset: 200 });
    assert.match(rest.text, /^- large\.contract\.yaml#c200: C/);
    const { text, data } = await call(opened, 'check');
    assert.match(text, /^Not done: 229 of 230 checked chunks are satisfied\.\nlarge\.contract\.yaml#c229: unsatisfied/);
    const [checked] = z.array(z.looseObject({ chunks: z.array(z.unknown()) })).parse(data['contracts']);
    assert.equal(checked?.chunks.length, 50);
  });

  it('[AGENT-5] explain a failed requirement with the lines of the contract and the code', async () => {
    const { text, data } = await call(engine, 'explain_violation', { chunk: 'total' });
    assert.match(text, /signature: '\(order: Order\) => number'/);
    assert.match(text, /3 \| export function total/);
    assert.match(JSON.stringify(data), /"canProposeAmendment":true/);
    assert.doesNotMatch(text, /Run the chunk/);
    assert.match((await call(engine, 'explain_violation', { chunk: 'model' })).text, /Every requirement/);
    await assert.rejects(
      call(engine, 'explain_violation', { chunk: 'total', requirement: 'chunks[0].creates[0]' }),
      (thrown) => thrown instanceof HoldfastError && thrown.hint === 'These fail: chunks[1].functions[0].',
    );
  });

  it('[AGENT-5] tell what a chunk can import, and what does not exist yet', async () => {
    const { data } = await call(engine, 'verified_imports', { chunk: 'total' });
    assert.deepEqual(data['found'], [{ name: 'Order', kind: 'interface', from: './src/order', file: 'src/order.ts' }]);
    assert.deepEqual(data['notYetCreated'], [{ name: 'printOrder', chunk: 'print' }]);
  });

  it('[AGENT-5] look up names in the whole workspace', async () => {
    const { data } = await call(engine, 'verified_imports', { names: ['total', 'Orde'] });
    assert.match(JSON.stringify(data['found']), /"name":"total","kind":"function","from":"src\/total.ts"/);
    assert.deepEqual(data['missing'], [{ name: 'Orde', similar: ['Order'] }]);
  });

  it('[AGENT-5] find the uses of a symbol', async () => {
    const { text, data } = await call(engine, 'impact', { file: 'src\\order.ts', symbol: 'Order' });
    assert.deepEqual(data['filesAffected'], ['src/total.ts']);
    assert.match(JSON.stringify(data['uses']), /"kind":"import","file":"src\/total.ts","line":1/);
    assert.match(text, /Order/);
  });

  it('[AGENT-5] check a plan, and a draft that is not written', async () => {
    assert.deepEqual((await call(engine, 'check_plan', { contract: CONTRACT })).data['order'], [
      'model',
      'total',
      'print',
    ]);
    const text = FILES[CONTRACT].replace('dependsOn: [model]', 'dependsOn: [modle]');
    const { data } = await call(engine, 'check_plan', { contract: 'draft.contract.yaml', text });
    assert.equal(data['ok'], false);
    assert.match(JSON.stringify(data['findings']), /"line":10/);
  });

  it('[AGENT-5] start a chunk, which is active afterwards', async () => {
    const session = new ToolSession();
    const { text, data } = await call(engine, 'start_chunk', { chunk: 'print' }, session);
    assert.match(text, /# Task: Print/);
    assert.deepEqual(data['allowedFiles'], ['src/print.ts']);
    assert.equal(session.active, `${CONTRACT}#print`);
    const { data: listed } = await call(engine, 'list_chunks', { contract: CONTRACT }, session);
    assert.match(JSON.stringify(listed['chunks']), /"id":"print".*"active":true/);
  });

  it('[AGENT-5] reject input of another shape with the names that a tool takes', async () => {
    await assert.rejects(
      call(engine, 'impact', { path: 'src/order.ts' }),
      (thrown) => thrown instanceof HoldfastError && thrown.hint === 'The tool takes: file, symbol, since.',
    );
  });

  it('[SESSION-2] list comments of a person and answer them', async () => {
    const comment = await engine.comments.add({ file: 'src/total.ts', line: 3, text: 'Sum them up', wanted: 'A sum' });
    const { text, data } = await call(engine, 'open_comments');
    assert.match(text, /Sum them up \(src\/total\.ts:3\)\n {2}expected: A sum/);
    assert.deepEqual(data['comments'], [
      { id: comment.id, file: 'src/total.ts', line: 3, text: 'Sum them up', wanted: 'A sum', status: 'open' },
    ]);
    const input = { comment: comment.id.slice(0, 8), status: 'blocked', text: 'The contract requires this' };
    assert.match((await call(engine, 'answer_comment', input)).text, /is blocked/);
    assert.match((await call(engine, 'open_comments')).text, /No comment is open/);
    const [answered] = await engine.comments.list();
    assert.deepEqual([answered?.status, answered?.answer?.text], ['blocked', 'The contract requires this']);
    await engine.comments.resolve(comment.id);
    await assert.rejects(call(engine, 'answer_comment', input), /is resolved/);
    await assert.rejects(call(engine, 'answer_comment', { ...input, comment: 'ffffff' }), /Comment not found/);
  });
});
