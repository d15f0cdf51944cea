import type { Check, Chunk, Contract } from '../../contract/model.ts';
import { exportName, requirementsOf } from '../../contract/requirements.ts';
import { conditionPath } from '../../verdicts/plan/facts/plan-path.ts';

/** What a chunk must create: until then, code that uses it cannot be loaded or compiled. */
export interface AwaitedCode {
  readonly names: ReadonlySet<string>;
  /** Relative paths that the base does not have. */
  readonly files: ReadonlySet<string>;
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
 */
export function listAwaitedCode(contract: Contract, chunk: Chunk, existing: ReadonlySet<string>): AwaitedCode {
  const checks = requirementsOf(contract, chunk)
    .map(({ assertion }) => assertion)
    .filter(({ type, check }) => type === 'assert' && check['not'] !== true)
    .map(({ check }) => check);
  const names = checks.filter(({ type }) => CHECKS_OF_A_NAME.has(type)).map(({ target }) => target);
  const files = [
    ...checks.flatMap(fileOf),
    ...chunk.postconditions.filter(({ kind }) => kind === 'file_exists').map(({ path }) => path),
    ...chunk.allowedFiles,
  ].flatMap((file) => conditionPath(file) ?? []);
  return {
    names: new Set(names.flatMap((name) => (name === undefined ? [] : [exportName(name)]))),
    files: new Set(files.filter((file) => !existing.has(file))),
  };
}

/** The file that a check requires to exist. */
function fileOf({ type, target, ...fields }: Check): readonly string[] {
  const { file } = fields;
  if (CHECKS_OF_A_NAME.has(type) && typeof file === 'string') return [file];
  return type === 'file_exists' && target !== undefined ? [target] : [];
}
