/** `npm run package`: builds everything and packs the .vsix that a user installs. No dependency is shipped as a folder. */
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { execa } from 'execa';
import { packageScript } from './processes.ts';
import { projectRoot, vsixPath } from './project.ts';

const options = {
  cwd: projectRoot,
  stdin: 'ignore',
  stdout: 'inherit',
  stderr: 'inherit',
  killDescendants: true,
} as const;

await execa(process.execPath, [join(projectRoot, 'esbuild.mjs')], options);
const vsce = packageScript('@vscode/vsce', 'vsce');
await execa(process.execPath, [vsce, 'package', '--no-dependencies', '--out', vsixPath()], options);
const megabytes = (await stat(vsixPath())).size / 1e6;
console.log(`${relative(projectRoot, vsixPath())}: ${megabytes.toFixed(2)} MB`);
