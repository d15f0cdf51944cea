import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { chromium } from 'playwright-core';
import { installDebianPackages } from '../../scripts/debian-package.ts';
import { withLock } from '../../scripts/lock.ts';
import { npm, packageScript } from '../../scripts/processes.ts';
import { cacheFolder } from '../../scripts/project.ts';
import { slowness } from '../../scripts/machine-speed.ts';

type ReportProgress = (line: string) => void;

/** Returns the path of a Chromium, or `undefined` if this source has none for this machine. */
type Source = (report: ReportProgress) => Promise<string | undefined>;

const sources: readonly Source[] = [findInstalled, installDebianPackage, downloadFromPlaywright, installNpmPackage];

let found: Promise<string> | undefined;

/**
 * Returns the path of a working Chromium: an installed browser, or one that is installed now. Throws if there is none.
 * Each process searches once. The check starts the browser, so it happens once for each program and is remembered.
 */
export async function findChromium(report: ReportProgress): Promise<string> {
  found ??= searchChromium(report);
  return found;
}

async function searchChromium(report: ReportProgress): Promise<string> {
  return withLock(join(cacheFolder, 'chromium.lock'), async () => {
    for (const source of sources) {
      const path = await source(report);
      if (path !== undefined && ((await hasStarted(path)) || (await canStart(path)))) return path;
    }
    throw new Error(
      'Failed to find a Chromium for the editor tests. Install Chrome, Chromium or Edge, or set CHROME_PATH.',
    );
  });
}

/**
 * The arguments for Chromium. The sandbox requires a non-root user, and background requests would wait on a closed
 * network.
 */
export function chromiumArguments(): readonly string[] {
  const rootArguments = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [
    ...rootArguments,
    '--disable-gpu',
    '--disable-quic',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
}

/** Names the program whose start succeeded, with the time of its last change. */
const startedFile = join(cacheFolder, 'started-chromium');

async function describeProgram(path: string): Promise<string> {
  return `${path} ${(await stat(path)).mtimeMs}`;
}

async function hasStarted(path: string): Promise<boolean> {
  const started = await readFile(startedFile, 'utf8').catch(() => '');
  return started === (await describeProgram(path));
}

async function canStart(path: string): Promise<boolean> {
  const browser = await chromium
    .launch({ executablePath: path, args: [...chromiumArguments()], timeout: 60_000 * slowness() })
    .catch(() => undefined);
  if (browser === undefined) return false;
  await browser.close();
  await writeFile(startedFile, await describeProgram(path));
  return true;
}

function findInstalled(): Promise<string | undefined> {
  const names = [
    ...['google-chrome-stable', 'google-chrome', 'chrome', 'chromium', 'chromium-browser'],
    ...['microsoft-edge-stable', 'microsoft-edge', 'msedge'],
  ].flatMap((name) => (process.platform === 'win32' ? [`${name}.exe`] : [name]));
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const windowsRoots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
  const candidates = [
    ...(process.env.CHROME_PATH ? [process.env.CHROME_PATH] : []),
    ...onPath,
    ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`),
    ...windowsRoots.map((root) => join(root, 'Google', 'Chrome', 'Application', 'chrome.exe')),
    ...windowsRoots.map((root) => join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe')),
  ];
  return Promise.resolve(candidates.find((path) => existsSync(path)));
}

async function installDebianPackage(report: ReportProgress): Promise<string | undefined> {
  await installDebianPackages(['chromium', 'fonts-dejavu-core'], report);
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
}

async function downloadFromPlaywright(report: ReportProgress): Promise<string | undefined> {
  const path = chromium.executablePath();
  if (existsSync(path)) return path;
  report("Downloading Playwright's Chromium (once) …");
  const cli = packageScript('playwright-core', 'cli.js');
  await execa(process.execPath, [cli, 'install', 'chromium'], {
    stdin: 'ignore',
    all: true,
    reject: false,
    timeout: 300_000,
    killDescendants: true,
  });
  return existsSync(path) ? path : undefined;
}

const npmChromium = '@sparticuz/chromium';
const npmChromiumVersion = '153.0.0';

/** Installs a headless Chromium from npm. This is the last source, for Linux x64 only. */
async function installNpmPackage(report: ReportProgress): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(cacheFolder, 'chromium-from-npm');
  try {
    if (!existsSync(join(folder, 'node_modules', npmChromium))) {
      report(`Installing the npm package ${npmChromium} (once) …`);
      await npm(cacheFolder, 'install', '--prefix', folder, '--ignore-scripts', `${npmChromium}@${npmChromiumVersion}`);
    }
    const entry = createRequire(join(folder, 'package.json')).resolve(npmChromium);
    const loaded = (await import(pathToFileURL(entry).href)) as {
      readonly default: { executablePath(): Promise<string> };
    };
    return await loaded.default.executablePath();
  } catch (thrown) {
    report(String(thrown));
    return undefined;
  }
}
