import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot, vsixPath } from '../../scripts/project.ts';
import { openWindow } from './open-window.ts';
import { takeStillPicture, type StillPictureOptions } from './still-picture.ts';
import { extensionPayload, startSession, windowAddress, type SessionOptions } from './session.ts';
import { slowness } from '../../scripts/machine-speed.ts';

export interface EditorOptions extends Partial<SessionOptions> {
  /** Absolute path of a folder or a `.code-workspace` file. */
  readonly workspace: string;
  /** Absolute path of an extension to load from its folder, in addition to the packaged one. */
  readonly helperExtension?: string;
}

/** A VS Code window with the packaged extension, driven like a person does. */
export interface Editor extends AsyncDisposable {
  readonly page: Page;
  /** The address of the window, to open it in another browser. */
  readonly address: string;
  /** Runs a command by the title that the palette shows, for example `Holdfast: Run Chunk`. */
  runCommand(title: string): Promise<void>;
  /** Opens a file of the workspace by its relative path. */
  openFile(path: string): Promise<void>;
  /** Replaces the content of a file by typing. It is not saved. */
  replaceText(path: string, text: string): Promise<void>;
  /**
   * Reloads the window by the command of VS Code. The command first stores the state of the window and its panels, which a
   * reload of the page may lose.
   */
  reload(): Promise<void>;
  /** Saves the active editor. */
  save(): Promise<void>;
  /** Writes a PNG of the window. A picture of the documentation shows nothing that moves or is busy. */
  screenshot(path: string, options?: StillPictureOptions): Promise<void>;
  /** The output of the server and the extension host. */
  output(): string;
  close(): Promise<void>;
}

/** Opens a window and waits for the workbench. The caller must close it. */
export async function openEditor(options: EditorOptions): Promise<Editor> {
  const testDriver = options.helperExtension !== undefined;
  const session = await startSession({ version: 'newest', vsix: vsixPath(), testDriver, ...options });
  const { page, server } = session;
  const address = windowAddress(server, options.workspace, extensionPayload(server, options.helperExtension));
  try {
    await openWindow(page, address);
  } catch (thrown) {
    await session[Symbol.asyncDispose]();
    throw thrown;
  }
  const close = async () => session[Symbol.asyncDispose]();
  return {
    page,
    address,
    runCommand: (title) => pick(page, 'F1', `>${title}`, title),
    openFile: (path) => pick(page, 'ControlOrMeta+P', path, fileName(path)),
    replaceText: async (path, text) => {
      await pick(page, 'ControlOrMeta+P', path, fileName(path));
      await page.locator('.tab.active', { hasText: fileName(path) }).waitFor();
      await page.locator('.editor-group-container.active .monaco-editor .view-lines').click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    },
    reload: async () => {
      const loaded = page.waitForEvent('load');
      await selectEntry(page, 'F1', '>Developer: Reload Window', 'Developer: Reload Window');
      await loaded;
    },
    save: async () => {
      await page.keyboard.press('ControlOrMeta+S');
      await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    },
    screenshot: async (path, still) => {
      await mkdir(dirname(path), { recursive: true });
      if (existsSync(join(projectRoot, 'docs', 'images', basename(path)))) await takeStillPicture(page, path, still);
      else await page.screenshot({ path });
    },
    output: () => server.output(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** How often the quick input is opened, and for how long one step in it may take. */
const openings = 4;
const quickInputLimitMs = 15_000 * slowness();

/** Selects an entry of the quick input, and waits until the typed text disappears. */
async function pick(page: Page, key: string, text: string, label: string): Promise<void> {
  await selectEntry(page, key, text, label);
  // The command may open another quick input. In any case, the typed text disappears.
  await page.waitForFunction((typed) => {
    const shown = document.querySelector<HTMLInputElement>('.quick-input-widget input[type=text]');
    return !shown?.checkVisibility() || shown.value !== typed;
  }, text);
}

/**
 * Opens the quick input with a key, types a text, and selects the entry with exactly that label. The quick input closes if
 * another view takes the focus, so it is opened again.
 */
async function selectEntry(page: Page, key: string, text: string, label: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type=text]');
  const entry = page.locator('.quick-input-list .monaco-list-row').filter({
    has: page.getByText(label, { exact: true }),
  });
  for (let opening = 1; ; opening++) {
    await page.keyboard.press(key);
    try {
      await input.fill(text, { timeout: quickInputLimitMs });
      await entry.first().click({ timeout: quickInputLimitMs });
      return;
    } catch (thrown) {
      if (opening === openings) throw thrown;
    }
  }
}
