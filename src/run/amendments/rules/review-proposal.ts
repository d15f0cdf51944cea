import { CHECKS } from '../../../verdicts/checks/definitions/check-table.ts';
import { formatDataPath, parseDataPath } from '../../../contract/data-path.ts';
import type { ContractDocument, Problem } from '../../../contract/document.ts';
import { valueAt, parseContractData } from '../../../contract/edit/contract-data.ts';
import { readContract } from '../../../contract/read/read-contract.ts';
import { requirementsOf } from '../../../contract/requirements.ts';
import { checkPlan, type PlanInput } from '../../../verdicts/plan/check-plan.ts';
import type { PlanFinding } from '../../../verdicts/plan/findings/finding.ts';
import { HoldfastError, type ErrorDetail } from '../../../foundation/errors.ts';
import { amendmentRestriction } from './amendment-restriction.ts';
import { applyProposal, type LocatedType } from './apply-proposal.ts';
import { changedNames, type ChangedName } from './changed-names.ts';
import { findDifferences, type ContractDifference } from './data-differences.ts';
import { checkKey, type ContractViolation } from './declaration-violations.ts';
import { findInvalidCode } from './invalid-code.ts';
import type { AdditionalType, ContractChange } from './proposal.ts';

/** The context of a proposal: the current contract and the violations. */
export interface ProposalContext {
  readonly document: ContractDocument;
  readonly chunkId: string;
  readonly violations: readonly ContractViolation[];
  /** The input of the plan rules. */
  readonly situation: Omit<PlanInput, 'document'>;
}

/** A valid proposal, ready for the decision of a person. */
export interface ValidProposal {
  readonly text: string;
  readonly document: ContractDocument;
  readonly names: readonly ChangedName[];
  readonly types: readonly LocatedType[];
}

export interface RejectedProposal {
  /** The errors, for the author of the proposal; never empty. */
  readonly errors: readonly ErrorDetail[];
}

/** A proposed amendment. */
export interface ProposedAmendment {
  readonly proposedChanges: readonly ContractChange[];
  readonly additionalTypes: readonly AdditionalType[];
}

/**
 * [ENF-AMEND-1] Validates a proposal. Its old values must equal the values in the contract, and it may change only what an
 * amendment may change. The amended contract must be valid and break no additional plan rule. Reports as many errors at
 * once as possible.
 */
export async function reviewProposal(
  review: ProposalContext,
  proposal: ProposedAmendment,
): Promise<ValidProposal | RejectedProposal> {
  const { document } = review;
  const before = parseContractData(document);
  const chunkIndex = document.contract?.chunks.findIndex(({ id }) => id === review.chunkId) ?? -1;
  if (before === undefined || chunkIndex === -1)
    return { errors: [{ message: `The contract no longer has a chunk "${review.chunkId}".` }] };

  const invalidChanges = proposal.proposedChanges.flatMap((change) => changeErrors(change, before));
  if (invalidChanges.length > 0) return { errors: invalidChanges };
  const located = locateTypes(proposal, before, review);
  if ('errors' in located) return located;
  const edited = tryEdit(() => applyProposal(document, chunkIndex, proposal.proposedChanges, located.types));
  if ('errors' in edited) return edited;

  const amended = readContract({
    file: document.file,
    text: edited.text,
    checks: CHECKS,
    // An amendment cannot change gates, so unknown gates are not reported again.
    sharedGates: document.contract?.chunks.flatMap(({ gates }) => gates) ?? [],
  });
  const after = parseContractData(amended);
  const differences = findDifferences(before, after);
  const names = changedNames(differences, before, after);
  // Only changed declarations of the chunk itself determine the names that other chunks may adopt.
  const declared = changedNames(
    differences.filter((difference) => isDeclaredBy(chunkIndex, difference)),
    before,
    after,
  );
  const scope = { before, chunkIndex, names: oldNames(declared, review.violations), renames: renamesOf(declared) };
  const errors = [
    ...differences.flatMap((difference) => amendmentRestriction(difference, scope) ?? []),
    ...newProblems(document, amended),
    ...unchangedViolations(review, amended),
    ...(await findInvalidCode(document, amended)),
  ];
  if (errors.length > 0) return { errors };
  const brokenRules = await newlyBrokenRules(review, amended);
  return brokenRules.length > 0
    ? { errors: brokenRules }
    : { text: edited.text, document: amended, names, types: located.types };
}

function changeErrors(change: ContractChange, data: unknown): readonly ErrorDetail[] {
  const invalid = (message: string): readonly ErrorDetail[] => [{ path: change.path, message }];
  let path;
  try {
    path = parseDataPath(change.path);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) {
      // The message contains the path.
      return [{ message: `${thrown.message}. ${thrown.hint ?? ''}`.trim() }];
    }
    throw thrown;
  }
  const value = valueAt(data, path);
  if (path.length === 0 || value === undefined) return invalid('the path does not exist in the contract.');
  if (!sameData(value, change.oldValue)) {
    return invalid(`the value in the contract is ${JSON.stringify(value)}, not ${JSON.stringify(change.oldValue)}.`);
  }
  if (sameData(value, change.newValue)) return invalid('the new value equals the old value.');
  return [];
}

/** Assigns each additional type to the file of the function or type that needs it. */
function locateTypes(
  { proposedChanges, additionalTypes }: ProposedAmendment,
  data: unknown,
  { document, violations }: ProposalContext,
): { readonly types: readonly LocatedType[] } | RejectedProposal {
  if (additionalTypes.length === 0) return { types: [] };
  const { contract } = document;
  const known = new Set([
    ...(contract?.types ?? []).map(({ name }) => name),
    ...(contract?.chunks ?? []).flatMap((chunk) => chunk.types.map(({ name }) => name)),
  ]);
  const duplicates = additionalTypes.filter(
    ({ name }, position) => known.has(name) || additionalTypes.findIndex((other) => other.name === name) !== position,
  );
  if (duplicates.length > 0) {
    return {
      errors: duplicates.map(({ name }) => ({
        message: `Duplicate type ${name}. The contract or the proposal already declares it: change that declaration.`,
      })),
    };
  }
  const file =
    fileOfChanges(proposedChanges, data) ?? violations.map(({ assertion }) => assertion.check['file']).find(isString);
  if (file === undefined) {
    return {
      errors: [
        {
          message:
            'Cannot determine the file of the additional types: neither the changed declaration nor the violation names one.',
        },
      ],
    };
  }
  return { types: additionalTypes.map((type) => ({ ...type, file })) };
}

function fileOfChanges(changes: readonly ContractChange[], data: unknown): string | undefined {
  for (const { path } of changes) {
    const steps = parseDataPath(path);
    for (let length = steps.length; length > 0; length--) {
      const file = valueAt(data, [...steps.slice(0, length), 'file']);
      if (isString(file)) return file;
    }
  }
  return undefined;
}

function tryEdit(edit: () => string): { readonly text: string } | RejectedProposal {
  try {
    return { text: edit() };
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'contract') {
      return { errors: [{ message: thrown.message }] };
    }
    throw thrown;
  }
}

function isDeclaredBy(chunkIndex: number, { path }: ContractDifference): boolean {
  return path[0] === 'chunks' && path[1] === chunkIndex && path[2] !== 'consumes';
}

function oldNames(names: readonly ChangedName[], violations: readonly ContractViolation[]): ReadonlySet<string> {
  const targets = violations.map(({ assertion }) => assertion.check.target);
  return new Set([...names.map(({ before }) => before), ...targets].filter((name) => name !== undefined));
}

function renamesOf(names: readonly ChangedName[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  for (const { before, after } of names) {
    if (before !== undefined && after !== undefined && before !== after) renames.set(before, after);
  }
  return renames;
}

function newProblems(before: ContractDocument, after: ContractDocument): readonly ErrorDetail[] {
  const key = ({ code, path }: Problem): string => `${code} ${formatDataPath(path)}`;
  const known = new Set(before.problems.map(key));
  const added = after.problems.filter((problem) => !known.has(key(problem)));
  const errors = added.map(({ path, message }) => ({ path: formatDataPath(path), message }));
  return errors.length === 0 && after.contract === undefined
    ? [{ message: 'The amended text is not a valid contract.' }]
    : errors;
}

/** Reports an error if the proposal changes none of the failed requirements. */
function unchangedViolations(review: ProposalContext, amended: ContractDocument): readonly ErrorDetail[] {
  const { contract } = amended;
  const chunk = contract?.chunks.find(({ id }) => id === review.chunkId);
  if (contract === undefined || chunk === undefined) return [];
  const required = new Set(requirementsOf(contract, chunk).map(({ assertion }) => checkKey(assertion.check)));
  const unchanged = review.violations.filter(({ assertion }) => required.has(checkKey(assertion.check)));
  if (unchanged.length === 0 || unchanged.length < review.violations.length) return [];
  const messages = unchanged.map(({ assertion }) => assertion.message).join('; ');
  return [{ message: `The proposal does not change the failed requirements: ${messages}.` }];
}

async function newlyBrokenRules(review: ProposalContext, amended: ContractDocument): Promise<readonly ErrorDetail[]> {
  const key = ({ rule, chunk }: PlanFinding): string => `${rule} ${chunk ?? ''}`;
  const errorsOf = async (document: ContractDocument): Promise<readonly PlanFinding[]> => {
    const { findings } = await checkPlan({ ...review.situation, document });
    return findings.filter(({ severity }) => severity === 'error');
  };
  const before = await errorsOf(review.document);
  const countSame = (findings: readonly PlanFinding[], finding: PlanFinding): number =>
    findings.filter((candidate) => key(candidate) === key(finding)).length;
  const after = await errorsOf(amended);
  return after
    .filter((finding) => countSame(after, finding) > countSame(before, finding))
    .map(({ rule, chunk, message }) => ({
      message: `The proposal breaks the plan rule ${rule}${chunk === undefined ? '' : ` (${chunk})`}: ${message}`,
    }));
}

function sameData(a: unknown, b: unknown): boolean {
  return findDifferences(a, b).length === 0;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
