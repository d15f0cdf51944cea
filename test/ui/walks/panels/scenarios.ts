import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Editor } from '../../../vscode/runtime/editor.ts';
import { clearNotifications, findResultsPanel } from '../../hands.ts';
import { screenshotFile } from '../../screenshots.ts';

const folder = '.holdfast/scenarios';

const files: Readonly<Record<string, string>> = {
  // The defect: an order of more than 8 pieces has a discount that makes its total negative.
  'src/quote.mjs': `const quantity = Number(process.argv[2]);
const total = quantity > 8 ? -quantity : quantity * 4;
console.log(\`\${quantity} pieces: \${total} EUR\`);
`,
  [`${folder}/quote-orders.yaml`]: `id: quote-orders
title: Orders are quoted
description: A customer asks for the price of an order.
covers: [Order]
trajectories: 5
variables:
  quantity: [2, 4, 6, 8, 9]
steps:
  - id: quote
    command: node src/quote.mjs \${quantity}
acceptance:
  - id: positive-total
    type: assert
    message: The total is a positive price
    check: { type: pattern_match, target: quote, pattern: ': \\d+ EUR' }
`,
  // Runs last: a failure criterion stops all further trajectories.
  [`${folder}/refuse-empty.yaml`]: `id: refuse-empty
title: Empty orders are refused
covers: [Order]
trajectories: 3
steps:
  - id: quote
    command: node src/quote.mjs 0
acceptance:
  - id: refused
    type: assert
    message: The order is refused
    check: { type: pattern_match, target: quote, pattern: refused }
failure:
  - { id: free-order, message: An order is free, step: quote, pattern: ': 0 EUR' }
`,
  [`${folder}/quote-stock.yaml`]: `id: quote-stock
title: Orders in stock are quoted
covers: [Order]
trajectories: 4
variables:
  quantity: [1, 3, 5, 8]
steps:
  - id: quote
    command: node src/quote.mjs \${quantity}
acceptance:
  - id: positive-total
    type: assert
    message: The total is a positive price
    check: { type: pattern_match, target: quote, pattern: ': \\d+ EUR' }
`,
};

/** Runs all scenarios and shows their results, also after a reload. */
export async function runsScenarios(editor: Editor): Promise<void> {
  const { page } = editor;
  await editor.openFile(`${folder}/quote-orders.yaml`);
  await editor.runCommand('View: Toggle Primary Side Bar Visibility');
  await page.locator('.codelens-decoration', { hasText: 'Run Scenario' }).first().waitFor();
  await editor.runCommand('Holdfast: Run Scenarios');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Orders in stock' }).first().waitFor();
  await page.keyboard.press('Enter');
  const panel = findResultsPanel(editor);
  await panel.getByText('Failed', { exact: true }).first().waitFor();
  await panel.getByRole('img', { name: 'Orders are quoted: 4 satisfied, 1 unsatisfied of 5' }).waitFor();
  await panel.getByRole('img', { name: /^Empty orders are refused: 1 failure criterion, 2 not run of 3$/ }).waitFor();
  await panel.getByRole('img', { name: 'Orders in stock are quoted: 4 satisfied of 4' }).waitFor();
  await page.locator('.codelens-decoration', { hasText: '4 of 5 satisfied (80 %)' }).first().waitFor();
  await panel.locator('summary').first().click();
  await panel.getByRole('cell', { name: 'positive-total' }).first().waitFor();
  await clearNotifications(editor);
  await editor.screenshot(screenshotFile('scenario-results'));

  await editor.reload();
  await findResultsPanel(editor).getByRole('img', { name: 'Orders are quoted: 4 satisfied' }).waitFor();
}

/** Adds the scenarios to a workspace. */
export async function addScenarios(workspace: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
}
