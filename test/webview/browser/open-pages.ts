import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { createWebviewHtml, type PageName } from '../../../src/extension/webviews/webview-html.ts';
import { distFolder } from '../../scripts/project.ts';
import { chromiumArguments, findChromium } from '../../vscode/runtime/chromium.ts';
import { readThemes, type ThemeId } from './themes.ts';

const ORIGIN = 'http://webview.test';

/** The fonts that VS Code sets in every theme. They depend on the machine. */
const FONTS = {
  '--vscode-font-family': 'system-ui, sans-serif',
  '--vscode-font-size': '13px',
  '--vscode-editor-font-family': 'monospace',
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  ttf: 'font/ttf',
};

/** The class of the body and the style of the root element, by theme. */
const themeStyles = new Map(
  [...readThemes()].map(([id, { bodyClass, variables }]) => {
    const all = { ...FONTS, ...variables };
    const style = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return [id, [bodyClass, style.join('; ')] as const];
  }),
);

/** A built page of src/webview in a browser, with the HTML and the content security policy of the extension. */
export interface OpenPage {
  readonly page: Page;
  /** What the page sent to the extension, without its requests for the state. */
  readonly sent: () => Promise<readonly unknown[]>;
  /** Sends messages of the extension to the page and waits until it has rendered them. */
  readonly receive: (...messages: readonly unknown[]) => Promise<void>;
  /** Sets the variables of a theme as VS Code does. */
  readonly setTheme: (id: ThemeId) => Promise<void>;
  /** Errors of scripts, and what the content security policy blocked. */
  readonly errors: readonly string[];
}

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** One browser for all pages. Disposing it closes them. */
export interface PageBrowser extends AsyncDisposable {
  /**
   * Loads a page in the tab of the tests. It starts without state, focus and pointer. The page that was loaded before is
   * gone: a new tab takes five times as much processor time as a load.
   */
  load(name: PageName, size: PageSize): Promise<OpenPage>;
  /** Opens a page in a tab with its own storage and cache. */
  open(name: PageName, size: PageSize): Promise<OpenPage>;
}

/**
 * Starts a browser for the built pages in dist/webview.
 * @param furtherArguments for Chromium
 */
export async function startPageBrowser(furtherArguments: readonly string[] = []): Promise<PageBrowser> {
  const executablePath = await findChromium(() => undefined);
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments(), ...furtherArguments] });
  const openTab = async (name: PageName, viewport: PageSize): Promise<Tab> =>
    prepareTab(await browser.newPage({ viewport }), name);
  let shared: Tab | undefined;
  return {
    load: async (name, size) => {
      shared ??= await openTab(name, size);
      shared.name = name;
      await shared.page.mouse.move(-1, -1);
      await shared.page.setViewportSize(size);
      return loadPage(shared);
    },
    open: async (name, size) => loadPage(await openTab(name, size)),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** A tab that answers the requests of the page that is loaded in it. */
interface Tab {
  readonly page: Page;
  name: PageName;
  /** The errors since the last load. */
  errors: string[];
}

async function prepareTab(page: Page, name: PageName): Promise<Tab> {
  const tab: Tab = { page, name, errors: [] };
  page.on('pageerror', (error) => tab.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') tab.errors.push(message.text());
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    if (file === '') return route.fulfill({ contentType: 'text/html', body: createHtml(tab.name) });
    if (file === 'favicon.ico') return route.fulfill({ status: 204 });
    const contentType = CONTENT_TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: await readFile(join(distFolder, 'webview', file)) });
  });
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    let state: unknown;
    Object.assign(globalThis, {
      sentMessages: sent,
      acquireVsCodeApi: () => ({
        postMessage: (message: { readonly type: string }) => {
          if (message.type === 'ping') window.postMessage({ type: 'pong' }, '*');
          else sent.push(message);
        },
        getState: () => state,
        setState: (memory: unknown) => (state = memory),
      }),
    });
  });
  return tab;
}

function createHtml(name: PageName): string {
  return createWebviewHtml({
    title: name,
    language: 'en',
    translations: {},
    element: `holdfast-${name}`,
    nonce: 'test',
    cspSource: ORIGIN,
    scriptUri: `${ORIGIN}/${name}.js`,
    styleUri: `${ORIGIN}/${name}.css`,
  });
}
async function loadPage(tab: Tab): Promise<OpenPage> {
  const { page } = tab;
  const errors: string[] = [];
  tab.errors = errors;
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => document.querySelector('body > :first-child')?.shadowRoot !== null);
  return {
    page,
    errors,
    sent: () =>
      page.evaluate(() =>
        (globalThis as unknown as { readonly sentMessages: { readonly type: string }[] }).sentMessages.filter(
          ({ type }) => type !== 'ready',
        ),
      ),
    receive: (...messages) =>
      page.evaluate(async (list) => {
        for (const message of list) window.postMessage(message, '*');
        // The page renders in a microtask after the message. Two frames later it is laid out and painted.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        await document.fonts.ready;
      }, messages),
    setTheme: (id) =>
      page.evaluate(
        ([className, style]) => {
          document.body.className = className;
          document.documentElement.style.cssText = style;
        },
        themeStyles.get(id) ?? ['', ''],
      ),
  };
}
