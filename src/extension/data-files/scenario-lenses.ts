import * as l10n from '@vscode/l10n';
import type { DataFileCheck, ScenarioResult } from '../../engine.ts';
import { formatShare } from '../base/report-labels.ts';
import { toTextRange } from '../base/text-range.ts';
import type { FolderState } from '../state/workspace-state.ts';
import type { DataFileLens } from './data-file-lens.ts';

/** Creates the lenses of a scenario file: run it, and its last score. A scenario with errors cannot run. */
export function createScenarioLenses({ document }: DataFileCheck, { folder, jobs }: FolderState): DataFileLens[] {
  const id = readId(document.value);
  if (id === undefined) return [];
  const { start } = toTextRange(document.rangeOf([]));
  const range = { start, end: start };
  const run: DataFileLens = {
    range,
    title: l10n.t('▶ Run Scenario'),
    tooltip: l10n.t('Run the trajectories of this scenario against the current files'),
    command: 'holdfast.runScenarios',
    argument: { folder, scenarios: [id] },
  };
  const result = jobs?.scenarios?.result?.scenarios.find((scenario) => scenario.id === id);
  if (!result) return [run];
  const tooltip = l10n.t('Show the results of the scenarios');
  return [
    run,
    { range, title: formatResult(result), tooltip, command: 'holdfast.showScenarioResults', argument: { folder } },
  ];
}

function formatResult({ score, trajectories, planned }: ScenarioResult): string {
  const satisfied = trajectories.filter(({ outcome }) => outcome === 'satisfied').length;
  return score === null
    ? l10n.t('○ no trajectory reached the code')
    : l10n.t('{0} of {1} satisfied ({2})', satisfied, planned, formatShare(score));
}

function readId(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}
