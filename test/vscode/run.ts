/**
 * Runs test/vscode/suite inside a VS Code in which the packaged extension is installed, on a copy of the sample:
 *   node test/vscode/run.ts lowest|newest [--electron] [--file agents]…
 * With --electron, the desktop VS Code that @vscode/test-electron downloads is used, otherwise VS Code from the npm
 * registry. --file selects test files by their names.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, vsixPath } from '../scripts/project.ts';
import { copySample } from '../scripts/sample.ts';
import { bundleSuite, helperFolder } from './bundle.ts';
import { runElectronTests } from './runtime/electron.ts';
import { runExtensionTests } from './runtime/extension-tests.ts';
import { runtimeVersions, type RuntimeName } from './runtime/versions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { electron: { type: 'boolean' }, file: { type: 'string', multiple: true } },
});
const version = positionals[0];
if (!isRuntimeName(version))
  throw new Error(
    `Usage: node test/vscode/run.ts <version> [--electron] [--file <name>]. Versions: ${Object.keys(runtimeVersions).join(', ')}`,
  );

const reports = join(cacheFolder, 'reports');
await mkdir(reports, { recursive: true });
process.env.HOLDFAST_TEST_REPORT ??= join(reports, `vscode-${version}.jsonl`);

await rm(process.env.HOLDFAST_TEST_REPORT, { force: true });
const testsModule = await bundleSuite(values.file);
await using sample = await copySample();
await using hostLog = createWriteStream(join(reports, `vscode-${version}-host.log`));

const log = (line: string): void => {
  // Only lines with the marker of the suite are printed. The other lines mostly report failed network
  // requests.
  hostLog.write(`${line}\n`);
  const suiteLine = /^\[suite\](.*)/s.exec(line)?.[1];
  if (suiteLine !== undefined) console.log(suiteLine);
};
const options = {
  version,
  vsix: vsixPath(),
  workspace: sample.folder,
  helperExtension: helperFolder,
  testsModule,
  log,
  onProgress: (line: string) => console.log(line),
};
process.exitCode = await (values.electron ? runElectronTests(options) : runExtensionTests(options));

function isRuntimeName(name: string | undefined): name is RuntimeName {
  return name !== undefined && Object.hasOwn(runtimeVersions, name);
}
