import * as l10n from '@vscode/l10n';
import { countVerdicts } from '../../foundation/verdict.ts';
import { formatVerdictCounts } from '../state/verdict-counts.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { toTextRange, type TextRange } from '../base/text-range.ts';
import { estimateRun } from '../state/run-estimate.ts';
import { LENS_GROUPS, type LensGroup } from '../settings/presentation-settings.ts';
import { describeCounts, getChunkStatus, listAmendments, type ChunkStatus } from '../state/chunk-status.ts';
import { countContractDecisions } from '../state/pending-decisions.ts';
import { getShownContract, summarizeContract, type ProgressSummary } from '../state/shown-contract.ts';
import type { AmendmentTarget, ChunkTarget, ContractTarget, RunTarget } from '../state/target.ts';
import type { ContractState, FolderState } from '../state/workspace-state.ts';

const SIGNS: Readonly<Record<ProgressSummary, string>> = {
  satisfied: '✓',
  failing: '✗',
  notStarted: '○',
  unverified: '○',
};

const validateTooltipLabel = () => l10n.t('Check this chunk against the current files');

const validateAllTooltipLabel = () => l10n.t('Check all chunks against the current files');

const fullCheckTooltipLabel = () => l10n.t('Check all chunks with all commands and gates, as a landing does');

const SUMMARIES = { holds: 'satisfied', notStarted: 'notStarted', fails: 'failing' } as const;

/** The title of a lens that shows the last readable state. */
const markStale = (title: string, isStale: boolean): string => (isStale ? l10n.t('{0} (stale)', title) : title);

const describeStale = (): string => l10n.t('The contract has errors. This is its last state without them.');

/** [EDIT-1] A model is paid for. What a run will cost is said before it starts, as far as earlier runs tell it. */
function withEstimate(text: string, chunks: number, { past }: FolderState): string {
  return [text, estimateRun(chunks, past)].filter((part) => part !== undefined).join('. ');
}

/** The sign of a contract with a decision that waits for the person. */
const WAITING_SIGN = '●';

/** The data of a code lens, independent of the VS Code API. */
export interface ContractLens {
  readonly group: LensGroup;
  readonly range: TextRange;
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly argument: ContractTarget | ChunkTarget | RunTarget | AmendmentTarget;
}

/**
 * Creates the lenses of a contract: run, validate and status for the contract and for each chunk.
 * @param groups the groups to show
 * @param lineOf the current line of a zero-based line of the document, if its text was edited
 */
export function createContractLenses(
  folder: FolderState,
  contract: ContractState,
  document: ContractDocument,
  groups: ReadonlySet<LensGroup> = new Set(LENS_GROUPS),
  lineOf: (line: number) => number = (line) => line,
): readonly ContractLens[] {
  return createAllLenses(folder, contract, document)
    .filter(({ group }) => groups.has(group))
    .map((lens) => {
      const { line, character } = lens.range.start;
      const start = { line: lineOf(line), character };
      return { ...lens, range: { start, end: start } };
    });
}

function createAllLenses(
  folder: FolderState,
  contract: ContractState,
  document: ContractDocument,
): readonly ContractLens[] {
  const chunks = document.contract?.chunks ?? [];
  if (chunks.length === 0) return [];
  const target: ContractTarget = { folder: contract.folder, contract: contract.contract };
  const contractLenses = createContractLevelLenses(folder, contract, target, toTextRange(document.rangeOf([])));
  return [
    ...contractLenses,
    ...chunks.flatMap((chunk, index) =>
      createChunkLenses(
        folder,
        contract,
        { ...target, chunk: chunk.id },
        toTextRange(document.rangeOf(['chunks', index])),
      ),
    ),
  ];
}

function createContractLevelLenses(
  folder: FolderState,
  contract: ContractState,
  argument: ContractTarget,
  range: TextRange,
): readonly ContractLens[] {
  const chunkCount = contract.document.contract?.chunks.length ?? 1;
  const running = folder.run?.kind === 'running' && folder.run.contract === contract.contract;
  const { check, isStale } = getShownContract(contract);
  const chunks = check?.chunks ?? [];
  const counts = countVerdicts(chunks);
  const pending = countContractDecisions(folder, contract.contract);
  const sign = pending.count > 0 ? WAITING_SIGN : SIGNS[summarizeContract(contract)];
  return [
    running
      ? createLens(range, l10n.t('■ Cancel'), l10n.t('Cancel the run'), 'holdfast.cancel', argument, 'run')
      : createLens(
          range,
          l10n.t('✦ Run All'),
          withEstimate(l10n.t('Run all chunks with the model, in dependency order'), chunkCount, folder),
          'holdfast.runAllChunks',
          argument,
          'run',
        ),
    createLens(range, l10n.t('Validate All'), validateAllTooltipLabel(), 'holdfast.validate', argument, 'validate'),
    createLens(
      range,
      l10n.t('Validate Fully'),
      fullCheckTooltipLabel(),
      'holdfast.validateFully',
      argument,
      'validate',
    ),
    ...(chunks.length === 0
      ? []
      : [
          createLens(
            range,
            markStale([`${sign} ${formatVerdictCounts(counts)}`, ...pending.labels].join(', '), isStale),
            isStale ? describeStale() : l10n.t('Show results'),
            'holdfast.showResults',
            argument,
            'status',
          ),
        ]),
  ];
}

function createChunkLenses(
  folder: FolderState,
  contract: ContractState,
  argument: ChunkTarget,
  range: TextRange,
): readonly ContractLens[] {
  const status = getChunkStatus(folder, contract, argument.chunk);
  const runLens =
    status.kind === 'running'
      ? createLens(range, l10n.t('■ Cancel'), l10n.t('Cancel the run'), 'holdfast.cancel', argument, 'run')
      : createLens(
          range,
          l10n.t('✦ Run'),
          withEstimate(l10n.t('Run this chunk with the model'), 1, folder),
          'holdfast.runChunk',
          argument,
          'run',
        );
  return [
    runLens,
    createLens(range, l10n.t('Validate'), validateTooltipLabel(), 'holdfast.validate', argument, 'validate'),
    ...createStatusLenses(status, range, argument, getShownContract(contract).isStale),
    ...createStrengthLens(contract, argument, range),
    ...createTraceLens(contract, argument, range),
    ...listAmendments(folder, contract.contract, argument.chunk).map(({ id }) => {
      const target: AmendmentTarget = { folder: argument.folder, amendment: id };
      return createLens(
        range,
        l10n.t('● Amendment proposed'),
        l10n.t('Show the proposed amendment of this contract'),
        'holdfast.showAmendment',
        target,
        'decisions',
      );
    }),
  ];
}

/** [BITE-2] How many requirements fail where the work has not begun. Shown only if something raises that. */
function createStrengthLens(contract: ContractState, argument: ChunkTarget, range: TextRange): readonly ContractLens[] {
  const strength = getShownContract(contract).plan?.strengths?.find(({ chunk }) => chunk === argument.chunk);
  if (strength === undefined || strength.total === 0) return [];
  if (strength.failing === strength.total && strength.fixes.length === 0) return [];
  const { failing, total, requirements } = strength;
  const lines = [
    l10n.t('{0} of {1} requirements fail before the work', failing, total),
    ...requirements.flatMap(({ role, message, reason }) =>
      role === 'vacuous' ? [l10n.t('{0}: {1}, so it says nothing about the work', message, reason ?? '')] : [],
    ),
    ...(strength.fixes.length === 0 ? [] : [l10n.t('Click for what raises it')]),
  ];
  const title = l10n.t('Strength {0}/{1}', failing, total);
  return [createLens(range, title, lines.join('\n'), 'holdfast.raiseStrength', argument, 'status')];
}

/** [PLANS-6] What a task of a plan traces to: its requirements, and the commit that records it. */
function createTraceLens({ report }: ContractState, argument: ChunkTarget, range: TextRange): readonly ContractLens[] {
  const trace = report?.tasks.find(({ task }) => task === argument.chunk);
  if (report === undefined || trace === undefined) return [];
  const isTraced = report.tasks.some(({ requirements }) => requirements.length > 0);
  const { requirements, commit, checks } = trace;
  // A plan without requirements traces to commits alone.
  if (!isTraced && commit === undefined) return [];
  const shortCommit = commit?.slice(0, 7);
  const state =
    shortCommit === undefined
      ? checks === 0
        ? l10n.t('no check')
        : l10n.t('no record')
      : l10n.t('recorded in {0}', shortCommit);
  const ids = requirements.map(({ id }) => id).join(', ');
  const lines = requirements.map(({ id, statedIn }) =>
    statedIn === undefined
      ? l10n.t('{0}: no document of the plan states it', id)
      : l10n.t('{0}: {1}, line {2}', id, statedIn.file, statedIn.line),
  );
  return [
    createLens(
      range,
      requirements.length > 0
        ? l10n.t('Trace {0}: {1}', ids, state)
        : isTraced
          ? l10n.t('Trace: no requirement, {0}', state)
          : l10n.t('Trace: {0}', state),
      lines.length > 0 ? lines.join('\n') : l10n.t('The task names no requirement.'),
      'holdfast.showResults',
      argument,
      'status',
    ),
  ];
}

function createStatusLenses(
  status: ChunkStatus,
  range: TextRange,
  argument: ChunkTarget,
  isStale: boolean,
): readonly ContractLens[] {
  switch (status.kind) {
    case 'unchecked':
      return [];
    case 'running': {
      const attempt =
        status.attempt === undefined
          ? l10n.t('starting')
          : l10n.t('attempt {0} of {1}', status.attempt, status.of ?? '?');
      return [
        createLens(range, `$(sync~spin) ${attempt}`, l10n.t('Show run'), 'holdfast.showResults', argument, 'status'),
      ];
    }
    case 'choice': {
      const run: RunTarget = { folder: argument.folder, runId: status.runId };
      return [
        createLens(
          range,
          l10n.t('● Resolve failed gate'),
          l10n.t('A blocking gate failed in the last attempt'),
          'holdfast.choose',
          run,
          'decisions',
        ),
      ];
    }
    case 'review': {
      const run: RunTarget = { folder: argument.folder, runId: status.runId };
      const tooltip = l10n.t('Open the changes of the result');
      return [createLens(range, l10n.t('● Review result'), tooltip, 'holdfast.openChanges', run, 'decisions')];
    }
    case 'unverified':
      return [
        createLens(
          range,
          markStale(l10n.t('{0} unverified', SIGNS.unverified), isStale),
          isStale ? describeStale() : l10n.t('The chunk has nothing to check. Show results'),
          'holdfast.showResults',
          argument,
          'status',
        ),
      ];
    case 'holds':
    case 'notStarted':
    case 'fails': {
      const title = markStale(`${SIGNS[SUMMARIES[status.kind]]} ${status.passed}/${status.total}`, isStale);
      const tooltip = isStale ? describeStale() : describeCounts(status);
      return [createLens(range, title, tooltip, 'holdfast.showResults', argument, 'status')];
    }
  }
}

function createLens(
  range: TextRange,
  title: string,
  tooltip: string,
  command: string,
  argument: ContractLens['argument'],
  group: LensGroup,
): ContractLens {
  return { group, range: { start: range.start, end: range.start }, title, tooltip, command, argument };
}
