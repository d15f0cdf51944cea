import { HoldfastError } from '../../foundation/errors.ts';
import type { Fact } from '../../foundation/fact.ts';
import { runTests, selectTests } from './affected-tests.ts';
import { findApiBreaks } from './api-breaks.ts';
import { findBrokenImports } from './broken-imports.ts';
import { findBrokenUses } from './broken-uses.ts';
import { findImportFacts, findSecretFacts } from './change-facts.ts';
import type { JudgedFiles } from './change-findings.ts';
import type { ChangeTrees } from './change-trees.ts';
import type { AffectedTestsReport, ChangeFinding, JudgeChangeOptions } from './change-types.ts';
import type { DecidedParts } from './decided-so-far.ts';
import { readEarlierFiles } from './earlier-files.ts';

export interface CodeJudgementInput {
  readonly files: JudgedFiles;
  readonly trees: ChangeTrees;
  readonly options: Pick<JudgeChangeOptions, 'types' | 'tests' | 'facts' | 'title'>;
  /** Whether code and commands of the workspace may run. */
  readonly trusted: boolean;
  /** Receives each part when it is known. */
  readonly decided: DecidedParts;
}

/** What a change does to the code that it does not change. */
export interface CodeJudgement {
  readonly findings: readonly ChangeFinding[];
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
  readonly affectedTests: AffectedTestsReport | undefined;
}

/**
 * [CHANGE-1] [CHANGE-3] [CHANGE-4] Judges a change by the files that import what it changed: broken imports and uses, affected
 * tests, and what a reviewer should look at.
 *
 * @throws HoldfastError `untrusted` if the tests have to run in a restricted workspace
 */
export async function judgeCode({
  files,
  trees,
  options,
  trusted,
  decided,
}: CodeJudgementInput): Promise<CodeJudgement> {
  const { mayChange } = files;
  // A broken use that a person accepts is still reported.
  const accept = (found: readonly ChangeFinding[]): readonly ChangeFinding[] =>
    mayChange.includes('exports') ? found.map((one) => ({ ...one, severity: 'warning' })) : found;
  const earlier = await readEarlierFiles(files);
  const imports = decided.addFindings(accept(await findBrokenImports(files, earlier, trees)));
  const types = options.types === true ? await findBrokenUses(files, earlier, { trees, trusted }) : undefined;
  const uses = decided.addFindings(accept((types?.findings ?? []).filter((use) => !isAtOneOf(use, imports))));
  const api = options.types === true ? await findApiBreaks(files, earlier, { trees, title: options.title }) : undefined;
  const breaks = decided.addFindings(accept(api?.findings ?? []));
  const selected = options.tests === undefined ? undefined : await selectTests(files, trees);
  if (options.tests === 'run' && !trusted) throw createUntrustedError();
  const ran = options.tests === 'run' && selected !== undefined ? await runTests(files, selected, trees) : undefined;
  const tests = decided.addFindings(ran?.findings ?? []);
  return {
    findings: [...imports, ...uses, ...breaks, ...tests],
    facts:
      options.facts === true
        ? [
            ...(ran?.facts ?? []),
            ...(api?.facts ?? []),
            ...(await findImportFacts(files, earlier, trees)),
            ...(await findSecretFacts(files, earlier)),
          ]
        : [],
    notes: [...(types?.notes ?? []), ...(ran?.notes ?? [])],
    affectedTests: selected?.report,
  };
}

/** Whether a finding is on the line of another one, which names the cause. */
function isAtOneOf({ file, line }: ChangeFinding, others: readonly ChangeFinding[]): boolean {
  return others.some((other) => other.file === file && other.line === line);
}

function createUntrustedError(): HoldfastError {
  return new HoldfastError('untrusted', 'Failed to run the tests: the workspace is not trusted.', {
    hint: 'Trust the workspace, or judge the change without its tests.',
  });
}
