import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { findResultsPanel, openCheckedContract } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const CHUNKS = 1_000;

describe('The plan of 1,000 chunks', () => {
  it('[COMP-EDITOR] opens as a graph next to the other panels, and is used with zoom, minimap and keyboard', async () => {
    await using sample = await copySample();
    await writeFile(join(sample.folder, 'large.contract.yaml'), largeContract());
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      await openCheckedContract(editor);
      await editor.runCommand('Holdfast: Validate');
      await findResultsPanel(editor).getByRole('heading', { level: 1 }).waitFor();
      const groups = page.locator('.editor-group-container');
      assert.equal(await groups.count(), 2);
      // The results panel has the focus, so that a panel next to it would be in a third column.
      await findResultsPanel(editor).getByRole('heading', { level: 1 }).click();
      await editor.openFile('large.contract.yaml');
      await page.getByText('▶ Run All').first().waitFor();
      await editor.runCommand('Holdfast: Show Plan');
      const plan = page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe');
      const chunk = (number: number) => plan.getByRole('button', { name: new RegExp(`^Part ${number};`) });
      await chunk(1).waitFor();
      assert.equal(await groups.count(), 2, 'the plan is in the column of the results');
      await plan.locator('.minimap').waitFor();

      await chunk(1).focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
      const focused = plan.locator('.chunk[aria-current=true]');
      await plan.locator('.chunk:focus').waitFor();
      assert.ok(await focused.isVisible());
      await editor.screenshot(screenshotFile('plan-large'));
      await plan.getByRole('button', { name: 'Fit (0)' }).click();
      await plan
        .locator('.scale')
        .getByText(/^\d %$/)
        .waitFor();
      await editor.screenshot(screenshotFile('plan-large-fit'));
      await plan.locator('.minimap').click({ position: { x: 60, y: 10 } });
      await plan.getByRole('button', { name: 'List' }).click();
      assert.equal(
        await plan
          .getByRole('listitem')
          .getByRole('button', { name: /^Part \d+;/ })
          .count(),
        CHUNKS,
      );
    });
  });
});

/** Each part depends on one that is a third as far, so that the layers grow. */
function largeContract(): string {
  const chunks = Array.from({ length: CHUNKS }, (_, index) => {
    const parent = Math.floor((index - 1) / 3);
    return [
      `  - id: part-${index + 1}`,
      `    title: Part ${index + 1}`,
      ...(index === 0 ? [] : [`    dependsOn: [part-${parent + 1}]`, `    consumes: [made${parent + 1}]`]),
      `    creates: [made${index + 1}]`,
      `    allowedFiles: [src/made/part-${index + 1}.ts]`,
      `    postconditions: [{ kind: file_exists, path: src/made/part-${index + 1}.ts }]`,
    ].join('\n');
  });
  return `spec: { id: large, title: Large }\nverify: { command: npm test }\nchunks:\n${chunks.join('\n')}\n`;
}
