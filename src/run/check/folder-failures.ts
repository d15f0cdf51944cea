import type { MechanicalFix } from '../../verdicts/fixes/fix.ts';
import { fixesOfResult, type FailedResult, type FixSource } from '../../verdicts/fixes/result-fixes.ts';
import type { FolderServices, ReportRedactor } from '../services/folder-services.ts';
import { explainFailures } from './explain-failures.ts';
import type { ExplainOptions, FailureExplanation } from './explanation-types.ts';
import type { Checks } from './folder-checks.ts';

/** What failed requirements mean, and how they can be fixed. */
export interface Failures {
  /**
   * Explains why requirements of a chunk fail: what their checks examine, the lines of the contract and of the code, and the
   * fixes. Empty if every requirement holds. Writes nothing.
   * @throws HoldfastError `not-found` for an unknown chunk, or if the given requirement does not fail
   */
  explain(options: ExplainOptions): Promise<readonly FailureExplanation[]>;
  /** [EDIT-3] The mechanical fixes of a failed assertion, in its code or in the contract. The most probable ones are first. */
  fixesOf(failed: FailedResult): Promise<readonly MechanicalFix[]>;
}

/** The failures of one folder. */
export class FolderFailures implements Failures {
  readonly #secrets: ReportRedactor;
  readonly #checks: Pick<Checks, 'check'>;
  readonly #source: FixSource;

  constructor(
    { secrets, tree, analysis }: Pick<FolderServices, 'analysis' | 'secrets' | 'tree'>,
    checks: Pick<Checks, 'check'>,
  ) {
    this.#secrets = secrets;
    this.#checks = checks;
    this.#source = {
      readText: (file) => tree.readText(file),
      exportName: (request) => analysis.exportName(tree.root, request),
    };
  }

  async explain(options: ExplainOptions): Promise<readonly FailureExplanation[]> {
    const { contract, chunk, signal } = options;
    const check = await this.#checks.check(contract, { chunk, signal });
    return this.#secrets.redactReport(await explainFailures(this.#source, check, options));
  }

  fixesOf(failed: FailedResult): Promise<readonly MechanicalFix[]> {
    return fixesOfResult(failed, this.#source);
  }
}
