import { listFirst } from '../../foundation/list-first.ts';

/** [BITE-1] How an acceptance command ended without the work: on the base, with the tests of the change. */
export interface RedFirstReport {
  /** `not-judged`: what it did there shows nothing. */
  readonly outcome: 'red' | 'green' | 'not-judged';
  /**
   * Why it counts as red: a test failed, code that the chunk must create is missing, or a program whose results are not read
   * failed. The first shows the most.
   */
  readonly by?: 'test' | 'missing-code' | 'exit-code' | undefined;
  /** The tests that failed, or that passed without the work. */
  readonly tests?: readonly string[] | undefined;
  /** The missing names and files. */
  readonly missing?: readonly string[] | undefined;
  /** Why it was not judged, as a sentence. */
  readonly reason?: string | undefined;
  readonly durationMs: number;
}

/** A report as sentences, for people. */
export function describeRedFirst({ outcome, by, tests = [], missing = [], reason }: RedFirstReport): string {
  if (outcome === 'not-judged') return `Whether it fails without the change is not judged. ${reason ?? ''}`;
  const names = listFirst(by === 'missing-code' ? missing : tests);
  if (outcome === 'green')
    return `Green without the change${names === '' ? '' : ` (${names})`}, so it says nothing about it.`;
  const cause = by === 'missing-code' ? ` (missing: ${names})` : names === '' ? '' : ` (${names})`;
  return `Red without the change${cause}, green with it.`;
}
