import assert from 'node:assert/strict';
import { checkRequirements } from '../../../src/verdicts/checks/check-requirements.ts';
import type { AssertionResult } from '../../../src/verdicts/checks/interfaces/result.ts';
import type { CheckSubject } from '../../../src/verdicts/checks/interfaces/subject.ts';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { UNDECIDED_IMPORT } from '../../../src/code/types/queries/import-query.ts';
import type { TypeChecker } from '../../../src/code/types/queries/type-checker.ts';
import type { Assertion, Check } from '../../../src/contract/model.ts';
import type { Requirement } from '../../../src/contract/requirements.ts';
import { MemoryTree } from './memory-tree.ts';

export type Files = Readonly<Record<string, string | Error>>;

/** A type checker that decides nothing about imports. It rejects all other queries. */
export const NO_TYPES: TypeChecker = {
  checkSignatures: () => Promise.reject(new Error('the test provides no type checker')),
  checkTypes: () => Promise.reject(new Error('the test provides no type checker')),
  receiveImports: (queries) => Promise.resolve(queries.map(() => UNDECIDED_IMPORT)),
};

/** A subject over files in memory. Services that a test does not provide reject. */
export async function subjectOf(files: Files, parts: Partial<CheckSubject> = {}): Promise<CheckSubject> {
  const tree = parts.tree ?? new MemoryTree(files);
  const readable = Object.fromEntries(Object.entries(files).filter(([, text]) => typeof text === 'string'));
  return {
    tree,
    index: parts.index ?? (await ModuleIndex.build(new MemoryTree(readable))),
    loadTypeChecker: () => Promise.resolve(NO_TYPES),
    resources: [],
    steps: [],
    stepOutput: (id) => Promise.reject(new Error(`the test provides no step ${id}`)),
    allowedFiles: [],
    requiredNames: new Set<string>(),
    trusted: true,
    customValidators: [],
    validatorProblems: [],
    validatorTimeoutMs: 5_000,
    adapters: [],
    environment: () => undefined,
    signal: new AbortController().signal,
    ...parts,
  };
}

export function requirement(check: Check, type: Assertion['type'] = 'assert'): Requirement {
  return { assertion: { type, message: `must hold: ${check.type}`, check }, origin: ['chunks', 0, 'assertions', 0] };
}

/** The result of one check against files in memory. */
export async function checkOne(
  files: Files,
  check: Check,
  parts: Partial<CheckSubject> = {},
): Promise<AssertionResult> {
  const [result] = await checkRequirements([requirement(check)], await subjectOf(files, parts));
  assert.ok(result);
  return result;
}

/** Asserts that a check holds, with an expected and an actual text. */
export async function passes(files: Files, check: Check, parts: Partial<CheckSubject> = {}): Promise<AssertionResult> {
  const result = await checkOne(files, check, parts);
  assert.equal(result.error, undefined);
  assert.equal(result.passed, true, `${result.expected ?? ''} | ${result.actual ?? ''}`);
  assert.ok(result.expected, 'has an expected text');
  assert.ok(result.actual, 'has an actual text');
  return result;
}

/** Asserts that a check fails with exactly these texts. */
export async function fails(
  files: Files,
  check: Check,
  texts: { readonly expected: string; readonly actual: string },
  parts: Partial<CheckSubject> = {},
): Promise<AssertionResult> {
  const result = await checkOne(files, check, parts);
  assert.equal(result.error, undefined);
  assert.equal(result.passed, false);
  assert.deepEqual({ expected: result.expected, actual: result.actual }, texts);
  return result;
}

/** Asserts that a check could not be evaluated and failed. */
export async function failsWithError(
  files: Files,
  check: Check,
  reason: RegExp,
  parts: Partial<CheckSubject> = {},
): Promise<AssertionResult> {
  const result = await checkOne(files, check, parts);
  assert.equal(result.passed, false);
  assert.match(result.error ?? '(no error)', reason);
  return result;
}
