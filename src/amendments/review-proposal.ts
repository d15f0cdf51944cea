import { CHECKS } from '../checks/table.ts';
import { formatDataPath, parseDataPath } from '../contract/data-path.ts';
import type { ContractDocument, Problem } from '../contract/document.ts';
import { readContract } from '../contract/read-contract.ts';
import { requirementsOf } from '../contract/requirements.ts';
import { valueAt, writtenDataOf } from '../contract/written-data.ts';
import { checkPlan, type PlanInput } from '../plan/check-plan.ts';
import type { Finding } from '../plan/finding.ts';
import { HoldfastError } from '../shared/errors.ts';
import { whyNotAmendable } from './amendable.ts';
import { applyProposal, type PlacedType } from './apply-proposal.ts';
import { changedNames, type ChangedName } from './changed-names.ts';
import { checkKey, type ContractViolation } from './contract-shaped.ts';
import { differencesOf, type DataDifference } from './data-differences.ts';
import type { AdditionalType, ContractChange } from './proposal.ts';
import { unreadableCode } from './unreadable-code.ts';

/** What a proposal is measured by: the contract as it is, and what failed on it. */
export interface ProposalReview {
  readonly document: ContractDocument;
  readonly chunkId: string;
  readonly violations: readonly ContractViolation[];
  /** What a plan may build on, for its rules. */
  readonly situation: Omit<PlanInput, 'document'>;
}

/** A change that may be offered to a person. */
export interface ReviewedProposal {
  readonly text: string;
  readonly document: ContractDocument;
  readonly names: readonly ChangedName[];
  readonly types: readonly PlacedType[];
}

export interface RefusedProposal {
  /** Sentences for whoever proposed it; never empty. */
  readonly errors: readonly string[];
}

/** A change as somebody proposes it. */
export interface ProposedAmendment {
  readonly proposedChanges: readonly ContractChange[];
  readonly additionalTypes: readonly AdditionalType[];
}

/**
 * [ENF-AMEND-1] Whether a proposal says what the contract says, changes only what an amendment may change, and leaves a
 * contract that reads and keeps every rule of plans that it kept before. Everything that is wrong is told at once, as
 * far as it can be known.
 */
export async function reviewProposal(
  review: ProposalReview,
  proposal: ProposedAmendment,
): Promise<ReviewedProposal | RefusedProposal> {
  const { document } = review;
  const before = writtenDataOf(document);
  const chunk = document.contract?.chunks.findIndex(({ id }) => id === review.chunkId) ?? -1;
  if (before === undefined || chunk === -1)
    return { errors: [`The contract has no chunk "${review.chunkId}" any more.`] };

  const wrongPlaces = proposal.proposedChanges.flatMap((change) => mistakeOfPlace(change, before));
  if (wrongPlaces.length > 0) return { errors: wrongPlaces };
  const placed = placeTypes(proposal, before, review);
  if ('errors' in placed) return placed;
  const edited = attemptEdit(() => applyProposal(document, chunk, proposal.proposedChanges, placed.types));
  if ('errors' in edited) return edited;

  const amended = readContract({
    file: document.file,
    text: edited.text,
    checks: CHECKS,
    // Those that stand for no gate are known problems; an amendment touches none of them.
    sharedGates: document.contract?.chunks.flatMap(({ gates }) => gates) ?? [],
  });
  const after = writtenDataOf(amended);
  const differences = differencesOf(before, after);
  const names = changedNames(differences, before, after);
  // What the chunk itself states decides which other places may follow, not what a proposal says of those.
  const stated = changedNames(
    differences.filter((each) => isStatedBy(chunk, each)),
    before,
    after,
  );
  const scope = { before, chunk, names: oldNames(stated, review.violations), renames: renamesOf(stated) };
  const errors = [
    ...differences.flatMap((difference) => whyNotAmendable(difference, scope) ?? []),
    ...newProblems(document, amended),
    ...unchangedViolations(review, amended),
    ...(await unreadableCode(document, amended)),
  ];
  if (errors.length > 0) return { errors };
  const broken = await newlyBrokenRules(review, amended);
  return broken.length > 0 ? { errors: broken } : { text: edited.text, document: amended, names, types: placed.types };
}

function mistakeOfPlace(change: ContractChange, data: unknown): string[] {
  let path;
  try {
    path = parseDataPath(change.path);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return [`${thrown.message}. ${thrown.hint ?? ''}`.trim()];
    throw thrown;
  }
  const value = valueAt(data, path);
  if (path.length === 0 || value === undefined) return [`${change.path}: nothing stands there in the contract.`];
  if (!sameData(value, change.oldValue)) {
    return [
      `${change.path}: the contract says ${JSON.stringify(value)} there, not ${JSON.stringify(change.oldValue)}.`,
    ];
  }
  if (sameData(value, change.newValue)) return [`${change.path}: the new value is the old one.`];
  return [];
}

/** Additional types are owed where the function or type that needs them stands. */
function placeTypes(
  { proposedChanges, additionalTypes }: ProposedAmendment,
  data: unknown,
  { document, violations }: ProposalReview,
): { readonly types: readonly PlacedType[] } | RefusedProposal {
  if (additionalTypes.length === 0) return { types: [] };
  const { contract } = document;
  const known = new Set([
    ...(contract?.types ?? []).map(({ name }) => name),
    ...(contract?.chunks ?? []).flatMap((chunk) => chunk.types.map(({ name }) => name)),
  ]);
  const twice = additionalTypes.filter(
    ({ name }, position) => known.has(name) || additionalTypes.findIndex((other) => other.name === name) !== position,
  );
  if (twice.length > 0) {
    return { errors: twice.map(({ name }) => `The type ${name} stands in the contract already: change it there.`) };
  }
  const file =
    fileOfChanges(proposedChanges, data) ?? violations.map(({ assertion }) => assertion.check['file']).find(isText);
  if (file === undefined) {
    return { errors: ['No file is known for additional types: neither the changed part nor the violation names one.'] };
  }
  return { types: additionalTypes.map((type) => ({ ...type, file })) };
}

function fileOfChanges(changes: readonly ContractChange[], data: unknown): string | undefined {
  for (const { path } of changes) {
    const place = parseDataPath(path);
    for (let length = place.length; length > 0; length--) {
      const file = valueAt(data, [...place.slice(0, length), 'file']);
      if (isText(file)) return file;
    }
  }
  return undefined;
}

function attemptEdit(edit: () => string): { readonly text: string } | RefusedProposal {
  try {
    return { text: edit() };
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'contract') return { errors: [thrown.message] };
    throw thrown;
  }
}

function isStatedBy(chunk: number, { path }: DataDifference): boolean {
  return path[0] === 'chunks' && path[1] === chunk && path[2] !== 'consumes';
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

function newProblems(before: ContractDocument, after: ContractDocument): readonly string[] {
  const key = ({ code, path }: Problem): string => `${code} ${formatDataPath(path)}`;
  const known = new Set(before.problems.map(key));
  const fresh = after.problems.filter((problem) => !known.has(key(problem)));
  const told = fresh.map((problem) => `${formatDataPath(problem.path)}: ${problem.message}`);
  return told.length === 0 && after.contract === undefined ? ['The amended text is no contract.'] : told;
}

/** A change that leaves everything as it is on which the attempts failed is no answer to them. */
function unchangedViolations(review: ProposalReview, amended: ContractDocument): readonly string[] {
  const { contract } = amended;
  const chunk = contract?.chunks.find(({ id }) => id === review.chunkId);
  if (contract === undefined || chunk === undefined) return [];
  const asked = new Set(requirementsOf(contract, chunk).map(({ assertion }) => checkKey(assertion.check)));
  const left = review.violations.filter(({ assertion }) => asked.has(checkKey(assertion.check)));
  if (left.length === 0 || left.length < review.violations.length) return [];
  return [`The change leaves as it is what failed: ${left.map(({ assertion }) => assertion.message).join('; ')}.`];
}

async function newlyBrokenRules(review: ProposalReview, amended: ContractDocument): Promise<readonly string[]> {
  const key = ({ rule, chunk }: Finding): string => `${rule} ${chunk ?? ''}`;
  const errorsOf = async (document: ContractDocument): Promise<readonly Finding[]> => {
    const { findings } = await checkPlan({ ...review.situation, document });
    return findings.filter(({ severity }) => severity === 'error');
  };
  const known = await errorsOf(review.document);
  const count = (findings: readonly Finding[], of: Finding): number =>
    findings.filter((finding) => key(finding) === key(of)).length;
  const now = await errorsOf(amended);
  return now
    .filter((finding) => count(now, finding) > count(known, finding))
    .map(
      ({ rule, chunk, message }) =>
        `The change breaks the rule ${rule}${chunk === undefined ? '' : ` (${chunk})`}: ${message}`,
    );
}

function sameData(a: unknown, b: unknown): boolean {
  return differencesOf(a, b).length === 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
