import type { SampleFile } from './fact-rule.ts';

/** A sample that changes one file. */
export function sampleOf(file: string, before: string, after: string): readonly SampleFile[] {
  return [{ file, before, after }];
}

/** A sample that changes a part of the body of a test, in the language of the file. */
export function sampleInTest(file: string, before: string, after: string): readonly SampleFile[] {
  return sampleOf(file, inTest(file, before), inTest(file, after));
}

function inTest(file: string, body: string): string {
  const lines = (indent: string): string => body.replaceAll(/^(?=.)/gm, indent);
  if (file.endsWith('.py')) return `def test_total():\n${lines('    ')}\n`;
  if (file.endsWith('.go')) return `package shop\n\nfunc TestTotal(t *testing.T) {\n${lines('\t')}\n}\n`;
  return `it('counts', async () => {\n${lines('  ')}\n});\n`;
}

/** A sample that changes a part of the body of a function of shipped code, in the language of the file. */
export function sampleInFunction(file: string, before: string, after: string): readonly SampleFile[] {
  return sampleOf(file, inFunction(file, before), inFunction(file, after));
}

function inFunction(file: string, body: string): string {
  const lines = (indent: string): string => body.replaceAll(/^(?=.)/gm, indent);
  if (file.endsWith('.py')) return `def total(order):\n${lines('    ')}\n`;
  if (file.endsWith('.go')) return `package shop\n\nfunc Total(order *Order) error {\n${lines('\t')}\n}\n`;
  return `export async function total(order) {\n${lines('  ')}\n}\n`;
}
