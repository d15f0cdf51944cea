import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { reviewProposal } from '../../../../src/run/amendments/rules/review-proposal.ts';
import { CHECKS } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import { formatDataPath } from '../../../../src/contract/data-path.ts';
import type { DataPath } from '../../../../src/contract/document.ts';
import { valueAt, parseContractData } from '../../../../src/contract/edit/contract-data.ts';
import { readContract } from '../../../../src/contract/read/read-contract.ts';
import { replaceText } from '../../../../src/workspace/files/replace-text.ts';
import { renderContracts } from '../../../contract/random-contract.ts';
import '../../../random-seed.ts';

const signature = fc.constantFrom(
  '(name: string) => string',
  '(): Promise<void>',
  "(kind: 'a' | 'b', more?: { x: number }) => A[]",
  '# no comment: (a) => b',
  '<T>(of: T) => T',
);
const newSignature = fc.oneof(
  fc.constantFrom(
    '(name: string, options?: Options) => string',
    '(options: { \'a b\': "c" }) => Promise<Result>',
    '(a: A,\n b: B) => void',
    '/* - # */ (a: "- b # c") => b',
    '\t() => void ',
  ),
  fc
    .string({
      unit: fc.constantFrom(...Array.from('ab :#-\'"{}[],&*!|>%@`\\\n\t?~()=>é')),
      minLength: 1,
      maxLength: 16,
    })
    .map((text) => `(of: ${JSON.stringify(text)}) => void /*${text.replaceAll('*', '')}*/`),
);
const chunk = fc.record(
  {
    title: fc.constantFrom('One', "It's: two", 'a # b'),
    description: fc.option(fc.constantFrom('Text', 'two\n\n  lines\n'), { nil: undefined }),
    functions: fc.array(
      fc.record({ name: fc.constantFrom('greet', 'part'), file: fc.constant('src/a.ts'), signature }),
      { minLength: 1, maxLength: 3 },
    ),
    creates: fc.option(fc.array(fc.constantFrom('greet()', 'Part'), { maxLength: 2 }), { nil: undefined }),
  },
  { noNullPrototype: true },
);
const contractData = fc.array(chunk, { minLength: 1, maxLength: 3 }).map((chunks) => ({
  spec: { id: 'demo', title: 'Demo' },
  chunks: chunks.map((fields, position) => ({ id: `c${position}`, ...fields })),
}));

interface Counts {
  accepted: number;
  rejected: number;
}

async function propose(
  folder: string,
  { file, text }: { readonly file: string; readonly text: string },
  path: DataPath,
  newValue: string,
  counts: Counts,
): Promise<void> {
  const document = readContract({ file, text, checks: CHECKS });
  const data = parseContractData(document);
  const oldValue = valueAt(data, path);
  const chunkId = document.contract?.chunks[Number(path[1])]?.id;
  if (chunkId === undefined || typeof oldValue !== 'string') return;
  const reviewed = await reviewProposal(
    { document, chunkId, violations: [], situation: { files: [], findExports: () => Promise.resolve([]) } },
    { proposedChanges: [{ path: formatDataPath(path), oldValue, newValue }], additionalTypes: [] },
  );
  if ('errors' in reviewed) {
    assert.ok(reviewed.errors.length > 0);
    counts.rejected++;
    return;
  }
  counts.accepted++;
  await writeFile(join(folder, file), text);
  await replaceText(folder, file, text, reviewed.text);
  const accepted = await readFile(join(folder, file), 'utf8');
  const { start, end } = document.rangeOf(path);
  assert.ok(accepted.startsWith(text.slice(0, start.offset)), 'the text before the value is unchanged');
  assert.ok(accepted.endsWith(text.slice(end.offset)), 'the text after the value is unchanged');
  const expected = structuredClone(data) as { chunks: { functions: { signature: string }[] }[] };
  expected.chunks[Number(path[1])]!.functions[Number(path[3])]!.signature = newValue;
  assert.deepEqual(parseContractData({ file, text: accepted }), expected);
}

describe('Accepted amendments on random contracts', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'holdfast-amend-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  for (const anchors of [false, true]) {
    const kind = anchors ? 'with anchors and aliases' : 'without anchors';
    it(`[ENF-AMEND-4] change exactly the addressed value and no other byte, or are rejected (${kind})`, async () => {
      const counts: Counts = { accepted: 0, rejected: 0 };
      await fc.assert(
        fc.asyncProperty(
          renderContracts(contractData, { anchors }),
          fc.nat(2),
          fc.nat(2),
          newSignature,
          async (contract, chunkIndex, functionIndex, newValue) => {
            const path = ['chunks', chunkIndex, 'functions', functionIndex, 'signature'];
            await propose(folder, contract, path, newValue, counts);
          },
        ),
        { numRuns: 300 },
      );
      assert.ok(counts.accepted > 40, JSON.stringify(counts));
      if (!anchors) assert.ok(counts.accepted > 4 * counts.rejected, JSON.stringify(counts));
    });
  }
});
