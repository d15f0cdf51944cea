import * as vscode from 'vscode';
import type { ChunkCheck, ContractCheck } from '../../engine.ts';
import type { Location } from '../../foundation/position.ts';
import { formatFailure, isCancelled, toFailure } from '../base/failure.ts';
import { locationToTextRange } from '../base/text-range.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ContractTarget } from '../state/target.ts';
import { findContract } from '../state/workspace-state.ts';
import { chunkLocation, type TestItems } from './test-items.ts';
import { listRequirementNodes } from './test-nodes.ts';
import { toChunkOutcome, toRequirementOutcome, type TestFailure, type TestOutcome } from './test-outcomes.ts';

/** The items of one contract to run. */
export interface TestSelection {
  readonly contract: vscode.TestItem;
  readonly target: ContractTarget;
  /** The selected chunks and requirements; `undefined` for all of the contract. */
  readonly included: ReadonlySet<vscode.TestItem> | undefined;
  readonly excluded: ReadonlySet<vscode.TestItem>;
}

export interface TestExecution {
  readonly run: vscode.TestRun;
  readonly selections: readonly TestSelection[];
  /** Whether commands and gates run too. */
  readonly full: boolean;
  readonly token: vscode.CancellationToken;
  readonly items: TestItems;
  readonly services: Pick<ExtensionServices, 'store' | 'checks' | 'engines' | 'log' | 'unsaved'>;
}

/** [EDIT-5] Checks the selected contracts and reports the outcome of each item. The caller ends the run. */
export async function runTests(execution: TestExecution): Promise<void> {
  const { run, selections, items, token } = execution;
  for (const { contract } of selections) {
    items.resolve(contract);
    run.enqueued(contract);
  }
  for (const selection of selections) {
    if (token.isCancellationRequested) {
      run.skipped(selection.contract);
      continue;
    }
    run.started(selection.contract);
    try {
      report(execution, selection, await check(execution, selection));
    } catch (thrown) {
      if (isCancelled(thrown)) run.skipped(selection.contract);
      else run.errored(selection.contract, new vscode.TestMessage(formatFailure(toFailure(thrown))));
    }
  }
}

async function check(
  { full, token, services }: TestExecution,
  { target, contract, included }: TestSelection,
): Promise<ContractCheck> {
  using cancellation = cancelWith(token);
  const { signal } = cancellation;
  const engine = await services.engines.get(target.folder);
  if (!full) return await engine.checks.addProgress(await services.checks.checkNow(target), { signal });
  // Only the commands of the selected chunk run, if there is one.
  const chunks = [...(included ?? [])].map((item) => (item.parent === contract ? item.id : item.parent?.id));
  const [chunk, ...others] = new Set(chunks);
  const options = { full: true, remember: true, signal, chunk: others.length === 0 ? chunk : undefined };
  const judged = await engine.checks.addProgress(await engine.checks.check(target.contract, options), { signal });
  services.store.dispatch({ type: 'full-check-ended', target, check: judged });
  return judged;
}

function cancelWith(token: vscode.CancellationToken): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const subscription = token.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal, [Symbol.dispose]: () => void subscription.dispose() };
}

function report(execution: TestExecution, selection: TestSelection, checked: ContractCheck): void {
  const { run, services } = execution;
  const { contract, target } = selection;
  const state = findContract(services.store.state, target);
  const [problem] = checked.problems.filter(({ severity }) => severity === 'error');
  if (problem !== undefined || !state) {
    const location = problem && { file: target.contract, ...problem.range.start };
    const message = problem?.message ?? target.contract;
    run.errored(contract, toMessage({ message, location }, target));
    return;
  }
  for (const chunk of checked.chunks) {
    const item = contract.children.get(chunk.id);
    if (!item || selection.excluded.has(item)) continue;
    const isWhole = selection.included === undefined || selection.included.has(item);
    reportRequirements(execution, selection, chunk, item, isWhole);
    const outcome = isWhole ? toChunkOutcome(chunk, chunkLocation(state, chunk.id)) : undefined;
    if (outcome) reportOutcome(run, item, outcome, target);
  }
}

function reportRequirements(
  { run }: TestExecution,
  { included, excluded, target }: TestSelection,
  chunk: ChunkCheck,
  item: vscode.TestItem,
  isWhole: boolean,
): void {
  for (const { id, result } of listRequirementNodes(chunk)) {
    const child = item.children.get(id);
    if (!child || excluded.has(child) || !(isWhole || included?.has(child) === true)) continue;
    reportOutcome(run, child, toRequirementOutcome(result, chunk), target);
  }
}

function reportOutcome(run: vscode.TestRun, item: vscode.TestItem, outcome: TestOutcome, target: ContractTarget): void {
  switch (outcome.kind) {
    case 'passed':
      run.passed(item, outcome.durationMs);
      return;
    case 'skipped':
      run.skipped(item);
      run.appendOutput(`${outcome.note.replaceAll(/\r?\n/g, '\r\n')}\r\n`, undefined, item);
      return;
    case 'failed':
    case 'errored':
      run[outcome.kind](item, toMessage(outcome.failure, target), outcome.durationMs);
  }
}

function toMessage({ message, expected, actual, location }: TestFailure, target: ContractTarget): vscode.TestMessage {
  const result =
    expected !== undefined && actual !== undefined
      ? vscode.TestMessage.diff(message, expected, actual)
      : new vscode.TestMessage(message);
  if (location) result.location = toVscodeLocation(location, target);
  return result;
}

function toVscodeLocation(location: Location, { folder }: ContractTarget): vscode.Location {
  const { start, end } = locationToTextRange(location);
  const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), location.file);
  return new vscode.Location(uri, new vscode.Range(start.line, start.character, end.line, end.character));
}
