/**
 * Starts Holdfast for the hooks of this plugin: the program of the VS Code extension that contains the plugin, else the
 * program "holdfast" on the PATH. A missing program holds no agent back.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

const args = process.argv.slice(2);
const ofExtension = new URL('../dist/cli.js', import.meta.url);

if (existsSync(ofExtension)) {
  // VS Code reads the hooks of the workspace as well. With both, each turn would be judged twice.
  if (!existsSync('.github/hooks/holdfast.json')) await import(ofExtension.href);
} else {
  startInstalled();
}

function startInstalled() {
  // On Windows, the program is a command file, which only a shell starts.
  const child = spawn('holdfast', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  child.on('error', ({ message }) => {
    process.stderr.write(
      `Failed to start holdfast: ${message}\nInstall it with "npm install --global holdfast", or remove the plugin.\n`,
    );
    // To an agent, exit code 2 of a hook means that it must not continue.
    process.exitCode = 0;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 0;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}
