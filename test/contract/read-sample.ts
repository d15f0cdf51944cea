import { formatDataPath } from '../../src/contract/data-path.ts';
import type { ContractDocument } from '../../src/contract/document.ts';
import { readContract } from '../../src/contract/read-contract.ts';
import { sampleChecks } from './sample-checks.ts';

export function read(text: string, file = 'work.contract.yaml', sharedGates?: readonly string[]): ContractDocument {
  return readContract({ file, text, checks: sampleChecks, sharedGates });
}

/** `line:column severity code path`, one for each problem. */
export function problemLines(document: Pick<ContractDocument, 'problems'>): string[] {
  return document.problems.map(({ range, severity, code, path }) =>
    `${range.start.line}:${range.start.column} ${severity} ${code} ${formatDataPath(path)}`.trimEnd(),
  );
}

/** The text that a range covers. */
export function covered(document: ContractDocument, path: readonly (string | number)[]): string {
  const { start, end } = document.rangeOf(path);
  return document.text.slice(start.offset, end.offset);
}

/** The message of the first problem with a code. */
export function messageOf(document: Pick<ContractDocument, 'problems'>, code: string): string {
  return document.problems.find((problem) => problem.code === code)?.message ?? `no problem ${code}`;
}

export const minimal = `spec: { id: demo, title: Demo }
chunks:
  - id: one
    title: One
`;
