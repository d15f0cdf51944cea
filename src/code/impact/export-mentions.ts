import type { ContractDocument, DataPath } from '../../contract/document.ts';
import type { Chunk, Contract, FunctionContract, TypeContract } from '../../contract/model.ts';
import { exportName } from '../../contract/requirements.ts';

/**
 * Finds the contracts that create, consume, declare or check an export of a file. Returns the paths of the contracts.
 */
export function findMentioningContracts(
  documents: readonly ContractDocument[],
  file: string,
  name: string,
): readonly string[] {
  return documents.filter((document) => findMentions(document, file, name).length > 0).map((document) => document.file);
}

/** Finds the data paths at which a contract mentions an export of a file, in data order. */
export function findMentions({ contract }: ContractDocument, file: string, name: string): readonly DataPath[] {
  if (contract === undefined) return [];
  return [
    ...findDeclarations(contract, [], file, name),
    ...contract.chunks.flatMap((chunk, index) => findMentionsInChunk(chunk, ['chunks', index], file, name)),
  ];
}

function findMentionsInChunk(chunk: Chunk, path: DataPath, file: string, name: string): readonly DataPath[] {
  const exportLists = (['creates', 'consumes'] as const).flatMap((list) =>
    chunk[list].flatMap((item, index) => (exportName(item) === name ? [[...path, list, index]] : [])),
  );
  const assertions = chunk.assertions.flatMap(({ check }, index) =>
    checksExport(check, file, name) ? [[...path, 'assertions', index]] : [],
  );
  return [...exportLists, ...findDeclarations(chunk, path, file, name), ...assertions];
}

function findDeclarations(
  { functions, types }: Pick<Contract | Chunk, 'functions' | 'types'>,
  path: DataPath,
  file: string,
  name: string,
): readonly DataPath[] {
  const matches = (declared: FunctionContract | TypeContract): boolean =>
    declared.name === name && isSamePath(declared.file, file);
  return [
    ...functions.flatMap((declared, index) => (matches(declared) ? [[...path, 'functions', index]] : [])),
    ...types.flatMap((declared, index) => (matches(declared) ? [[...path, 'types', index]] : [])),
  ];
}

function checksExport(check: Readonly<Record<string, unknown>>, file: string, name: string): boolean {
  const { target, file: checkedFile } = check;
  if (typeof target !== 'string' || (target !== name && !target.startsWith(`${name}.`))) return false;
  return typeof checkedFile !== 'string' || isSamePath(checkedFile, file);
}

function isSamePath(contractPath: string, file: string): boolean {
  return contractPath.replaceAll('\\', '/').replace(/^\.\//, '') === file;
}
