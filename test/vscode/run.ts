/**
 * Runs test/vscode/suite inside a VS Code in which the packaged extension is installed, on a copy of the sample:
 *   node test/vscode/run.ts lowest|newest [--electron]
 * With --electron it is the desktop VS Code that @vscode/test-electron downloads, else the one from the npm registry.
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, vsixPath } from '../workshop/project.ts';
import { copySample } from '../workshop/sample.ts';
import { bundleSuite, helperFolder, suiteModule } from './bundle.ts';
import { runElectronTests } from './runtime/electron.ts';
import { runExtensionTests } from './runtime/extension-tests.ts';
import { runtimeVersions, type RuntimeName } from './runtime/versions.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { electron: { type: 'boolean' } } });
const version = positionals[0];
if (!isRuntimeName(version)) throw new Error(`Name one of: ${Object.keys(runtimeVersions).join(', ')}`);

const reports = join(cacheFolder, 'reports');
await mkdir(reports, { recursive: true });
process.env.HOLDFAST_TEST_REPORT ??= join(reports, `vscode-${version}.json`);

await bundleSuite();
await using sample = await copySample();
await using hostLog = createWriteStream(join(reports, `vscode-${version}-host.log`));

const log = (line: string): void => {
  // The window's own console is long and mostly about a closed network; what the suite says is marked.
  hostLog.write(`${line}\n`);
  const own = /^\[suite\](.*)/s.exec(line)?.[1];
  if (own !== undefined) console.log(own);
};
const options = {
  version,
  vsix: vsixPath(),
  workspace: sample.folder,
  helperExtension: helperFolder,
  testsModule: suiteModule,
  log,
  say: (line: string) => console.log(line),
};
process.exitCode = await (values.electron ? runElectronTests(options) : runExtensionTests(options));

function isRuntimeName(name: string | undefined): name is RuntimeName {
  return name !== undefined && Object.hasOwn(runtimeVersions, name);
}
