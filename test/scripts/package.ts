/** `npm run package`: builds everything and creates the .vsix. Dependencies are bundled, not shipped as folders. */
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packageScript, runScript } from './processes.ts';
import { projectRoot, vsixPath } from './project.ts';

await runScript(join(projectRoot, 'esbuild.mjs'));
await runScript(
  packageScript('@vscode/vsce', 'vsce'),
  ...['package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'],
  ...['--out', vsixPath()],
);
const megabytes = (await stat(vsixPath())).size / 1e6;
console.log(`${relative(projectRoot, vsixPath())}: ${megabytes.toFixed(2)} MB`);
