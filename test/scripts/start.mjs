// The first step of every npm script: `node test/scripts/start.mjs <name> [arguments]`.
//
// It runs on a machine where nothing has been installed, under any Node from 20.19 on, with built-in modules alone:
// it installs the packages of package-lock.json, then runs the script with the Node version among them.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');

const scripts = {
  build: 'esbuild.mjs',
  test: 'test/scripts/test.ts',
  'test:full': ['test/scripts/test.ts', '--full'],
  'test:times': 'test/scripts/times.ts',
  demo: 'test/scripts/demo.ts',
  editor: 'test/scripts/editor.ts',
  bench: 'test/bench/run.ts',
  faults: 'test/scripts/faults.ts',
  soak: 'test/scripts/soak.ts',
  competition: 'test/scripts/competition.ts',
  package: 'test/scripts/package.ts',
  release: 'test/scripts/release.ts',
  'test:agents': 'test/scripts/agents.ts',
  'test:model': 'test/scripts/model.ts',
  trace: 'test/scripts/trace.ts',
  'trace:files': 'test/scripts/trace-files.ts',
};

const [name = '', ...scriptArguments] = process.argv.slice(2);
// `npm pack` would pack the sources of the extension.
if (name === 'prepack') stop('The package of the command line is dist/: npm run build && npm pack ./dist');
const script = scripts[name];
if (!script) stop(`Unknown script "${name}". Scripts: ${Object.keys(scripts).join(', ')}.`);
if (!isAtLeast(process.versions.node, 20, 19)) {
  stop(`The scripts of this project need Node 20.19 or later. This is Node ${process.versions.node}.`);
}

installMissingPackages();
const [file, ...fixedArguments] = [script].flat();
run(nodePath(), [join(root, file), ...fixedArguments, ...scriptArguments]);

function installMissingPackages() {
  if (isInstalled()) return;
  const lock = join(root, '.vscode-test', 'npm-ci.lock');
  mkdirSync(dirname(lock), { recursive: true });
  waitForLock(lock);
  try {
    if (isInstalled()) return;
    console.error('Installing the packages of package-lock.json …');
    npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
    // If install scripts are forbidden, the package `node` has no executable yet.
    if (!existsSync(nodePath())) {
      const placed = spawnSync(process.execPath, ['installArchSpecificPackage'], {
        cwd: join(modules, 'node'),
        stdio: ['ignore', 2, 2],
      });
      if (placed.status !== 0) stop('Failed to install Node from the npm package "node"; its output is above.');
    }
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Whether node_modules contains every package of package-lock.json in its version, according to npm's own lock file there. */
function isInstalled() {
  if (!existsSync(nodePath())) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(modules, '.package-lock.json'));
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || present[path]?.version === entry.version,
  );
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Acquires the lock. Waits while its owner is running. */
function waitForLock(lock) {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function npm(...npmArguments) {
  const cli = process.env.npm_execpath;
  const throughNode = cli?.endsWith('npm-cli.js');
  const command = throughNode ? process.execPath : 'npm';
  const all = throughNode ? [cli, ...npmArguments] : npmArguments;
  const windowsShell = process.platform === 'win32' && !throughNode;
  // Standard output is reserved for the script that runs next.
  const done = spawnSync(command, all, { cwd: root, stdio: ['ignore', 2, 2], shell: windowsShell });
  if (done.status !== 0) stop(`Failed to install the packages: npm ${npmArguments[0]} ended with ${done.status}.`);
}

function nodePath() {
  return join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function run(command, commandArguments) {
  const path = [dirname(nodePath()), join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
  const child = spawn(command, commandArguments, { stdio: 'inherit', env: { ...process.env, PATH: path } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal interrupts the child too. A second interrupt would stop its cleanup.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  child.on('error', (error) => stop(`Failed to start ${command}: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
    if (name === 'build' && code === 0)
      console.error('Built dist/. To install the command "holdfast": npm install --global .');
  });
}

function isAtLeast(version, major, minor) {
  const [actualMajor, actualMinor] = version.split('.').map(Number);
  return actualMajor > major || (actualMajor === major && actualMinor >= minor);
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
