import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumArguments, findChromium } from './chromium.ts';
import { installExtension } from './extensions.ts';
import { installVscode } from './installation.ts';
import { startServer, type VscodeServer } from './server.ts';
import { writeSettings, type Settings } from './settings.ts';
import type { RuntimeName } from './versions.ts';

export interface SessionOptions {
  readonly version: RuntimeName;
  /** The packaged extension to install. */
  readonly vsix: string;
  /** False opens the window in restricted mode. Default true. */
  readonly trust?: boolean;
  readonly settings?: Settings;
  /** Added to the environment of the extension host. */
  readonly env?: NodeJS.ProcessEnv;
  /** See ServerOptions. Default true. */
  readonly testDriver?: boolean;
  /** Hears what is installed on the way. */
  readonly say?: (line: string) => void;
}

/** A VS Code server with the extension installed and a browser page that shows nothing yet. */
export interface Session extends AsyncDisposable {
  readonly server: VscodeServer;
  readonly page: Page;
}

export const windowSize = { width: 1440, height: 900 } as const;

/** Starts server and browser; both end, and their files go, when the session is disposed. */
export async function startSession(options: SessionOptions): Promise<Session> {
  const executablePath = await findChromium(options.say ?? (() => undefined));
  await using cleanup = new AsyncDisposableStack();
  const server = cleanup.use(await startHost(options));
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments()] });
  cleanup.defer(() => browser.close());
  const page = await browser.newPage({ viewport: windowSize });
  const owned = cleanup.move();
  return { server, page, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Starts the server alone, the extension installed; a browser of the caller's own can open a window on it. */
export async function startHost(options: SessionOptions): Promise<VscodeServer> {
  const installation = await installVscode(options.version, options.say ?? (() => undefined));
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-editor-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const dataFolder = join(folder, 'data');
  const extensionsFolder = join(folder, 'extensions');
  await mkdir(extensionsFolder, { recursive: true });
  await writeSettings(dataFolder, options.trust ?? true, options.settings ?? {});
  await installExtension(installation, options.vsix, extensionsFolder);
  const testDriver = options.testDriver ?? true;
  const server = cleanup.use(
    await startServer({ installation, dataFolder, extensionsFolder, env: options.env, testDriver }),
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

/** What a window's address says so that it loads an extension from its folder, and runs a test module in its host. */
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
