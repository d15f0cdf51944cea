import fc from 'fast-check';
import { complete } from '../../src/authoring/completion/complete.ts';
import { describeAt } from '../../src/authoring/hover/hover.ts';
import { findDefinition } from '../../src/authoring/navigation/find-definition.ts';
import { findReferences, findSubject } from '../../src/authoring/navigation/find-references.ts';
import { foldingRangesOf } from '../../src/authoring/outline/folding.ts';
import { outlineOf } from '../../src/authoring/outline/outline.ts';
import type { AuthoringFile, AuthoringKind } from '../../src/authoring/source/authoring-file.ts';
import { CHECKS } from '../../src/verdicts/checks/definitions/check-table.ts';
import '../random-seed.ts';
import { contractSchema, sampleFacts } from './support/marked-text.ts';
import { readSampleTexts } from './support/sample-texts.ts';

const KINDS: readonly AuthoringKind[] = ['contract', 'gate', 'pipeline'];

/** What a person can leave behind while typing, and what no person types. */
const FRAGMENTS = [
  '[',
  '{',
  ']',
  '}',
  '"',
  "'",
  ':',
  ': ',
  '- ',
  '\n',
  '\r\n',
  '\t',
  '|',
  '>',
  '#',
  ' #',
  '&a ',
  '*a',
  ',',
  '---\n',
  '\\',
  '\ufeff',
  '  ',
  'é',
  '😀',
];

/** Uses every feature at a position of a text. */
async function useEverything(file: AuthoringFile, offset: number): Promise<void> {
  const place = { file, offset, schema: contractSchema, checks: CHECKS, facts: sampleFacts };
  await complete(place);
  await describeAt({ ...place, statusOf: () => undefined });
  await findDefinition(file, offset, sampleFacts);
  const found = findSubject(file, offset);
  if (found) findReferences(file, found.subject);
  outlineOf(file);
  foldingRangesOf(file);
}

describe('Language features on any text', () => {
  it('[EDIT-2] accept every prefix and every mutation of the samples', async () => {
    const samples = (await readSampleTexts()).filter(({ path }) => /contract|plan|pipeline|twins|scenario/.test(path));
    const mutation = fc.record({
      sample: fc.constantFrom(...samples),
      kind: fc.constantFrom(...KINDS),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat({ max: 40 }),
      inserted: fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }),
    });
    const accepts = fc.asyncProperty(mutation, async ({ sample: { path, text }, kind, cut, at, removed, inserted }) => {
      const whole = text.slice(0, Math.ceil(text.length * cut));
      const offset = Math.floor(whole.length * at);
      const mutated = whole.slice(0, offset) + inserted.join('') + whole.slice(offset + removed);
      await useEverything({ kind, path, text: mutated }, Math.min(offset + inserted.join('').length, mutated.length));
    });
    await fc.assert(accepts, { numRuns: 400 });
  });
});
