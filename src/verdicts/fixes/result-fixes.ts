import type { ChangedText, ExportRequest } from '../analysis/analysis.ts';
import type { AssertionResult } from '../checks/interfaces/result.ts';
import { formatDataPath } from '../../contract/data-path.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import type { ContractDocument, DataPath } from '../../contract/document.ts';
import { isPlanFile } from '../../contract/plans/plan-file.ts';
import { LineMap, type Location } from '../../foundation/position.ts';
import { correctionOf, SIGNATURE_CHECKS } from './correction.ts';
import type { FixAction, FixChange, MechanicalFix } from './fix.ts';
import { findRequirementPath } from './requirement-path.ts';
import { editedText } from './problem-fixes.ts';

export interface FailedResult {
  readonly document: Pick<ContractDocument, 'file' | 'text' | 'pathAt'>;
  readonly chunk: string;
  readonly result: AssertionResult;
}

/** What fixes read of the tree. */
export interface FixSource {
  /** The text of a file; `undefined` if it does not exist. */
  readText(file: string): Promise<string | undefined>;
  /** An edit after which a file exports a name; empty if there is no safe one. */
  exportName(request: ExportRequest): Promise<readonly ChangedText[]>;
}

/** The fixes of a failed assertion, in its code or in the contract. The most probable ones are first. */
export async function fixesOfResult(failed: FailedResult, source: FixSource): Promise<readonly MechanicalFix[]> {
  const { result, chunk } = failed;
  if (result.passed) return [];
  const fixes: readonly MechanicalFix[] = [
    ...(await renameExport(failed, source)),
    ...(await exportDeclaration(failed, source)),
    ...fixMissingFile(failed),
    ...useActualSignature(failed),
    ...proposeAmendment(failed),
    ...makeSuggestion(failed),
    { action: { kind: 'run-chunk', chunk }, change: { kind: 'run-chunk', chunk }, isPreferred: false },
  ];
  const { file } = failed.document;
  // The text of a plan belongs to the tool that wrote it.
  return isPlanFile(file) ? fixes.filter(({ change }) => !changesContract(change, file)) : fixes;
}

function changesContract(change: FixChange, file: string): boolean {
  return change.kind === 'propose-amendment' || (change.kind === 'text' && change.file === file);
}

/** Uses the name of the similar export in the contract; `undefined` if there is none, or if it cannot be written. */
export function useSimilarName({ document, result }: FailedResult): MechanicalFix | undefined {
  const correction = correctionOf(result);
  if (correction?.kind !== 'name') return undefined;
  const { from, to } = correction;
  return replaceInContract({ document, result }, from, to, { kind: 'use-name', name: to })[0];
}

const EXPORT_CHECKS = new Set(['export_exists', 'creates', 'function_exists', 'signature_match', 'type_matches']);

/** Renames the similar export in the code, or uses its name in the contract. */
async function renameExport(failed: FailedResult, source: FixSource): Promise<readonly MechanicalFix[]> {
  const { similar, location } = failed.result;
  const { type, target } = failed.result.assertion.check;
  if (!EXPORT_CHECKS.has(type) || typeof target !== 'string' || similar === undefined) return [];
  const inContract = [useSimilarName(failed) ?? []].flat();
  if (location === undefined || target.includes('.') || target === 'default') return inContract;
  // A name can be exported under another one than that of its declaration.
  const text = await source.readText(location.file);
  if (text === undefined || !startsAt(text, location, similar)) return inContract;
  const change: FixChange = {
    kind: 'rename',
    file: location.file,
    line: location.line,
    column: location.column,
    from: similar,
    to: target,
  };
  return [{ action: { kind: 'rename', from: similar, to: target }, change, isPreferred: true }, ...inContract];
}

/** Exports a declaration that exists in the file of the check. */
async function exportDeclaration({ result }: FailedResult, source: FixSource): Promise<readonly MechanicalFix[]> {
  const { type, target, expected, file: named, function: isCalled } = result.assertion.check;
  const file = typeof named === 'string' && !isGlob(named) ? named : result.location?.file;
  if (!EXPORT_CHECKS.has(type) || typeof target !== 'string' || file === undefined) return [];
  const texts = await source.exportName({
    file,
    name: target,
    isFunction: isCalled === true || type === 'function_exists' || type === 'signature_match',
    signature: SIGNATURE_CHECKS.has(type) && typeof expected === 'string' ? expected : undefined,
  });
  if (texts.length === 0) return [];
  const [name = target] = target.split('.');
  return [{ action: { kind: 'export', name }, change: { kind: 'texts', texts }, isPreferred: true }];
}

/** Whether a word is at a position of a text. */
function startsAt(text: string, { line, column }: Location, word: string): boolean {
  const at = new LineMap(text).offsetAt(line, column);
  return text.startsWith(word, at) && !/[\p{ID_Continue}$]/u.test(text.charAt(at + word.length));
}

/** Uses the path of a similar file, or creates the file. */
function fixMissingFile({ document, result }: FailedResult): readonly MechanicalFix[] {
  const { type, target } = result.assertion.check;
  if ((type !== 'file_exists' && type !== 'exists') || typeof target !== 'string') return [];
  if (result.error !== undefined || result.location !== undefined || isGlob(target)) return [];
  const { similar } = result;
  const moved =
    similar === undefined
      ? []
      : replaceInContract({ document, result }, target, similar, { kind: 'use-file', file: similar });
  const isPath = /^[^:]*\.[^./:]+$/.test(target) && !target.startsWith('/') && !target.split('/').includes('..');
  const create = { kind: 'create-file', file: target } as const;
  return [...moved, ...(isPath ? [{ action: create, change: create, isPreferred: moved.length === 0 }] : [])];
}

/** Writes the signature of the code into the contract. */
function useActualSignature({ document, result }: FailedResult): readonly MechanicalFix[] {
  const correction = correctionOf(result);
  if (correction?.kind !== 'signature') return [];
  const { from, to } = correction;
  return replaceInContract({ document, result }, from, to, { kind: 'use-signature', signature: to });
}

/** Proposes the name or the signature of the code as an amendment, which a person reviews with its effects. */
function proposeAmendment({ document, result, chunk }: FailedResult): readonly MechanicalFix[] {
  const path = findRequirementPath(document, result);
  const correction = correctionOf(result);
  if (result.assertion.type !== 'assert' || path === undefined || correction === undefined) return [];
  if (writtenPaths(path, result, correction.from).length === 0) return [];
  const change: FixChange = { kind: 'propose-amendment', chunk, requirement: formatDataPath(path) };
  return [{ action: { kind: 'propose-amendment' }, change, isPreferred: false }];
}

/** Makes an assert that blocks the chunk a suggestion. */
function makeSuggestion({ document, result }: FailedResult): readonly MechanicalFix[] {
  const path = findRequirementPath(document, result);
  if (result.assertion.type !== 'assert' || path?.at(-2) !== 'assertions') return [];
  const text = editedText(document, [{ path: [...path, 'type'], value: 'suggest' }]);
  if (text === undefined) return [];
  const change: FixChange = { kind: 'text', file: document.file, text };
  return [{ action: { kind: 'make-suggestion' }, change, isPreferred: false }];
}

/** Replaces the text of the requirement in the contract that is exactly `from`, or `from` with parentheses. */
function replaceInContract(
  { document, result }: Pick<FailedResult, 'document' | 'result'>,
  from: string,
  to: string,
  action: FixAction,
): readonly MechanicalFix[] {
  const path = findRequirementPath(document, result);
  if (path === undefined) return [];
  const text = writtenPaths(path, result, from)
    .map((at) => editedText(document, [{ path: at, value: at.at(-2) === 'creates' ? createsItem(result, to) : to }]))
    .find((one) => one !== undefined);
  return text === undefined
    ? []
    : [{ action, change: { kind: 'text', file: document.file, text }, isPreferred: false }];
}

function createsItem({ assertion }: AssertionResult, name: string): string {
  return assertion.check['function'] === true ? `${name}()` : name;
}

/**
 * Where the contract writes a value of a requirement: in its check, or in the item that implies it.
 * @param path the path of the item of the contract that requires the result
 */
export function writtenPaths(
  path: DataPath,
  { assertion: { check } }: Pick<AssertionResult, 'assertion'>,
  value: string,
): readonly DataPath[] {
  const key = Object.keys(check).find((one) => one !== 'type' && check[one] === value);
  const isTarget = key === 'target';
  switch (path.at(-2)) {
    case 'assertions':
      return key === undefined ? [] : [[...path, 'check', key]];
    case 'creates':
      return [path];
    case 'functions':
      return [[...path, isTarget ? 'name' : 'signature']];
    case 'types':
      return isTarget ? [[...path, 'name']] : [];
    case 'postconditions':
      return [[...path, 'path']];
    default:
      return [];
  }
}
