import { formatDataPath } from '../../src/contract/data-path.ts';
import type { ContractDocument } from '../../src/contract/document.ts';
import { readContract } from '../../src/contract/read/read-contract.ts';
import { sampleChecks } from './sample-checks.ts';

export function read(text: string, file = 'work.contract.yaml', sharedGates?: readonly string[]): ContractDocument {
  return readContract({ file, text, checks: sampleChecks, sharedGates });
}

/** `line:column severity code path` of each problem. */
export function problemLines(document: Pick<ContractDocument, 'problems'>): string[] {
  return document.problems.map(({ range, severity, code, path }) =>
    `${range.start.line}:${range.start.column} ${severity} ${code} ${formatDataPath(path)}`.trimEnd(),
  );
}

/** The text that a range covers. */
export function coveredText(document: ContractDocument, path: readonly (string | number)[]): string {
  const { start, end } = document.rangeOf(path);
  return document.text.slice(start.offset, end.offset);
}

/** The message of the first problem with a code. */
export function messageOf(document: Pick<ContractDocument, 'problems'>, code: string): string {
  return document.problems.find((problem) => problem.code === code)?.message ?? `No problem with the code ${code}`;
}

/** The text of the smallest valid contract. More lines can be appended to its chunk. */
export const minimal = `spec: { id: demo, title: Demo }
chunks:
  - id: one
    title: One
`;
