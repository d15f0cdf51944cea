import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { cacheFolder } from '../../scripts/project.ts';

let failures = 0;

/** Keeps a screenshot of a window in which something failed. Returns an error that names the file. */
export async function errorWithScreenshot(page: Page, thrown: unknown): Promise<Error> {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const file = join(cacheFolder, 'screenshots', `failure-${process.pid}-${++failures}.png`);
  try {
    await mkdir(dirname(file), { recursive: true });
    await page.screenshot({ path: file });
    return new Error(`${reason}\nScreenshot of the window: ${file}`, { cause: thrown });
  } catch (screenshotFailure) {
    return new Error(`${reason}\nNo screenshot of the window: ${String(screenshotFailure)}`, { cause: thrown });
  }
}
