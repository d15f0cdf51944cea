import type { Page } from 'playwright-core';
import { errorWithScreenshot } from './failure-screenshot.ts';
import { slowness } from '../../scripts/machine-speed.ts';

/** How long a part of the window may take to appear. */
const partLimitMs = 60_000 * slowness();

/** For how long a window may show that its workspace has no folder. A window that is starting shows it briefly. */
const emptyLimitMs = 10_000 * slowness();

/**
 * Opens a window and waits for the files in the explorer.
 *
 * VS Code reads the folders of a `.code-workspace` file while it connects to its server. On a busy machine it can lose
 * them and stay without a folder. It has stored them by then, so a person and this function load the window again.
 */
export async function openWindow(page: Page, address: string): Promise<void> {
  const files = page.locator('.explorer-folders-view .monaco-list-row').first();
  const isEmpty = () => page.getByText('You have not yet added a folder to the workspace').isVisible();
  try {
    await load(page, address);
    const isFilled = await files.waitFor({ timeout: emptyLimitMs }).then(
      () => true,
      () => false,
    );
    if (isFilled) return;
    if (await isEmpty()) await load(page, address);
    await files.waitFor({ timeout: partLimitMs });
  } catch (thrown) {
    throw await errorWithScreenshot(page, thrown);
  }
}

async function load(page: Page, address: string): Promise<void> {
  await page.goto(address, { timeout: partLimitMs });
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: partLimitMs });
}
