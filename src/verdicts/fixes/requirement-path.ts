import type { AssertionResult } from '../checks/interfaces/result.ts';
import { formatDataPath } from '../../contract/data-path.ts';
import type { ContractDocument, DataPath } from '../../contract/document.ts';
import { LineMap } from '../../foundation/position.ts';

const LISTS = new Set(['assertions', 'creates', 'functions', 'types', 'postconditions']);

/** The path of the item of the contract that requires a result; `undefined` if the contract has no such item. */
export function findRequirementPath(
  document: Pick<ContractDocument, 'file' | 'text' | 'pathAt'>,
  { contractLocation }: Pick<AssertionResult, 'contractLocation'>,
): DataPath | undefined {
  if (contractLocation?.file !== document.file) return undefined;
  const path = document.pathAt(new LineMap(document.text).offsetAt(contractLocation.line, contractLocation.column));
  const list = path.findIndex((step) => typeof step === 'string' && LISTS.has(step));
  return list < 0 || path.length < list + 2 ? undefined : path.slice(0, list + 2);
}

/** The same path as text, such as `chunks[0].functions[1]`. */
export function formatRequirementPath(
  document: Pick<ContractDocument, 'file' | 'text' | 'pathAt'>,
  result: Pick<AssertionResult, 'contractLocation'>,
): string | undefined {
  const path = findRequirementPath(document, result);
  return path === undefined ? undefined : formatDataPath(path);
}
