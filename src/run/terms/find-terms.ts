import { listSchemaFiles } from '../../verdicts/checks/schemas/schema-references.ts';
import { namesLiterally } from '../../contract/globs/path-matcher.ts';
import type { Assertion, Chunk, Contract, Gate, Condition } from '../../contract/model.ts';
import { listServiceFiles } from '../../verdicts/domains/declarations/list-service-files.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { type ProtectedFiles, createProtectedMatcher } from '../../workspace/files/protected-files.ts';
import { resolvePath, normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { listTermGlobs } from './term-globs.ts';
import type { Terms } from './terms.ts';
import { listValidatorModules } from '../../verdicts/checks/workspace-validators/validator-modules.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { verificationsOf } from '../../contract/verifications.ts';
import { findFailedConditions } from '../validation/check-conditions.ts';

export interface TermsInput extends Pick<
  ChunkRunInput,
  'document' | 'contract' | 'chunk' | 'sharedGates' | 'protectedGlobs'
> {
  /** The worktree with the base. */
  readonly attempt: Pick<AttemptWorktree, 'root' | 'tree' | 'listLinks'>;
  readonly services: Pick<ChunkRunInput['services'], 'configuration' | 'repository'>;
}

/** Finds what the result of a chunk is judged by, in the worktree with the base. */
export async function findTerms(input: TermsInput): Promise<Terms> {
  const { document, chunk, attempt } = input;
  return {
    files: await findTermFiles(input),
    dueConditions: await findDueConditions(document, chunk, attempt),
  };
}

/**
 * [TRUST-1] Finds the files that the result of a chunk is judged by: contracts, gates, schemas with their references,
 * validators, interface definitions, domain services, hooks and settings. No attempt may write them. The only exception is a schema that the base does not
 * contain: a chunk may create it if `allowedFiles` names it literally.
 */
async function findTermFiles({
  document,
  contract,
  chunk,
  sharedGates,
  protectedGlobs = [],
  attempt,
  services,
}: TermsInput): Promise<ProtectedFiles> {
  const { tree } = attempt;
  const paths = await listTermPaths({
    contracts: [{ document, contract, sharedGates }],
    chunks: [chunk],
    tree,
    services,
  });
  const globs = [...listTermGlobs(services.configuration), ...protectedGlobs];
  const own = document.form === 'plan' ? [...paths, document.file] : paths;
  return { globs, paths: await addLinkTargets(attempt, { globs, paths: own }) };
}

export interface TermPathsInput {
  /** The contracts that judge. */
  readonly contracts: readonly Pick<TermsInput, 'document' | 'contract' | 'sharedGates'>[];
  /** The chunks whose `allowedFiles` may name new schemas. */
  readonly chunks: readonly Pick<Chunk, 'allowedFiles'>[];
  /** The tree of the base. */
  readonly tree: SourceTree;
  readonly services: { readonly repository: Pick<Repository, 'listHookFolders'> };
}

/** The paths that contracts are judged by, in addition to those that match the globs of terms. */
export async function listTermPaths({ contracts, chunks, tree, services }: TermPathsInput): Promise<string[]> {
  const schemas = await listSchemaFiles(
    contracts.flatMap(({ contract, sharedGates }) => listSchemas(contract, sharedGates)),
    (path) => tree.readText(path),
  );
  const paths = [
    // A plan of another tool has boxes that an agent may change. Its terms are compared, and not its file.
    ...contracts.flatMap(({ document }) => (document.form === 'plan' ? [] : document.file)),
    ...(await listValidatorModules(tree)),
    ...(await listServiceFiles(tree)),
    ...(await services.repository.listHookFolders()),
  ];
  for (const schema of schemas) {
    const isNew = (await tree.kindOf(schema)) === undefined;
    if (!isNew || !chunks.some(({ allowedFiles }) => namesLiterally(allowedFiles, schema))) paths.push(schema);
  }
  return paths;
}

/** The schemas of a contract and its gates: texts are paths, other values are schemas. */
function listSchemas({ resources, chunks, gates }: Contract, sharedGates: readonly Gate[]): readonly unknown[] {
  const assertions: readonly Assertion[] = [
    ...chunks.flatMap((chunk) => chunk.assertions),
    ...[...gates, ...sharedGates].flatMap((gate) => gate.assertions ?? []),
  ];
  return [...resources.map(({ schema }) => schema), ...assertions.map(({ check }) => check['schema'])].filter(
    (schema) => schema !== undefined,
  );
}

/** Adds the files that protected paths refer to through symbolic links: a write to the target changes the content too. */
async function addLinkTargets(
  attempt: TermsInput['attempt'],
  { globs, paths }: ProtectedFiles,
): Promise<readonly string[]> {
  const isTerm = createProtectedMatcher({ globs, paths });
  const links = attempt.listLinks().filter(isTerm);
  const all = new Set(paths);
  for (const path of [...paths, ...links]) {
    const target = await findRealPath(attempt.root, path);
    if (target !== undefined) all.add(target);
  }
  return [...all].sort();
}

/** `undefined` for a path that cannot be used in the tree, such as a broken link. It has no content to protect. */
async function findRealPath(root: string, path: string): Promise<string | undefined> {
  try {
    return (await resolvePath(root, path)).realRelative;
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'outside-tree') return undefined;
    throw thrown;
  }
}

/**
 * [TRUST-2] Finds the conditions of the verifications that the plan establishes: those that hold in the base, and those
 * that the chunk's own postconditions require. An attempt cannot become exempt from the verification by breaking one. A
 * condition that the chunk's postconditions contradict is not established: the plan itself ends it.
 *
 * @param attempt the worktree with the base
 */
async function findDueConditions(
  document: Pick<ContractDocument, 'form' | 'contract'>,
  chunk: Pick<Chunk, 'postconditions'>,
  attempt: Pick<AttemptWorktree, 'tree'>,
): Promise<readonly Condition[]> {
  const requires = [...new Set(verificationsOf(document).flatMap((verification) => verification.requires))];
  const failed = new Set(await findFailedConditions(requires, attempt));
  return requires.filter((condition) => {
    const stated = chunk.postconditions.findLast(({ path }) => isSamePath(path, condition.path));
    return stated === undefined ? !failed.has(condition) : stated.kind === condition.kind;
  });
}

function isSamePath(one: string, other: string): boolean {
  return normalizeRelative(one) === normalizeRelative(other);
}
