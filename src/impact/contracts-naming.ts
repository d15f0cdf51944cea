import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import { exportName } from '../contract/requirements.ts';

/** The paths of the contracts that name an export of a file: to create or consume it, or to say what it must be. */
export function contractsNaming(documents: readonly ContractDocument[], file: string, name: string): readonly string[] {
  return documents
    .filter(({ contract }) => contract !== undefined && names(contract, file, name))
    .map((one) => one.file);
}

function names(contract: Contract, file: string, name: string): boolean {
  return declares(contract, file, name) || contract.chunks.some((chunk) => chunkNames(chunk, file, name));
}

function chunkNames(chunk: Chunk, file: string, name: string): boolean {
  return (
    [...chunk.creates, ...chunk.consumes].some((item) => exportName(item) === name) ||
    declares(chunk, file, name) ||
    chunk.assertions.some(({ check }) => isAbout(check, file, name))
  );
}

function declares({ functions, types }: Pick<Chunk, 'functions' | 'types'>, file: string, name: string): boolean {
  return [...functions, ...types].some((declared) => declared.name === name && samePath(declared.file, file));
}

function isAbout(check: Readonly<Record<string, unknown>>, file: string, name: string): boolean {
  const { target, file: named } = check;
  if (typeof target !== 'string' || (target !== name && !target.startsWith(`${name}.`))) return false;
  return typeof named !== 'string' || samePath(named, file);
}

function samePath(written: string, file: string): boolean {
  return written.replaceAll('\\', '/').replace(/^\.\//, '') === file;
}
