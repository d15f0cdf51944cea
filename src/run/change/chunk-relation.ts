import { configuresImports } from '../../code/languages/language-table.ts';
import { isAnsweredByFiles } from '../../contract/fingerprint.ts';
import { createForbiddenMatcher, createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { Assertion, Chunk, Contract } from '../../contract/model.ts';
import { requirementsOf } from '../../contract/requirements.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';

/** What a change wrote, and what that can affect. */
export interface ChangeReach {
  /** The changed files, under their paths before and after the change. */
  readonly changed: ReadonlySet<string>;
  /** The changed files and every module that imports one of them, directly or indirectly. */
  readonly reached: ReadonlySet<string>;
  /** The files of the result, and the changed files. */
  readonly known: ReadonlySet<string>;
  /** Whether the change can affect every module: it changed how modules are found or typed. */
  readonly affectsAll: boolean;
}

/** Files that decide how modules are found and typed. */
const MODULE_SETTINGS =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|[jt]sconfig[^/]*\.json|[^/]+\.d\.[cm]?ts)$/;

export function affectsModuleResolution(file: string): boolean {
  return MODULE_SETTINGS.test(file) || configuresImports(file);
}

/** How a change concerns a chunk: it wrote files of the chunk, or files that its requirements can depend on. */
export function relationOf(contract: Contract, chunk: Chunk, reach: ChangeReach): 'written' | 'affected' | undefined {
  const requirements = requirementsOf(contract, chunk).map(({ assertion }) => assertion);
  const paths = requirements.map((assertion) => listPaths(contract, assertion, reach.known));
  const conditions = chunk.postconditions.map(({ path }) => normalizeRelative(path));
  const own = chunk.allowedFiles.length > 0 ? chunk.allowedFiles : [...paths.flat(), ...conditions];
  if (matchesAny(own, reach.changed)) return 'written';
  if (matchesAny(own, reach.reached) || matchesAny([...paths.flat(), ...conditions], reach.reached)) return 'affected';
  // The files that a requirement depends on are unknown, for example if a validator or a command answers it.
  const isUnbounded = requirements.some(
    (assertion, index) =>
      !isAnsweredByFiles(contract, assertion) ||
      assertion.check.type === 'custom' ||
      (paths[index]?.length === 0 && chunk.allowedFiles.length === 0),
  );
  return reach.changed.size > 0 && (reach.affectsAll || isUnbounded) ? 'affected' : undefined;
}

/** Whether a chunk may write a file by its own rules. */
export function mayWrite(
  { allowedFiles, forbiddenFiles }: Pick<Chunk, 'allowedFiles' | 'forbiddenFiles'>,
  file: string,
): boolean {
  const isAllowed = allowedFiles.length === 0 || createPathMatcher(allowedFiles)(file);
  return isAllowed && !createForbiddenMatcher(forbiddenFiles)(file);
}

/** The fields of a check that contain no path. */
const OTHER_FIELDS: ReadonlySet<string> = new Set(['type', 'validator', 'expected', 'pattern', 'value', 'criteria']);

/** The paths and globs that an assertion names, directly or through resources. */
function listPaths(contract: Contract, { check }: Assertion, known: ReadonlySet<string>): readonly string[] {
  const names = Object.entries(check).flatMap(([key, value]) => (OTHER_FIELDS.has(key) ? [] : textsIn(value)));
  const resources = contract.resources.filter(({ id }) => names.includes(id));
  return [...names, ...resources.flatMap((resource) => textsIn(resource))]
    .map((name) => name.replace(/^(?:\.\/)+/, ''))
    .filter((name) => known.has(name) || /^[^\s()=;:!/][^\s()=;:]*[/.][^\s()=;:]*$/.test(name));
}

function matchesAny(entries: readonly string[], files: ReadonlySet<string>): boolean {
  if (entries.length === 0 || files.size === 0) return false;
  const matches = createPathMatcher(entries);
  return [...files].some((file) => matches(file));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
