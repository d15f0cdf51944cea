import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { contractFileJsonSchema } from '../../../src/contract/json-schema/contract-file-json-schema.ts';
import { gateFileJsonSchema } from '../../../src/contract/json-schema/gate-file-json-schema.ts';
import type { WorkspaceFacts } from '../../../src/authoring/meaning/workspace-facts.ts';
import type { SchemaNode } from '../../../src/authoring/schema/schema-node.ts';
import type { AuthoringFile, AuthoringKind } from '../../../src/authoring/source/authoring-file.ts';

/** Marks the position of the cursor in the texts of tests. */
const CURSOR = '¦';

/** A file from a text with a cursor, and the offset of the cursor. */
export function markedFile(
  marked: string,
  { path = 'a.contract.yaml', kind = 'contract' }: { readonly path?: string; readonly kind?: AuthoringKind } = {},
): { readonly file: AuthoringFile; readonly offset: number } {
  const offset = marked.indexOf(CURSOR);
  const text = marked.slice(0, offset) + marked.slice(offset + CURSOR.length);
  return { file: { kind, path, text }, offset };
}

export const contractSchema: SchemaNode = contractFileJsonSchema(CHECKS);
export const gateSchema: SchemaNode = gateFileJsonSchema(CHECKS);

const EXPORTS = [
  { name: 'listOrders', kind: 'function', file: 'src/orders/store.ts', line: 12 },
  { name: 'Order', kind: 'interface', file: 'src/orders/types.ts', line: 3 },
];

/** A small workspace folder. */
export const sampleFacts: WorkspaceFacts = {
  files: () => Promise.resolve(['README.md', 'src/index.ts', 'src/orders/store.ts', 'src/orders/types.ts']),
  searchExports: (text) =>
    Promise.resolve(EXPORTS.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))),
  findExport: (name) => Promise.resolve(EXPORTS.find((one) => one.name === name)),
  signatureOf: (name, file) =>
    Promise.resolve(name === 'listOrders' && file !== 'src/index.ts' ? '(limit: number) => Order[]' : undefined),
  gates: () => Promise.resolve([{ id: 'quality', title: 'Code quality', file: 'gates/quality.gate.yaml' }]),
  commands: () => Promise.resolve(['npm test', 'npm run build']),
};
