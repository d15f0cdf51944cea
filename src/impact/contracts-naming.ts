import type { ContractDocument, DataPath } from '../contract/document.ts';
import type { Chunk, Contract, FunctionContract, TypeContract } from '../contract/model.ts';
import { exportName } from '../contract/requirements.ts';

/** The paths of the contracts that name an export of a file: to create or consume it, or to say what it must be. */
export function contractsNaming(documents: readonly ContractDocument[], file: string, name: string): readonly string[] {
  return documents.filter((document) => mentionsOf(document, file, name).length > 0).map((one) => one.file);
}

/** Where a contract names an export of a file, in the order of its data. */
export function mentionsOf({ contract }: ContractDocument, file: string, name: string): readonly DataPath[] {
  if (contract === undefined) return [];
  return [
    ...declarationsIn(contract, [], file, name),
    ...contract.chunks.flatMap((chunk, at) => mentionsInChunk(chunk, ['chunks', at], file, name)),
  ];
}

function mentionsInChunk(chunk: Chunk, at: DataPath, file: string, name: string): readonly DataPath[] {
  const listed = (['creates', 'consumes'] as const).flatMap((list) =>
    chunk[list].flatMap((item, index) => (exportName(item) === name ? [[...at, list, index]] : [])),
  );
  const asserted = chunk.assertions.flatMap(({ check }, index) =>
    isAbout(check, file, name) ? [[...at, 'assertions', index]] : [],
  );
  return [...listed, ...declarationsIn(chunk, at, file, name), ...asserted];
}

function declarationsIn(
  { functions, types }: Pick<Contract | Chunk, 'functions' | 'types'>,
  at: DataPath,
  file: string,
  name: string,
): readonly DataPath[] {
  const isMeant = (declared: FunctionContract | TypeContract): boolean =>
    declared.name === name && samePath(declared.file, file);
  return [
    ...functions.flatMap((declared, index) => (isMeant(declared) ? [[...at, 'functions', index]] : [])),
    ...types.flatMap((declared, index) => (isMeant(declared) ? [[...at, 'types', index]] : [])),
  ];
}

function isAbout(check: Readonly<Record<string, unknown>>, file: string, name: string): boolean {
  const { target, file: named } = check;
  if (typeof target !== 'string' || (target !== name && !target.startsWith(`${name}.`))) return false;
  return typeof named !== 'string' || samePath(named, file);
}

function samePath(written: string, file: string): boolean {
  return written.replaceAll('\\', '/').replace(/^\.\//, '') === file;
}
