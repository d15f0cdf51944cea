/**
 * `npm run test:agents`: runs coding agents of others against the hooks, with a scripted model on loopback. Installs them
 * into a cache on first use (about 1.5 GB from the npm registry), and builds the command line.
 *   npm run test:agents -- --install              only installs them
 *   npm run test:agents -- --only codex,gemini    the tests whose titles contain one of these names
 */
import { execa } from 'execa';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clientsFolder, installClient } from '../agent-clients/install/install-client.ts';
import { PINNED_CLIENT_IDS, PINNED_CLIENTS } from '../agent-clients/install/pinned-clients.ts';
import { packageScript, runScript } from './processes.ts';
import { projectRoot } from './project.ts';

const { values } = parseArgs({ options: { install: { type: 'boolean', default: false }, only: { type: 'string' } } });

for (const id of PINNED_CLIENT_IDS) {
  await installClient(id);
  console.error(`${PINNED_CLIENTS[id].spec} is in ${clientsFolder()}`);
}

if (!values.install) {
  await runScript(join(projectRoot, 'esbuild.mjs'));
  const names = values.only?.split(',').map((name) => name.trim());
  const { exitCode } = await execa(
    process.execPath,
    [
      packageScript('mocha', 'bin', 'mocha.js'),
      'test/agent-clients/**/*.test.ts',
      ...(names === undefined ? [] : ['--grep', names.join('|')]),
    ],
    { cwd: projectRoot, stdio: 'inherit', reject: false, killDescendants: true },
  );
  process.exitCode = exitCode ?? 1;
}
