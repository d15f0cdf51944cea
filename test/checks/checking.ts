import assert from 'node:assert/strict';
import { checkRequirements } from '../../src/checks/check-requirements.ts';
import type { AssertionResult } from '../../src/checks/result.ts';
import type { CheckSubject } from '../../src/checks/subject.ts';
import { ModuleIndex } from '../../src/code/module-index.ts';
import type { Assertion, Check } from '../../src/contract/model.ts';
import type { Requirement } from '../../src/contract/requirements.ts';
import { MemoryTree } from './memory-tree.ts';

export type Files = Readonly<Record<string, string | Error>>;

/** A subject over files in memory; what a test does not name is not there. */
export async function subjectOf(files: Files, parts: Partial<CheckSubject> = {}): Promise<CheckSubject> {
  const tree = parts.tree ?? new MemoryTree(files);
  const readable = Object.fromEntries(Object.entries(files).filter(([, text]) => typeof text === 'string'));
  return {
    tree,
    index: parts.index ?? (await ModuleIndex.build(new MemoryTree(readable))),
    types: () => Promise.reject(new Error('this test has no type checker')),
    resources: [],
    steps: [],
    stepOutput: (id) => Promise.reject(new Error(`this test has no step ${id}`)),
    allowedFiles: [],
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

/** Asserts that a check holds, with words for people on both sides. */
export async function passes(files: Files, check: Check, parts: Partial<CheckSubject> = {}): Promise<AssertionResult> {
  const result = await checkOne(files, check, parts);
  assert.equal(result.error, undefined);
  assert.equal(result.passed, true, `${result.expected ?? ''} | ${result.actual ?? ''}`);
  assert.ok(result.expected, 'expected is said');
  assert.ok(result.actual, 'actual is said');
  return result;
}

/** Asserts that a check fails with exactly these words. */
export async function fails(
  files: Files,
  check: Check,
  words: { readonly expected: string; readonly actual: string },
  parts: Partial<CheckSubject> = {},
): Promise<AssertionResult> {
  const result = await checkOne(files, check, parts);
  assert.equal(result.error, undefined);
  assert.equal(result.passed, false);
  assert.deepEqual({ expected: result.expected, actual: result.actual }, words);
  return result;
}

/** Asserts that a check could not be answered, and so failed. */
export async function errs(
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
