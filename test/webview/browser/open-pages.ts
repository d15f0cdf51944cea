import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { createWebviewHtml, type PageName } from '../../../src/extension/webviews/webview-html.ts';
import { distFolder } from '../../scripts/project.ts';
import { chromiumArguments, findChromium } from '../../vscode/runtime/chromium.ts';
import type { WebviewTheme } from './themes.ts';

const ORIGIN = 'http://webview.test';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  ttf: 'font/ttf',
};

/** A built page of src/webview in a browser, with the HTML and the content security policy of the extension. */
export interface OpenPage {
  readonly page: Page;
  /** What the page sent to the extension, without its requests for the state. */
  readonly sent: () => Promise<readonly unknown[]>;
  /** Sends messages of the extension to the page and waits until it has rendered them. */
  readonly receive: (...messages: readonly unknown[]) => Promise<void>;
  /** Sets the variables of a theme as VS Code does. */
  readonly setTheme: (theme: WebviewTheme) => Promise<void>;
  /** Errors of scripts, and what the content security policy blocked. */
  readonly errors: readonly string[];
}

/** One browser for all pages. Disposing it closes them. */
export interface PageBrowser extends AsyncDisposable {
  open(name: PageName, size: { readonly width: number; readonly height: number }): Promise<OpenPage>;
}

/** Starts a browser for the built pages in dist/webview. */
export async function startPageBrowser(): Promise<PageBrowser> {
  const executablePath = await findChromium(() => undefined);
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments()] });
  return {
    open: async (name, size) => {
      const context = await browser.newContext({ viewport: size });
      return openPage(await context.newPage(), name);
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function openPage(page: Page, name: PageName): Promise<OpenPage> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const html = createWebviewHtml({
    title: name,
    language: 'en',
    translations: {},
    element: `holdfast-${name}`,
    nonce: 'test',
    cspSource: ORIGIN,
    scriptUri: `${ORIGIN}/${name}.js`,
    styleUri: `${ORIGIN}/${name}.css`,
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    if (file === '') return route.fulfill({ contentType: 'text/html', body: html });
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
        postMessage: (message: unknown) => sent.push(message),
        getState: () => state,
        setState: (memory: unknown) => (state = memory),
      }),
    });
  });
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
    setTheme: ({ bodyClass, variables }) =>
      page.evaluate(
        ([className, list]) => {
          document.body.className = className;
          const { style } = document.documentElement;
          style.cssText = '';
          style.setProperty('--vscode-font-family', 'system-ui, sans-serif');
          style.setProperty('--vscode-font-size', '13px');
          style.setProperty('--vscode-editor-font-family', 'monospace');
          for (const [variable, value] of list) style.setProperty(variable, value);
        },
        [bodyClass, Object.entries(variables)] as const,
      ),
  };
}
