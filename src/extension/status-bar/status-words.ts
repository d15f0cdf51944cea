import type { RunStatus } from '../../run/result.ts';
import type { CommandId } from '../commands/command-ids.ts';
import type { ContractTarget } from '../state/target.ts';
import { waitingFor, type Waiting } from '../state/waiting.ts';
import type { FolderState, RunState, WorkspaceState } from '../state/workspace-state.ts';

/** What the status bar shows; nothing where the workspace has no contract. */
export interface StatusBarView {
  readonly text: string;
  readonly tooltip: string;
  readonly attention: boolean;
  /** What a click does. */
  readonly command: CommandId;
  readonly argument: (ContractTarget & { readonly chunk?: string }) | undefined;
}

const SHOW_RESULTS: CommandId = 'holdfast.showResults';

const OUTCOME_ICONS: Readonly<Record<RunStatus, string>> = {
  pass: 'pass',
  fail: 'error',
  blocked: 'circle-slash',
  conflict: 'warning',
  cancelled: 'circle-slash',
  aborted: 'warning',
  undecided: 'question',
};

/** A running run first, then what waits for a person, then how the last run ended, then how the contracts stand. */
export function statusBarView(state: WorkspaceState): StatusBarView | undefined {
  const folders = state.folders.filter((folder) => folder.contracts.length > 0);
  if (folders.length === 0) return undefined;
  const running = folders.find((folder) => folder.run?.kind === 'running');
  if (running?.run) return runView(running, running.run);
  const waiting = waitingFor(state);
  if (waiting.count > 0) return waitingView(waiting);
  if (!state.trusted)
    return {
      text: '$(shield) Holdfast: restricted',
      tooltip: 'This workspace is not trusted: only checks that read files run.',
      attention: false,
      command: SHOW_RESULTS,
      argument: undefined,
    };
  const ended = folders.find((folder) => folder.run);
  return ended?.run ? runView(ended, ended.run) : standing(folders);
}

function waitingView({ choices, amendments, reviews, words }: Waiting): StatusBarView {
  const shown = [
    choices > 0 ? `${choices} to choose` : '',
    amendments > 0 ? `${amendments} to amend` : '',
    reviews > 0 ? `${reviews} to review` : '',
  ].filter((text) => text !== '');
  const first =
    choices > 0
      ? ({ icon: 'question', command: 'holdfast.choose' } as const)
      : amendments > 0
        ? ({ icon: 'edit', command: 'holdfast.showAmendment' } as const)
        : ({ icon: 'git-pull-request', command: 'holdfast.openChanges' } as const);
  return {
    text: `$(${first.icon}) Holdfast: ${shown.join(', ')}`,
    tooltip: `${words.join(', ')}.`,
    attention: true,
    command: first.command,
    argument: undefined,
  };
}

function runView(folder: FolderState, run: RunState): StatusBarView {
  const argument = { folder: folder.folder, contract: run.contract, chunk: run.chunk };
  const title = run.title ?? run.contract;
  if (run.kind === 'running') {
    const attempt = run.attempt === undefined ? '' : ` ${run.attempt} of ${run.of ?? '?'}`;
    return {
      text: `$(sync~spin) ${title}${attempt}`,
      tooltip: `${title} is running${attempt === '' ? '' : `, attempt${attempt}`}. Show the run`,
      attention: false,
      command: SHOW_RESULTS,
      argument,
    };
  }
  return {
    text: `$(${OUTCOME_ICONS[run.status]}) ${title}: ${run.status}`,
    tooltip: [`The last run: ${run.status}.`, run.reason ?? ''].join(' ').trim(),
    attention: false,
    command: SHOW_RESULTS,
    argument,
  };
}

function standing(folders: readonly FolderState[]): StatusBarView {
  const contracts = folders.flatMap((folder) => folder.contracts);
  if (contracts.some((contract) => contract.checking && !contract.check))
    return {
      text: '$(sync~spin) Holdfast: checking',
      tooltip: 'The contracts are being checked.',
      attention: false,
      command: SHOW_RESULTS,
      argument: undefined,
    };
  const chunks = contracts.flatMap((contract) => contract.check?.chunks ?? []);
  const holding = chunks.filter((chunk) => chunk.passed).length;
  return {
    text: `$(checklist) ${holding}/${chunks.length} chunks`,
    tooltip: `${holding} of ${chunks.length} chunks hold. Show the results`,
    attention: false,
    command: SHOW_RESULTS,
    argument: undefined,
  };
}
