/**
 * `npm run package`: builds everything and creates the .vsix. Dependencies are bundled, not shipped as folders. The links and
 * pictures of the README become addresses of the repository, because the marketplace and the extension view of the editor
 * show no relative ones. `-- --pre-release` marks the package as a pre-release.
 */
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { packageScript, runScript } from './processes.ts';
import { projectRoot, vsixPath } from './project.ts';

const { values } = parseArgs({ options: { 'pre-release': { type: 'boolean' } } });

await runScript(join(projectRoot, 'esbuild.mjs'));
await runScript(
  packageScript('@vscode/vsce', 'vsce'),
  ...['package', '--no-dependencies', ...(values['pre-release'] ? ['--pre-release'] : [])],
  ...['--out', vsixPath()],
);
const megabytes = (await stat(vsixPath())).size / 1e6;
console.log(`${relative(projectRoot, vsixPath())}: ${megabytes.toFixed(2)} MB`);
