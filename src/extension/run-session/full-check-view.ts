import * as l10n from '@vscode/l10n';
import type { ChunkCheck, ContractCheck } from '../../engine.ts';
import type { ChunkView, GateView, HeaderView, ResultsView } from '../../webview/protocol/results-panel-data.ts';
import { toCheckedRequirements, toCheckStatus, toCommandView, toProblemViews } from './result-views.ts';
import { createQueuedChunk } from './run-view.ts';

type TreeGate = NonNullable<ChunkCheck['full']>['gates'][number];

/** [DONE-4] The status, notes and chunks of a full check that has ended. */
export function createFullCheckView(
  check: ContractCheck,
  unsaved: readonly string[],
): Pick<ResultsView, 'chunks'> & Pick<HeaderView, 'status' | 'notes'> {
  const hasErrors = check.problems.some(({ severity }) => severity === 'error');
  return {
    chunks: check.chunks.map(toFullChunkView),
    status: hasErrors ? 'fail' : toCheckStatus(check.chunks.map(withFailedCommands)),
    notes: [
      ...describeUnsaved(unsaved),
      ...check.problems.map(({ severity, range, message }) => ({
        level: severity,
        message: l10n.t('Line {0}: {1}', range.start.line, message),
      })),
      ...check.notes.map((message) => ({ level: 'info' as const, message })),
    ],
  };
}

/** A full check judges the files on disk. */
function describeUnsaved(unsaved: readonly string[]): HeaderView['notes'] {
  if (unsaved.length === 0) return [];
  const message = l10n.t(
    'Unsaved changes are not included: {0}. Save the files and validate again.',
    unsaved.join(', '),
  );
  return [{ level: 'warning', message }];
}

/** A setup, build or verify command that fails is a failure of the check, also if the work of the chunk has not begun. */
function withFailedCommands(check: ChunkCheck): ChunkCheck {
  const failed = check.full?.commands.some(({ passed, stage }) => !passed && stage !== 'acceptance') === true;
  return failed && check.progress !== 'regressed' ? { ...check, progress: 'failedRun' } : check;
}

function toFullChunkView(check: ChunkCheck): ChunkView {
  const { commands = [], gates = [], problems = [] } = check.full ?? {};
  return {
    ...createQueuedChunk(check.id, check.title),
    status: toCheckStatus([withFailedCommands(check)]),
    requirements: toCheckedRequirements(check),
    preparation: commands.map(toCommandView),
    gates: gates.map(toTreeGateView),
    problems: toProblemViews(problems),
    reason: describeMissingVerdict(check),
  };
}

function toTreeGateView({ id, name, mode, verdict, reasoning }: TreeGate): GateView {
  return { id, name, mode, verdict, reasoning, attemptCount: 0, maxAttempts: 0, evidence: [] };
}

/** Whether the model can judge a gate of the check that has no verdict. */
export function hasUnjudgedGate(chunks: readonly ChunkView[]): boolean {
  return chunks.some(({ gates }) => gates.some(({ verdict }) => verdict === 'NOT_JUDGED'));
}

/** Why a chunk is unverified. */
function describeMissingVerdict({ verdict, supersededBy, full }: ChunkCheck): string | undefined {
  if (verdict !== 'unverified') return undefined;
  if (supersededBy !== undefined) return l10n.t('Superseded by {0}.', supersededBy);
  const isUnjudged = full?.gates.some((gate) => gate.verdict === 'NOT_JUDGED') === true;
  return isUnjudged ? l10n.t('A gate was not judged.') : l10n.t('There is nothing to check.');
}
