import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';

export const planFile = 'reports.contract.yaml';

/** The chunks `totals` and `format` can run in parallel; `page` needs both. */
export const reports = `spec: { id: reports, title: Daily reports }
verify:
  command: node --test test/reports
  requires: [{ kind: file_exists, path: test/reports/totals.test.mjs }]
chunks:
  - id: model
    title: The model of a report
    creates: [Report, Line]
    allowedFiles: [src/reports/model.ts]
    postconditions: [{ kind: file_exists, path: src/reports/model.ts }]
    assertions:
      - message: Must export Report
        check: { type: export_exists, target: Report, file: src/reports/model.ts }
  - id: totals
    title: Totals of a day
    dependsOn: [model]
    consumes: [Line]
    creates: [totalsOf]
    allowedFiles: [src/reports/totals.ts, test/reports/totals.test.mjs]
    postconditions: [{ kind: file_exists, path: test/reports/totals.test.mjs }]
  - id: format
    title: The format of numbers
    dependsOn: [model]
    consumes: [Report]
    creates: [formatAmount]
    allowedFiles: [src/reports/format.ts]
    postconditions: [{ kind: file_exists, path: src/reports/format.ts }]
  - id: page
    title: The page
    dependsOn: [totals, format]
    preconditions: [{ kind: file_exists, path: src/reports/format.ts }]
    consumes: [totalsOf, formatAmount]
    creates: [reportPage]
    allowedFiles: [src/reports/page.ts]
    postconditions: [{ kind: file_exists, path: src/reports/page.ts }]
`;

/** Adds the plan to a workspace, and the file that its first chunk creates. */
export async function addPlan(folder: string): Promise<void> {
  await mkdir(join(folder, 'src', 'reports'));
  const model = 'export interface Line { amount: number }\nexport interface Report { lines: Line[] }\n';
  await writeFile(join(folder, 'src', 'reports', 'model.ts'), model);
  await writeFile(join(folder, planFile), reports);
}

/** Finds the button of a chunk. Its accessible name starts with the title. */
export function findChunk(plan: FrameLocator, title: string): Locator {
  return plan.getByRole('button', { name: new RegExp(`^${title};`) });
}
