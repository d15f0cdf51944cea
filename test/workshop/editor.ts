/**
 * `npm run editor`: VS Code on a copy of the sample, with the extension installed from the packaged .vsix. The desktop
 * `code` where there is one, else the browser-hosted one, whose address is printed.
 *   npm run editor -- --browser         the browser-hosted one in any case
 *   npm run editor -- --folder PATH     on a folder of yours instead of the sample's copy
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

await runScript(join(projectRoot, 'test', 'workshop', 'package.ts'));
await using stack = new AsyncDisposableStack();
const folder = values.folder ? resolve(values.folder) : stack.use(await copySample()).folder;

if (!values.browser && (await hasDesktop())) await openDesktop();
else await openBrowserHosted();

async function hasDesktop(): Promise<boolean> {
  const shown = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  return shown && !(await execa('code', ['--version'], { reject: false, stdin: 'ignore' })).failed;
}

/** With a profile of its own, so that the person's settings and extensions stay as they are. */
async function openDesktop(): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-desktop-'));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const places = ['--user-data-dir', join(profile, 'data'), '--extensions-dir', join(profile, 'extensions')];
  await mkdir(join(profile, 'data', 'User'), { recursive: true });
  await writeFile(join(profile, 'data', 'User', 'settings.json'), JSON.stringify(settingsFor(true, {}), null, 2));
  await execa('code', [...places, '--install-extension', vsixPath()], { stdin: 'ignore', stdout: 2, stderr: 2 });
  say(`VS Code opens on ${folder}; this ends when its window is closed.`);
  await execa('code', [...places, '--new-window', '--wait', folder], { stdin: 'ignore', stdout: 2, stderr: 2 });
}

async function openBrowserHosted(): Promise<void> {
  const server = stack.use(await startHost({ version: 'newest', vsix: vsixPath(), say }));
  say(`\nVS Code is at\n\n  ${windowAddress(server, folder)}\n\nIt shows ${folder}. Ctrl+C ends it.`);
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name)));
}
