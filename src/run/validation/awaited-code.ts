import type { Check, Chunk, Contract } from '../../contract/model.ts';
import { exportName, requirementsOf } from '../../contract/requirements.ts';
import { conditionPath } from '../../verdicts/plan/facts/plan-path.ts';
import { isForTests } from './test-material.ts';

/** What a chunk must create: until then, code that uses it cannot be loaded or compiled. */
export interface AwaitedCode {
  readonly names: ReadonlySet<string>;
  /** Relative paths of code that the base does not have. */
  readonly files: ReadonlySet<string>;
  /** The files that the contract names or that have an awaited name, on the base or not: they are work, also in a folder of tests. */
  readonly work: ReadonlySet<string>;
}

/** The checks whose target is a name that has to exist. */
const CHECKS_OF_A_NAME: ReadonlySet<string> = new Set([
  'creates',
  'export_exists',
  'function_exists',
  'signature_match',
  'type_matches',
]);

/**
 * [BITE-1] The names and files that a contract requires of a chunk and that the base lacks. A name in a file that the base
 * has may exist there; what fails because of it is not missing.
 *
 * @param existing the files of the base
 * @param exporting the files that export the names after the work, if they are known
 */
export function listAwaitedCode(
  contract: Contract,
  chunk: Chunk,
  existing: ReadonlySet<string>,
  exporting: readonly string[] = [],
): AwaitedCode {
  const checks = listChecks(contract, chunk);
  const named = [
    ...checks.flatMap(filesOf),
    ...chunk.postconditions.filter(({ kind }) => kind === 'file_exists').map(({ path }) => path),
  ].flatMap((file) => conditionPath(file) ?? []);
  const required = [...named.filter((file) => !isTestFile(file)), ...exporting];
  const allowed = chunk.allowedFiles.flatMap((file) => conditionPath(file) ?? []).filter((file) => !isForTests(file));
  return {
    names: new Set(listAwaitedNames(contract, chunk)),
    files: new Set([...required, ...allowed].filter((file) => !existing.has(file))),
    work: new Set(required),
  };
}

/** The names that a contract requires a chunk to create. */
export function listAwaitedNames(contract: Contract, chunk: Chunk): readonly string[] {
  return listChecks(contract, chunk).flatMap(({ type, target }) =>
    CHECKS_OF_A_NAME.has(type) && target !== undefined ? [exportName(target)] : [],
  );
}

function listChecks(contract: Contract, chunk: Chunk): readonly Check[] {
  return requirementsOf(contract, chunk)
    .map(({ assertion }) => assertion)
    .filter(({ type, check }) => type === 'assert' && check['not'] !== true)
    .map(({ check }) => check);
}

/** The files that a check requires, or whose content it requires. */
function filesOf({ type, target, ...fields }: Check): readonly string[] {
  const { file } = fields;
  if (typeof file === 'string') return [file];
  return (type === 'file_exists' || type === 'pattern_match') && target !== undefined ? [target] : [];
}

/** A contract can require the tests of a work, too. */
function isTestFile(file: string): boolean {
  return /(?:[._-](?:test|spec)\.|(?:^|\/)test_[^/]*\.py$|_test\.(?:go|py)$)/.test(file);
}
