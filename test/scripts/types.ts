/** The type checker on each project: engine and command line, editor, panels, tests. Each has its own globals. */
import { join } from 'node:path';
import { execa } from 'execa';
import { packageScript } from './processes.ts';
import { projectRoot } from './project.ts';

const projects = ['.', 'src/extension', 'src/webview', 'src/code/lexer/assembly', 'test'];

for (const project of projects) {
  const { exitCode } = await execa(
    process.execPath,
    [packageScript('typescript', 'bin', 'tsc'), '-p', join(projectRoot, project)],
    { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'], reject: false },
  );
  if (exitCode !== 0) process.exitCode = 1;
}
