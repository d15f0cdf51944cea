/** A scenario that a test kills: its files, and what it must not leave. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, sep } from 'node:path';
import type { ProcessResult } from '../../cli/support/holdfast.ts';

/** A parameter of all processes of the scenario. */
export const MARK = 'process-of-a-killed-scenario';

/**
 * Two twins, a service, and a command that never ends. The twins and the service ignore requests to end.
 * @param covers the interface that the scenario covers
 */
export function createEndlessScenario(covers: string): Readonly<Record<string, string>> {
  const server = `
    import { createServer } from 'node:http';
    process.on('SIGTERM', () => {});
    createServer((request, response) => response.end('ok')).listen(Number(process.argv[2]), '127.0.0.1');
  `;
  return {
    '.holdfast/scenarios/twins.yaml': `twins:
  - { id: bank, command: 'node server.mjs \${port} ${MARK}', files: [server.mjs], ready: { http: / } }
  - { id: mail, command: 'node server.mjs \${port} ${MARK}', files: [server.mjs] }
`,
    '.holdfast/scenarios/server.mjs': server,
    '.holdfast/scenarios/endless.scenario.yaml': `id: endless
title: It never ends
covers: [${covers}]
twins: [bank, mail]
steps:
  - { id: api, command: 'node server.mjs \${port:api} ${MARK}', background: true, port: auto }
  - { id: run, command: 'node main.mjs \${port:bank} \${port:mail} \${port:api} \${files} ${MARK}' }
acceptance:
  - { message: m, check: { type: pattern_match, target: run, pattern: ok } }
`,
    'server.mjs': server,
    // It starts a child in another session, and writes the ports where the test reads them.
    'main.mjs': `
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${MARK}'], { detached: true, stdio: 'ignore' }).unref();
      writeFileSync('ports.json', JSON.stringify(process.argv.slice(2, 5)));
      setInterval(() => {}, 1000);
    `,
  };
}

/** The files below a folder with a name. */
function findFiles(folder: string, name: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.split(sep).at(-1) === name)
    .map((file) => join(folder, file));
}

/** Trees and temporary folders of attempts and trajectories, and records of processes. */
export function leftovers(storage: string): readonly string[] {
  return readdirSync(storage, { recursive: true, encoding: 'utf8' }).filter((entry) => {
    const parts = entry.split(sep);
    return parts.at(-2) === 'attempts' || (parts[0] === 'processes' && parts.length === 2 && !entry.endsWith('.lock'));
  });
}

export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Waits until the command of the scenario has written its ports. Rejects if Holdfast ends before. */
export async function readPorts(storage: string, finished: Promise<ProcessResult>): Promise<readonly number[]> {
  let ended: string | undefined;
  void finished.then(({ stdout, stderr }) => (ended = stdout + stderr));
  for (;;) {
    if (ended !== undefined) throw new Error(`The scenario ended early: ${ended}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    try {
      const [file] = findFiles(storage, 'ports.json');
      if (file !== undefined) return (JSON.parse(readFileSync(file, 'utf8')) as string[]).map(Number);
    } catch {
      // The storage folder does not exist yet, or the file is not complete.
    }
  }
}
