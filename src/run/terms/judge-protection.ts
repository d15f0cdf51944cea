import { acceptanceCommandsOf } from '../../contract/acceptance-commands.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import { namesLiterally } from '../../contract/globs/path-matcher.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract, Gate, ProtectedArea } from '../../contract/model.ts';
import { verificationsOf } from '../../contract/verifications.ts';
import { readProtectedChanges } from '../../verdicts/protection/read-protected-changes.ts';
import type { ProtectedChange } from '../../verdicts/protection/changes/protected-change.ts';
import { severityOf } from '../../verdicts/protection/changes/severity-of-change.ts';
import { createProtectedMatcher } from '../../workspace/files/protected-files.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { RunServices } from '../services/run-services.ts';
import type { Terms } from './terms.ts';

/** The results of a judgement of protected files: violations, and warnings that do not fail the chunk. */
export interface ProtectionVerdict {
  readonly violations: readonly AssertionResult[];
  readonly warnings: readonly AssertionResult[];
}

/** A contract whose commands judge the result of a chunk. */
interface JudgingContract {
  readonly document: Pick<ContractDocument, 'form' | 'contract'>;
  readonly contract: Contract;
  readonly sharedGates: readonly Gate[];
  readonly services: Pick<RunServices, 'configuration'>;
}

export interface ProtectionInput extends JudgingContract {
  readonly chunk: Pick<Chunk, 'allowedFiles' | 'mayChange' | 'postconditions'>;
  readonly terms: Pick<Terms, 'files'>;
  /** Whether nothing in the contract allows protected changes. */
  readonly grantsNothing?: boolean | undefined;
  readonly base: Snapshot;
  readonly changes: readonly Pick<FileChange, 'path' | 'previousPath' | 'kind'>[];
  /** Reads the text of a changed file after the change; `undefined` if it is not text. */
  readonly readAfter: (paths: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;
  readonly services: Pick<RunServices, 'analysis' | 'configuration' | 'repository' | 'signal'>;
}

/**
 * [TRUST-1] [TRUST-7] Judges what a chunk changed in files that it is judged by: its terms, and the tests, scripts and tool
 * configuration of the base. A change of the latter is allowed by `mayChange`, or by the path in `allowedFiles`.
 */
export async function judgeProtection(input: ProtectionInput): Promise<ProtectionVerdict> {
  const terms = findChangedTerms(input);
  const relevant = (await findChanges(input)).filter(
    (change) => input.grantsNothing === true || !isAllowed(input.chunk, change),
  );
  // What only a person can decide is no violation, and a model does not read it.
  return {
    violations: [...terms, ...relevant.filter((change) => severityOf(change) === 'error').map(toViolation)],
    warnings: relevant.filter((change) => severityOf(change) === 'warning').map(toWarning),
  };
}

/** Whether the contract allows a chunk to weaken a test, a script or a setting. */
export function isAllowed(chunk: ProtectionInput['chunk'], change: ProtectedChange): boolean {
  const { allowedFiles, mayChange, postconditions } = chunk;
  if (mayChange.includes(change.area)) return true;
  // The chunk has to delete the file.
  const isRemoval = postconditions.some(
    ({ kind, path }) => kind === 'file_absent' && normalizeRelative(path) === change.originalFile,
  );
  if (isRemoval && change.kind === 'deleted') return true;
  return change.affectsOtherFiles !== true && namesLiterally(allowedFiles, change.originalFile);
}

async function findChanges(input: ProtectionInput): Promise<readonly ProtectedChange[]> {
  const { changes, base, readAfter, services } = input;
  const { analysis, repository, signal } = services;
  return readProtectedChanges({
    repository,
    base: base.commit,
    changes,
    readAfter,
    commands: listJudgingCommands(input),
    find: (query) => analysis.protectedChanges(query, { signal }),
    signal,
  });
}

/** The commands that judge the results of the contract, and that prepare the tree for them. */
export function listJudgingCommands({ document, contract, sharedGates, services }: JudgingContract): readonly string[] {
  const gates = [...contract.gates, ...sharedGates].flatMap(({ command }) => command ?? []);
  return [
    ...(contract.build === undefined ? [] : [contract.build.command]),
    ...verificationsOf(document).map(({ command }) => command),
    ...contract.steps.map(({ command }) => command),
    ...contract.chunks.flatMap(acceptanceCommandsOf),
    ...[contract.attempt?.setup ?? [], services.configuration.attempt.setup].flat(),
    ...gates,
  ];
}

/** The terms are refused to every write. This also covers changes that were made in other ways. */
function findChangedTerms({ changes, terms }: ProtectionInput): readonly AssertionResult[] {
  const isTerm = createProtectedMatcher(terms.files);
  const paths = new Set(changes.flatMap(({ path, previousPath = path }) => [previousPath, path]));
  return [...paths].filter(isTerm).map((file) =>
    createResult('assert', 'terms_kept', `Keep ${file}: the result is judged by it`, {
      subject: file,
      file,
      line: 1,
      expected: 'The file is unchanged',
      actual: 'It was changed',
    }),
  );
}

const NOUNS: Readonly<Record<ProtectedArea, string>> = { tests: 'test', scripts: 'script', tooling: 'setting' };

function toViolation(change: ProtectedChange): AssertionResult {
  const { area, subject, file, line } = change;
  const message = `Keep the ${NOUNS[area]} "${subject}" (${file}:${line}). The contract does not allow this chunk to change ${describeArea(area)}`;
  return createResult('assert', `${area}_kept`, message, change);
}

function toWarning(change: ProtectedChange): AssertionResult {
  const { subject, file, line } = change;
  return createResult(
    'suggest',
    'assertions_kept',
    `Keep the assertions of the test "${subject}" (${file}:${line})`,
    change,
  );
}

function describeArea(area: ProtectedArea): string {
  switch (area) {
    case 'tests':
      return 'existing tests (mayChange: [tests])';
    case 'scripts':
      return 'scripts (mayChange: [scripts])';
    case 'tooling':
      return 'the configuration of tools (mayChange: [tooling])';
  }
}

function createResult(
  type: 'assert' | 'suggest',
  checkType: string,
  message: string,
  change: Pick<ProtectedChange, 'subject' | 'file' | 'line' | 'expected' | 'actual'> &
    Partial<Pick<ProtectedChange, 'kind'>>,
): AssertionResult {
  const { subject, file, line, expected, actual, kind } = change;
  const check = { type: checkType, target: subject, file, ...(kind === undefined ? {} : { change: kind }) };
  return {
    assertion: { type, message, check },
    passed: false,
    expected,
    actual,
    durationMs: 0,
    location: { file, line, column: 1 },
  };
}
