import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import type { Editor } from '../../../vscode/runtime/editor.ts';
import { findViolations } from '../../../webview/browser/axe.ts';
import {
  formatThemes,
  readThemes,
  THEME_IDS,
  themesFile,
  type ThemeId,
  type WebviewTheme,
} from '../../../webview/browser/themes.ts';
import { openCheckedContract } from '../../hands.ts';
import { screenshotFile } from '../../screenshots.ts';

/** Compares the themes of the window with the file, and looks for axe-core violations in the panel of results. */
export async function fitsThemes(editor: Editor, folder: string): Promise<void> {
  await openCheckedContract(editor);
  await editor.runCommand('Holdfast: Validate');
  const panel = editor.page.frameLocator('iframe.webview').frameLocator('iframe');
  await panel.getByRole('heading', { level: 1 }).waitFor();
  const settings = join(folder, '.vscode', 'settings.json');
  await mkdir(join(folder, '.vscode'), { recursive: true });
  const themes = new Map<ThemeId, WebviewTheme>();
  const violations: string[] = [];
  for (const id of THEME_IDS) {
    await writeFile(settings, JSON.stringify({ 'workbench.colorTheme': id }));
    await panel.locator(`body[data-vscode-theme-id="${id}"]`).waitFor();
    themes.set(id, await readTheme(panel));
    const frame = await (await panel.locator('body').elementHandle()).ownerFrame();
    assert.ok(frame, 'the panel has a frame');
    violations.push(...(await findViolations(frame)).map((violation) => `${id}: ${violation}`));
    if (/Light Modern|High Contrast$/.test(id)) await editor.screenshot(screenshotFile(`theme-${toFileName(id)}`));
  }
  if (process.env.UPDATE_THEMES) await writeFile(themesFile, formatThemes(themes));
  assert.deepEqual(violations, []);
  assert.equal(
    await readFile(themesFile, 'utf8'),
    formatThemes(themes),
    'themes.json is outdated. Run this test with UPDATE_THEMES=1.',
  );
  assert.equal(readThemes().size, THEME_IDS.length);
}

async function readTheme(panel: FrameLocator): Promise<WebviewTheme> {
  return panel.locator('body').evaluate(() => {
    const { style } = document.documentElement;
    // Fonts depend on the machine, and the browser of the tests prefers reduced motion.
    const names = [...style].filter((name) => name.startsWith('--vscode-') && !name.includes('font'));
    return {
      bodyClass: [...document.body.classList].filter((name) => name !== 'vscode-reduce-motion').join(' '),
      variables: Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])),
    };
  });
}

function toFileName(id: string): string {
  return id.toLowerCase().replaceAll(' ', '-');
}
