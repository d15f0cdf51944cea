import type { Locator } from 'playwright-core';
import type { Editor } from '../vscode/runtime/editor.ts';
import { screenshotFile } from './screenshots.ts';
import { slowness } from '../scripts/machine-speed.ts';

/** Saves all files, including those that a fix changed without showing them. */
export async function saveAll(editor: Editor): Promise<void> {
  await editor.runCommand('File: Save All Files');
  await editor.page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
}

/** Finds the rows of the Problems view that contain a text. */
export function findProblems(editor: Editor, text: string): Locator {
  return editor.page.locator('.markers-panel .monaco-list-row', { hasText: text });
}

interface FixOptions {
  /** The location of the problem, if several have its text. The editor can lose the fixes of a file that the click opens. */
  readonly location?: string;
  /** The name of a screenshot of the menu. */
  readonly picture?: string;
  /** What appears if the problem stays after the fix. Default: the problem disappears. */
  readonly isFixed?: () => Locator;
}

/** Opens the light bulb of a problem in the Problems view, and applies a fix. */
export async function applyFix(editor: Editor, text: string, title: string, options: FixOptions = {}): Promise<void> {
  const { page } = editor;
  const { location, picture, isFixed } = options;
  // The list renders only visible rows. With the filter, the row of the problem is one of them.
  await page.getByPlaceholder(/^Filter/).fill(text);
  const rows = findProblems(editor, text).filter(location === undefined ? {} : { hasText: location });
  const offer = page.locator('.monaco-menu .action-item', { has: page.getByText(title, { exact: true }) }).first();
  for (let tryCount = 1; ; tryCount++) {
    try {
      // The hover of a problem covers the others.
      await page.mouse.move(0, 0);
      await rows.first().click({ timeout: 10_000 * slowness() });
      await page.keyboard.press('ControlOrMeta+.');
      // A check that ends now moves the rows, and the click selects another one. The editor that the click opens can take the key.
      await offer.waitFor({ timeout: 3_000 * slowness() });
      // A menu ignores a click in the first moments after it opened.
      await offer.hover();
      if (picture !== undefined) await editor.screenshot(screenshotFile(picture));
      await page.keyboard.press('Enter');
      if (isFixed === undefined) await rows.first().waitFor({ state: 'detached', timeout: 20_000 * slowness() });
      else
        await isFixed()
          .first()
          .waitFor({ timeout: 20_000 * slowness() });
      return;
    } catch (thrown) {
      if (tryCount === 8) throw thrown;
      await page.keyboard.press('Escape');
    }
  }
}
