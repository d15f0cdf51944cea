import * as l10n from '@vscode/l10n';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ChunkCheck } from '../../engine.ts';
import type { Location } from '../../foundation/position.ts';
import { describeCounts, formatAssertionFailure, toCheckedStatus } from '../state/chunk-status.ts';
import { isFailing } from '../state/shown-contract.ts';

/** Why a test item failed. `expected` and `actual` are shown as a difference. */
export interface TestFailure {
  readonly message: string;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** The place in the code, or in the contract if the code has none. */
  readonly location?: Location | undefined;
}

/** The outcome of one test item. */
export type TestOutcome =
  | { readonly kind: 'passed'; readonly durationMs: number }
  /** It says nothing: work that has not begun, a suggestion that is not followed, or a check that did not run. */
  | { readonly kind: 'skipped'; readonly note: string }
  | { readonly kind: 'failed' | 'errored'; readonly failure: TestFailure; readonly durationMs: number };

/**
 * [EDIT-5] [EDIT-6] The outcome of a requirement. Only a regression or a failed run makes an unmet one fail. The editor marks
 * a chunk as passed if one of its requirements is, and skipped ones do not count. So nothing of a chunk passes before all does.
 */
export function toRequirementOutcome(result: AssertionResult, chunk: ChunkCheck): TestOutcome {
  const { durationMs } = result;
  const isOpen = chunk.verdict === 'unsatisfied' && !isFailing(chunk);
  if (result.passed) {
    const { message } = result.assertion;
    return isOpen ? { kind: 'skipped', note: l10n.t('Met already: {0}', message) } : { kind: 'passed', durationMs };
  }
  if (result.untrusted === true) {
    return { kind: 'skipped', note: l10n.t('Not checked: the workspace is not trusted.') };
  }
  const text = formatAssertionFailure(result);
  if (result.assertion.type === 'suggest') return { kind: 'skipped', note: l10n.t('Not followed: {0}', text) };
  if (isOpen) return { kind: 'skipped', note: l10n.t('Not done yet: {0}', text) };
  const { expected, actual, error } = result;
  const location = result.location ?? result.contractLocation;
  if (error !== undefined) return { kind: 'errored', failure: { message: text, location }, durationMs };
  const { message } = result.assertion;
  // With both values, the editor shows their difference below the message.
  const failure = expected !== undefined && actual !== undefined ? { message, expected, actual } : { message: text };
  return { kind: 'failed', failure: { ...failure, location }, durationMs };
}

/**
 * [EDIT-5] The outcome of a chunk itself: of what no requirement shows. Undefined if its requirements say everything.
 * @param contractLocation the chunk in the contract
 */
export function toChunkOutcome(chunk: ChunkCheck, contractLocation: Location): TestOutcome | undefined {
  const { commands = [], gates = [] } = chunk.full ?? {};
  const failed = [
    ...commands
      .filter(({ passed }) => !passed)
      .map(({ stage, command, error, exitCode, output }) => {
        const outcome = error ?? l10n.t('exit code {0}', exitCode ?? '?');
        return l10n.t('{0} command "{1}": {2}\n{3}', stage, command, outcome, output.trimEnd()).trim();
      }),
    ...gates
      .filter(({ verdict, mode }) => mode === 'blocking' && (verdict === 'FAIL' || verdict === 'BROKEN'))
      .map(({ name, reasoning }) => l10n.t('Gate "{0}" failed: {1}', name, reasoning)),
  ];
  const durationMs = commands.reduce((total, command) => total + command.durationMs, 0);
  if (failed.length > 0) {
    const failsWithoutWork = commands.some(({ passed, stage }) => !passed && stage !== 'acceptance');
    const message = failed.join('\n\n');
    return isFailing(chunk) || failsWithoutWork || chunk.progress === 'satisfied'
      ? { kind: 'failed', failure: { message, location: contractLocation }, durationMs }
      : { kind: 'skipped', note: l10n.t('Not done yet: {0}', message) };
  }
  if (chunk.verdict === 'unverified') return { kind: 'skipped', note: l10n.t('There is nothing to check.') };
  const status = toCheckedStatus(chunk);
  return status.kind === 'notStarted' ? { kind: 'skipped', note: describeCounts(status) } : undefined;
}
