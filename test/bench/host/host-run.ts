import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleForHost, helperFolder } from '../../vscode/bundle.ts';
import { runExtensionTests, type ExtensionTestsOptions } from '../../vscode/runtime/extension-tests.ts';
import { cacheFolder, projectRoot, vsixPath } from '../../scripts/project.ts';

/**
 * Runs a module of test/bench/host inside the newest VS Code on a folder. Resolves to the JSON that the module wrote to the
 * file in HOLDFAST_BENCH_REPORT.
 */
export async function measureInHost(
  name: string,
  workspace: string,
  options: Pick<ExtensionTestsOptions, 'settings' | 'activationEvents'> = {},
): Promise<unknown> {
  const built = join(cacheFolder, 'bench', `${name}.cjs`);
  await bundleForHost(join(projectRoot, 'test', 'bench', 'host', `${name}.ts`), built);
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  const lines: string[] = [];
  try {
    const report = join(folder, 'report.json');
    const code = await runExtensionTests({
      ...options,
      version: 'newest',
      vsix: vsixPath(),
      workspace,
      helperExtension: helperFolder,
      testsModule: built,
      env: { HOLDFAST_BENCH_REPORT: report },
      log: (line) => lines.push(line),
    });
    if (code !== 0) throw new Error(`The measurement in VS Code failed:\n${lines.slice(-20).join('\n')}`);
    return JSON.parse(await readFile(report, 'utf8')) as unknown;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
