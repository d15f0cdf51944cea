import type { AssertionResult, ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import { indexContract } from '../../contract/contract-index.ts';
import type { ChangeFinding, ChunkReference, JudgedChunk, JudgementProgress } from './change-types.ts';
import type { SelectedChunk } from './select-chunks.ts';

/** Collects what is decided while a change is judged, and reports it. */
export class DecidedParts {
  readonly #progress: JudgementProgress | undefined;
  readonly #changedFiles: number;
  readonly #hasActive: boolean;
  #findings: readonly ChangeFinding[] = [];
  #selected: readonly SelectedChunk[] = [];
  readonly #judged = new Map<string, JudgedChunk>();
  /** Failed results of chunks whose other results are not known. */
  readonly #failed = new Map<string, readonly AssertionResult[]>();
  #leftOut: readonly ChunkReference[] = [];

  /** @param hasActive whether the change carries out the active chunk alone */
  constructor(
    progress: JudgementProgress | undefined,
    { changedFiles, hasActive }: { readonly changedFiles: number; readonly hasActive: boolean },
  ) {
    this.#progress = progress;
    this.#changedFiles = changedFiles;
    this.#hasActive = hasActive;
  }

  get isWatched(): boolean {
    return this.#progress !== undefined;
  }

  /** The chunks that were left out. */
  get leftOut(): readonly ChunkReference[] {
    return this.#leftOut;
  }

  addFindings(findings: readonly ChangeFinding[]): readonly ChangeFinding[] {
    this.#findings = [...this.#findings, ...findings];
    this.#report();
    return findings;
  }

  select(selected: readonly SelectedChunk[]): void {
    this.#selected = selected;
    this.#report();
  }

  /** The chunks that are judged. Those whose time has run out before are left out. */
  withoutLeftOut(selected: readonly SelectedChunk[]): readonly SelectedChunk[] {
    const isLeftOut = (one: SelectedChunk): boolean => this.#progress?.isLeftOut(referenceOf(one)) === true;
    this.#leftOut = selected.filter(isLeftOut).map(referenceOf);
    return selected.filter((one) => !isLeftOut(one));
  }

  /** @param waiting how many chunks are judged after it */
  begin(one: SelectedChunk, waiting: number): void {
    this.#progress?.onStep(referenceOf(one), waiting);
  }

  end(): void {
    this.#progress?.onStep(undefined, 0);
  }

  add(one: SelectedChunk, judged: JudgedChunk): void {
    const key = keyOf(referenceOf(one));
    this.#judged.set(key, judged);
    this.#failed.delete(key);
    this.#report();
  }

  /**
   * Receives the results of a chunk as they become known. `undefined` if a failed result does not make the change fail for
   * certain: another chunk can excuse it, or a build can create what is missing.
   */
  receiverFor(one: SelectedChunk): ((result: AssertionResult) => void) | undefined {
    if (!this.isWatched || !this.#isDecisive(one)) return undefined;
    return (result) => {
      const { passed, error, untrusted, assertion } = result;
      if (passed || error !== undefined || untrusted === true || assertion.type !== 'assert') return;
      const key = keyOf(referenceOf(one));
      this.#failed.set(key, [...(this.#failed.get(key) ?? []), result]);
      this.#report();
    };
  }

  #isDecisive({ terms: { contract, isNew }, chunk, relation }: SelectedChunk): boolean {
    const isExcusable =
      contract.build !== undefined ||
      contract.attempt !== undefined ||
      indexContract(contract).successors.has(chunk.id);
    if (isExcusable) return false;
    if (relation === 'active') return !isNew;
    return relation === 'written' && !this.#hasActive && chunk.dependsOn.length === 0;
  }

  #report(): void {
    this.#progress?.onDecided({
      findings: this.#findings,
      changedFiles: this.#changedFiles,
      chunks: this.#selected.flatMap((one) => {
        const key = keyOf(referenceOf(one));
        const results = this.#failed.get(key);
        return this.#judged.get(key) ?? (results === undefined ? [] : toFailed(one, results));
      }),
      unjudged: this.#selected.map(referenceOf).filter((reference) => !this.#judged.has(keyOf(reference))),
    });
  }
}

function toFailed({ terms, chunk, relation }: SelectedChunk, failed: readonly AssertionResult[]): JudgedChunk {
  const result: ChunkCheckResult = {
    verdict: 'unsatisfied',
    assertResults: failed,
    suggestResults: [],
    postconditionResults: [],
  };
  const check = { id: chunk.id, title: chunk.title, ...result };
  return { contract: terms.document.file, chunk: chunk.id, relation, check, fails: true };
}

function referenceOf({ terms, chunk }: SelectedChunk): ChunkReference {
  return { contract: terms.document.file, chunk: chunk.id };
}

export function keyOf({ contract, chunk }: ChunkReference): string {
  return `${contract}#${chunk}`;
}
