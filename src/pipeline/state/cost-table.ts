import { createCostReport, type Spending } from './spending.ts';

/** The cost per stage and sub-item as a Markdown table [ASSERT-CODE-005]. */
export function renderCostReport(spending: readonly Spending[]): string {
  const lines = createCostReport(spending).map(
    ({ stage, subItem, usd, executions }) =>
      `| ${stage} | ${subItem ?? ''} | ${executions} | ${usd?.toFixed(4) ?? 'unknown'} |`,
  );
  return ['| stage | sub-item | executions | USD |', '| --- | --- | --- | --- |', ...lines].join('\n');
}
