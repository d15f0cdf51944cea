import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import {
  downloadAndUnzipVSCode,
  resolveCliArgsFromVSCodeExecutablePath,
  runTests,
  TestRunFailedError,
} from '@vscode/test-electron';
import { execa } from 'execa';
import { cacheFolder } from '../../scripts/project.ts';
import type { ExtensionTestsOptions } from './extension-tests.ts';
import { settingsFor } from './settings.ts';
import { runtimeVersions } from './versions.ts';

/**
 * Runs the suite in the desktop VS Code of that version and returns the exit code. Requires access to the update server
 * and a display (on Linux without one: `xvfb-run`).
 */
export async function runElectronTests(options: ExtensionTestsOptions): Promise<number> {
  const version = runtimeVersions[options.version].vscode;
  const executable = await downloadAndUnzipVSCode({ version, cachePath: join(cacheFolder, 'desktop') });
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-desktop-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const userData = join(folder, 'data');
  const folderArguments = ['--user-data-dir', userData, '--extensions-dir', join(folder, 'extensions')];
  await mkdir(join(userData, 'User'), { recursive: true });
  const settings = settingsFor(options.trust ?? true, options.settings ?? {});
  await writeFile(join(userData, 'User', 'settings.json'), JSON.stringify(settings, null, 2));

  const [cli = executable] = resolveCliArgsFromVSCodeExecutablePath(executable);
  await execa(cli, [...folderArguments, '--install-extension', options.vsix], { stdin: 'ignore', all: true });

  const output = new PassThrough();
  createInterface({ input: output }).on('line', options.log);
  try {
    return await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: options.helperExtension,
      extensionTestsPath: options.testsModule,
      extensionTestsEnv: { ...options.env, HOLDFAST_TEST_REPORT: process.env.HOLDFAST_TEST_REPORT },
      launchArgs: [options.workspace, ...folderArguments],
      stdout: output,
      stderr: output,
    });
  } catch (thrown) {
    if (thrown instanceof TestRunFailedError && thrown.code !== undefined) return thrown.code;
    throw thrown;
  }
}
