import type { DataPath } from '../../../contract/document.ts';
import { valueAt } from '../../../contract/edit/contract-data.ts';
import { exportName } from '../../../contract/requirements.ts';
import { isRecord } from '../../../foundation/is-record.ts';
import type { ContractDifference } from './data-differences.ts';
import { DECLARATION_CHECKS } from '../../../verdicts/checks/interfaces/required-names.ts';

/** A name in the code that an amendment changes. */
export interface ChangedName {
  /** `undefined` if the amendment introduces the name. */
  readonly before: string | undefined;
  /** Differs from `before` if the amendment renames it; `undefined` if it is removed. */
  readonly after: string | undefined;
  /** The file that the contract declares for the name, before the amendment if possible. */
  readonly file: string | undefined;
}

/** The functions, types and exports whose declarations differ, without duplicates. */
export function changedNames(
  differences: readonly ContractDifference[],
  before: unknown,
  after: unknown,
): readonly ChangedName[] {
  const changes = new Map<string, ChangedName>();
  for (const { path } of differences) {
    const declaration = declarationPath(path);
    if (declaration === undefined) continue;
    const oldName = declaredName(valueAt(before, declaration));
    const newName = declaredName(valueAt(after, declaration));
    if (oldName === undefined && newName === undefined) continue;
    const key = JSON.stringify([oldName?.name, newName?.name]);
    const known = changes.get(key);
    const file = known?.file ?? oldName?.file ?? newName?.file;
    changes.set(key, { before: oldName?.name, after: newName?.name, file });
  }
  return [...changes.values()];
}

/** All old and new names of an amendment. */
export function oldAndNewNames(changed: readonly ChangedName[]): ReadonlySet<string> {
  return new Set(changed.flatMap(({ before, after }) => [before, after].filter((name) => name !== undefined)));
}

/** The path of the declaration that contains a path: an item of functions, types, creates or consumes, or a check. */
function declarationPath(path: DataPath): DataPath | undefined {
  const inChunk = path[0] === 'chunks';
  const start = inChunk ? 2 : 0;
  switch (path[start]) {
    case 'functions':
    case 'types':
    case 'creates':
    case 'consumes':
      return path.length > start + 1 ? path.slice(0, start + 2) : undefined;
    case 'assertions':
      return path[start + 2] === 'check' ? path.slice(0, start + 3) : undefined;
    default:
      return undefined;
  }
}

function declaredName(declaration: unknown): { readonly name: string; readonly file?: string } | undefined {
  if (typeof declaration === 'string') return { name: exportName(declaration) };
  if (!isRecord(declaration)) return undefined;
  const { name, type, target } = declaration;
  const file = typeof declaration['file'] === 'string' ? { file: declaration['file'] } : {};
  if (typeof name === 'string') return { name, ...file };
  if (typeof type !== 'string' || !DECLARATION_CHECKS.has(type) || typeof target !== 'string') return undefined;
  return { name: exportName(target), ...file };
}
