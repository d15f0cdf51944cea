import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { execa } from 'execa';
import { findOnPath } from '../../../src/workspace/environment/find-program.ts';
import { distFolder, projectRoot } from '../project.ts';
import { copySample, type SampleCopy } from '../sample.ts';
import { listFiles } from './file-classes.ts';
import { parseTrace, STRACE_OPTIONS, type OpenedPath } from './parse-trace.ts';

const CLI = join(distFolder, 'cli.js');

/** A step whose output a check examines, and a validator of the workspace. */
const CONTRACT = `version: 2
spec: { id: traced, title: A step and a validator }
steps: [{ id: print, command: node print.mjs }]
resources: [{ id: printed, type: data, metadata: { step: print } }]
chunks:
  - id: traced
    title: A step and a validator
    description: The output of a step is an object.
    allowedFiles: [src/traced.ts]
    assertions:
      - { type: assert, message: The step prints an object, check: { type: schema_match, target: printed, schema: { type: object } } }
      - { type: assert, message: The validator passes, check: { type: pattern_match, target: src/main.ts, pattern: import } }
`;
const VALIDATOR = `export default { type: 'traced', validate: () => ({ passed: true, message: '' }) };\n`;

/** The path of strace; undefined if it is not installed. */
export function findStrace(): Promise<string | undefined> {
  return findOnPath('strace', process.env['PATH'] ?? '');
}

/**
 * Runs the built command line in copies of two samples under strace, and lists what its own processes open, execute and
 * connect to.
 */
export async function traceSessions(strace: string, report: (line: string) => void): Promise<readonly string[]> {
  // Not in the temporary folder of the system: no code is cached there.
  const cache = join(homedir(), '.cache');
  await mkdir(cache, { recursive: true });
  const root = await mkdtemp(join(cache, 'holdfast-trace-'));
  try {
    const session = new TracedSession(strace, root, report);
    await session.prepare();
    return await session.run();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

class TracedSession {
  readonly #strace: string;
  readonly #root: string;
  readonly #report: (line: string) => void;
  readonly #opened: OpenedPath[] = [];
  readonly #writable = new Set<string>();
  readonly #names: Map<string, string>;
  #count = 0;

  constructor(strace: string, root: string, report: (line: string) => void) {
    this.#strace = strace;
    this.#root = root;
    this.#report = report;
    this.#names = new Map([
      [join(root, 'home'), '<home>'],
      [join(root, 'home', '.cache', 'holdfast'), '<storage>'],
      [join(root, 'tmp'), '<tmp>'],
      [tmpdir(), '<tmp>'],
      [distFolder, '<program>'],
      [process.execPath, '<node>'],
      [join(projectRoot, 'node_modules'), '<packages>'],
    ]);
  }

  async prepare(): Promise<void> {
    for (const folder of ['home', 'tmp', 'logs', 'samples']) await mkdir(join(this.#root, folder));
  }

  async run(): Promise<readonly string[]> {
    await this.#judgeAndRun();
    await this.#useDomains();
    const searchPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
    return listFiles(this.#opened, { names: this.#names, writable: [...this.#writable], searchPath });
  }

  async #judgeAndRun(): Promise<void> {
    await using sample = await this.#copy('health-check');
    const { folder } = sample;
    this.#name(folder);
    await mkdir(join(folder, '.holdfast', 'validators'), { recursive: true });
    await writeFile(join(folder, '.holdfast', 'validators', 'traced.mjs'), VALIDATOR);
    await writeFile(join(folder, 'traced.contract.yaml'), CONTRACT);
    await writeFile(join(folder, 'print.mjs'), "console.log('{}');\n");
    await appendFile(join(folder, 'holdfast.config.yaml'), 'commitHooks: true\n');
    await writeFile(join(folder, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    await sample.git('add', '--all');
    await sample.git('commit', '--quiet', '--message', 'A validator');

    await this.#holdfast(folder, ['doctor']);
    await this.#holdfast(folder, ['check']);
    await this.#hook(folder, 'session-start', { source: 'startup' });
    await this.#hook(folder, 'pre-edit', {
      tool_name: 'Write',
      tool_input: { file_path: join(folder, 'src', 'main.ts') },
    });
    await this.#holdfast(folder, ['run', 'health-check.contract.yaml', '--all']);
    await writeFile(join(folder, 'src', 'later.ts'), 'export const later = 1;\n');
    await sample.git('add', 'src/later.ts');
    await this.#holdfast(folder, ['check', '--full']);
    await this.#holdfast(folder, ['check', '--staged']);
    await this.#holdfast(folder, ['check', '--since', 'HEAD~2']);
    await this.#holdfast(folder, ['review', '--base', 'HEAD~2', '--no-model']);
    await this.#hook(folder, 'stop', {});
    await this.#hook(folder, 'stop', {}, ['--run-commands']);
    await this.#mcp(folder);
    await this.#holdfast(folder, ['undo']);
    await this.#holdfast(folder, ['item', 'new', '--title', 'Health', '--body', 'Report the health.', '--run']);
    await this.#holdfast(folder, ['watch', '--once']);
  }

  async #useDomains(): Promise<void> {
    await using sample = await this.#copy('can-bus');
    const { folder } = sample;
    this.#name(folder);
    await this.#holdfast(folder, ['domain', 'list']);
    await this.#holdfast(folder, ['interfaces', 'check']);
    await this.#holdfast(folder, ['scenarios', 'run']);
  }

  /** Copies a sample next to the home folder: every folder above the temporary folder of the system is looked at otherwise. */
  async #copy(name: 'health-check' | 'can-bus'): Promise<SampleCopy> {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = join(this.#root, 'samples');
    try {
      return await copySample(name);
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.env, 'TMPDIR');
      else process.env['TMPDIR'] = before;
    }
  }

  #name(folder: string): void {
    this.#names.set(folder, '<tree>');
    this.#names.set(join(folder, '.git'), '<git>');
  }

  #hook(folder: string, event: string, fields: object, flags: readonly string[] = []): Promise<void> {
    const input = { session_id: 'traced', hook_event_name: event, cwd: folder, ...fields };
    return this.#holdfast(folder, ['hook', event, '--client', 'claude', ...flags], JSON.stringify(input));
  }

  async #holdfast(folder: string, command: readonly string[], input = ''): Promise<void> {
    this.#report(`holdfast ${command.join(' ')}`);
    const { log, options } = this.#next();
    const run = await execa(this.#strace, [...options, process.execPath, CLI, ...command], {
      cwd: folder,
      env: this.#environment(),
      extendEnv: false,
      input,
      reject: false,
    });
    if (run.exitCode === undefined) throw new Error(`strace did not start: ${run.stderr}`);
    await this.#read(log);
  }

  async #mcp(folder: string): Promise<void> {
    this.#report('holdfast mcp');
    const { log, options } = this.#next();
    const transport = new StdioClientTransport({
      command: this.#strace,
      args: [...options, process.execPath, CLI, 'mcp'],
      cwd: folder,
      env: this.#environment(),
      stderr: 'ignore',
    });
    const client = new Client({ name: 'trace', version: '1.0.0' });
    await client.connect(transport);
    for (const name of ['list_contracts', 'list_chunks', 'check', 'check_change']) {
      await client.callTool({ name, arguments: {} });
    }
    await client.callTool({ name: 'impact', arguments: { file: 'src/server/routes.ts' } });
    await client.close();
    await this.#read(log);
  }

  #next(): { readonly log: string; readonly options: readonly string[] } {
    const log = join(this.#root, 'logs', String(this.#count++));
    return { log, options: [...STRACE_OPTIONS, '-o', log] };
  }

  async #read(log: string): Promise<void> {
    const { opened, writable } = parseTrace(await readFile(log, 'utf8'));
    this.#opened.push(...opened);
    for (const folder of writable) this.#writable.add(folder);
    await rm(log);
  }

  /** A separate home, and none of the settings of this terminal. */
  #environment(): Record<string, string> {
    const kept = Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(?:HOLDFAST|NODE|XDG|npm|GIT)_/.test(name) ? [] : [[name, value] as const],
    );
    return {
      ...Object.fromEntries(kept),
      HOME: join(this.#root, 'home'),
      TMPDIR: join(this.#root, 'tmp'),
      NO_COLOR: '1',
    };
  }
}
