import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample, type SampleCopy } from '../scripts/sample.ts';

const pricesContract = `version: 1
spec: { id: prices, title: Prices }
chunks:
  - id: tax
    title: Add the tax
    description: Add the tax to the price.
    allowedFiles: [src/price.ts, src/tax.ts]
    maxAttempts: 1
    functions:
      - { name: priceOf, file: src/price.ts, signature: '(net: number) => number' }
    assertions:
      - { message: Must declare the tax, check: { type: export_exists, target: TAX, file: src/tax.ts } }
      - { message: Must use the tax, check: { type: pattern_match, target: src/price.ts, pattern: 'net \\* TAX' } }
`;

/** The module before the run. */
export const before = `/** The price without tax. */
export function priceOf(net: number): number {
  return net;
}

/** The price of a present. */
export function priceOfPresent(): number {
  return 0;
}
`;
/** The module with the accepted changes. */
export const withTax = before
  .replace('/** The price without tax. */', "import { TAX } from './tax.ts';\n\n/** The price with tax. */")
  .replace('return net;', 'return net * TAX;');
const after = withTax.replace('return 0;', 'return Math.random();');
export const tax = 'export const TAX = 1.19;\n';

/** Of three chunks one passes, one has nothing to check, and one fails because of its command. */
const partialContract = `version: 1
spec: { id: partial, title: Partial results }
chunks:
  - { id: checked, title: Checked, creates: [checked], allowedFiles: [src/checked.ts] }
  - { id: notes, title: Notes, description: Write notes., allowedFiles: [notes.txt] }
  - id: failing
    title: Failing
    allowedFiles: [src/failing.ts]
    acceptanceCommands: [node --no-such-option]
    maxAttempts: 1
`;

const write = (path: string, content: string) => ({ tools: [{ name: 'write_file', input: { path, content } }] });
const replies = [
  { chunk: 'tax', steps: [write('src/price.ts', after), write('src/tax.ts', tax), { text: 'Done.' }] },
  { chunk: 'checked', steps: [write('src/checked.ts', 'export const checked = true;\n'), { text: 'Done.' }] },
  { chunk: 'notes', steps: [write('notes.txt', 'Notes\n'), { text: 'Done.' }] },
  { chunk: 'failing', steps: [write('src/failing.ts', 'export {};\n'), { text: 'Done.' }] },
];

/** Creates a repository with a contract whose result is accepted in part, and one of whose chunks only some pass. */
export async function createPartialSample(): Promise<SampleCopy> {
  const sample = await copySample();
  await writeFile(join(sample.folder, 'prices.contract.yaml'), pricesContract);
  await writeFile(join(sample.folder, 'partial.contract.yaml'), partialContract);
  await writeFile(join(sample.folder, 'src', 'price.ts'), before);
  await writeFile(join(sample.folder, 'replies.yaml'), JSON.stringify({ version: 1, replies }));
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'Prices');
  return sample;
}
