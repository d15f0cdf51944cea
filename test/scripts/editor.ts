/**
 * `npm run editor`: VS Code on a copy of the sample, with the packaged extension. Uses the desktop `code` if it is
 * installed, else the browser-hosted VS Code, and prints its address.
 *   npm run editor -- --browser         always uses the browser-hosted VS Code
 *   npm run editor -- --folder PATH     opens this folder instead of the sample
 */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { startHost, windowAddress } from '../vscode/runtime/session.ts';
import { settingsFor } from '../vscode/runtime/settings.ts';
import { runScript } from './processes.ts';
import { projectRoot, vsixPath } from './project.ts';
import { copySample } from './sample.ts';

const { values } = parseArgs({ options: { browser: { type: 'boolean' }, folder: { type: 'string' } } });
const say = (line: string): void => console.log(line);

await runScript(join(projectRoot, 'test', 'scripts', 'package.ts'));
await using stack = new AsyncDisposableStack();
const folder = values.folder ? resolve(values.folder) : stack.use(await copySample()).folder;

if (!values.browser && (await hasDesktop())) await openDesktop();
else await openBrowserHosted();

async function hasDesktop(): Promise<boolean> {
  const shown = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  return shown && !(await execa('code', ['--version'], { reject: false, stdin: 'ignore' })).failed;
}

/** Uses a separate profile, so that the user's settings and extensions do not change. */
async function openDesktop(): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-desktop-'));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const profileOptions = ['--user-data-dir', join(profile, 'data'), '--extensions-dir', join(profile, 'extensions')];
  await mkdir(join(profile, 'data', 'User'), { recursive: true });
  await writeFile(join(profile, 'data', 'User', 'settings.json'), JSON.stringify(settingsFor(true, {}), null, 2));
  await execa('code', [...profileOptions, '--install-extension', vsixPath()], {
    stdin: 'ignore',
    stdout: 2,
    stderr: 2,
  });
  say(`Opening ${folder} in VS Code. Close its window to end this command.`);
  await execa('code', [...profileOptions, '--new-window', '--wait', folder], { stdin: 'ignore', stdout: 2, stderr: 2 });
}

async function openBrowserHosted(): Promise<void> {
  const server = stack.use(await startHost({ version: 'newest', vsix: vsixPath(), onProgress: say }));
  say(`\nVS Code is running at\n\n  ${windowAddress(server, folder)}\n\nIt shows ${folder}. Press Ctrl+C to end it.`);
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name)));
}
