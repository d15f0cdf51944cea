import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumArguments, findChromium } from './chromium.ts';
import { installExtension, replaceActivationEvents } from './extensions.ts';
import { installVscode } from './installation.ts';
import { installLanguagePack } from './language-pack.ts';
import { startServer, type VscodeServer } from './server.ts';
import { writeSettings, type Settings } from './settings.ts';
import type { RuntimeName } from './versions.ts';

export interface SessionOptions {
  readonly version: RuntimeName;
  /** The packaged extension to install. */
  readonly vsix: string;
  /** Replaces the `activationEvents` of the installed extension. With none, only a call of `activate()` activates it. */
  readonly activationEvents?: readonly string[] | undefined;
  /** Whether the workspace is trusted. Default `true`. */
  readonly trust?: boolean;
  readonly settings?: Settings;
  /** Added to the environment of the extension host. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** See ServerOptions. Default `true`. */
  readonly testDriver?: boolean;
  /** The display language of the window, for example `de`. Default: English. */
  readonly language?: string | undefined;
  /** Receives messages about installations. */
  readonly onProgress?: (line: string) => void;
}

/** A VS Code server with the extension installed, and an empty browser page. */
export interface Session extends AsyncDisposable {
  readonly server: VscodeServer;
  readonly page: Page;
}

export const windowSize = { width: 1440, height: 900 } as const;

/** Starts server and browser. Disposing the session stops both and deletes their files. */
export async function startSession(options: SessionOptions): Promise<Session> {
  const executablePath = await findChromium(options.onProgress ?? (() => undefined));
  await using cleanup = new AsyncDisposableStack();
  const server = cleanup.use(await startHost(options));
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments()] });
  cleanup.defer(() => browser.close());
  const page = await browser.newPage({ viewport: windowSize, reducedMotion: 'reduce' });
  await page.addInitScript(stopSpinners);
  const owned = cleanup.move();
  return { server, page, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * Stops the animations of VS Code that do not follow `reducedMotion`. Without a graphics card, drawing spinning icons takes more
 * processor time than everything else that a window does during a run.
 */
function stopSpinners(): void {
  const style = new CSSStyleSheet();
  style.replaceSync(
    '.codicon-modifier-spin, .codicon-modifier-spin::before, .progress-bit { animation: none !important; }',
  );
  document.adoptedStyleSheets.push(style);
}

/** Starts only the server, with the extension installed. The caller opens a window in a browser. */
export async function startHost(options: SessionOptions): Promise<VscodeServer> {
  const installation = await installVscode(options.version, options.onProgress ?? (() => undefined));
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-editor-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const dataFolder = join(folder, 'data');
  const extensionsFolder = join(folder, 'extensions');
  await mkdir(extensionsFolder, { recursive: true });
  await writeSettings(dataFolder, options.trust ?? true, options.settings ?? {});
  await installExtension(installation, options.vsix, extensionsFolder);
  const { activationEvents, env, language, testDriver = true } = options;
  if (activationEvents !== undefined) await replaceActivationEvents(extensionsFolder, activationEvents);
  if (language !== undefined) await installLanguagePack(dataFolder, extensionsFolder, language);
  const server = cleanup.use(
    await startServer({ installation, dataFolder, extensionsFolder, env, testDriver, language }),
  );
  const owned = cleanup.move();
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The address of a window on a folder or a `.code-workspace` file. */
export function windowAddress(server: VscodeServer, workspace: string, payload: readonly string[][] = []): string {
  const kind = workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
  const query = new URLSearchParams({
    [kind]: workspace,
    payload: JSON.stringify([['skipWelcome', 'true'], ...payload]),
  });
  return `http://localhost:${server.port}/?${query.toString()}`;
}

/**
 * The payload of a window's address that loads an extension from its folder and runs a test module in the extension
 * host.
 */
export function extensionPayload(
  server: VscodeServer,
  extension: string | undefined,
  testsModule?: string,
): readonly string[][] {
  const remote = (path: string) => `vscode-remote://localhost:${server.port}${path.startsWith('/') ? '' : '/'}${path}`;
  return [
    ...(extension === undefined ? [] : [['extensionDevelopmentPath', remote(extension)]]),
    ...(testsModule === undefined ? [] : [['extensionTestsPath', remote(testsModule)]]),
  ];
}
