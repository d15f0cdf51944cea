import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from '../../../src/engine.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import type { RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { findExcesses } from './bounds.ts';
import { measure, type MeasuredFolders, type Measurement } from './measure.ts';

export interface SoakOptions {
  /** Chunks that run one after the other. */
  readonly chunks: number;
  /** Chunks that run at the same time, after the others. */
  readonly parallel: number;
  /** Chunks that run before the first measurement: they fill caches and load modules. */
  readonly warmUp: number;
  readonly onProgress?: (line: string) => void;
}

export interface SoakResult {
  /** At the start, in the middle and at the end of the sequence, and after the parallel chunks. */
  readonly measurements: readonly { readonly at: string; readonly values: Measurement }[];
  /** Where the growth exceeds its bound, as sentences. */
  readonly excesses: readonly string[];
}

const CHUNKS_PER_CONTRACT = 20;
/** Every fifth chunk needs a second attempt, and every tenth fails. */
const RETRY_EVERY = 5;
const FAIL_EVERY = 10;

/** Runs many chunks in one process with one engine, as the extension host does in a long session, and measures it. */
export async function runSoak({ chunks, parallel, warmUp, onProgress }: SoakOptions): Promise<SoakResult> {
  const total = warmUp + chunks;
  using workspace = new Workspace(createFiles(total, parallel));
  const folders = createFolders(workspace);
  using environment = new DisposableStack();
  environment.use(useTemporaryFolder(folders.temporary));
  await using server = await startOpenAiChatServer(answer);
  const forgetRequests = (): void => void (server.requests as RecordedRequest[]).splice(0);
  await using engine = openFolderEngine(workspace, { server });
  const measurements: { at: string; values: Measurement }[] = [];
  const take = async (at: string): Promise<void> => {
    forgetRequests();
    measurements.push({ at, values: await measure(folders) });
    onProgress?.(`${at}: measured`);
  };
  for (let number = 0; number < total; number++) {
    if (number === warmUp) await take('start');
    if (number === warmUp + Math.floor(chunks / 2)) await take('middle');
    await runOne(engine, number);
    forgetRequests();
    if (number % 50 === 49) onProgress?.(`${number + 1} of ${total} chunks`);
  }
  await take('end');
  const batch = await engine.runs.runAll({ contract: 'parallel.contract.yaml', jobs: parallel });
  assert.equal(batch.status, 'pass', JSON.stringify(batch).slice(0, 2_000));
  await take('after parallel chunks');
  return { measurements, excesses: findExcesses(measurements, { chunks, parallel }) };
}

function createFolders(workspace: Workspace): MeasuredFolders {
  const home = dirname(workspace.folder);
  const storage = workspace.environment()['HOLDFAST_STORAGE'] ?? '';
  const temporary = join(home, 'temporary');
  mkdirSync(temporary);
  return { folder: workspace.folder, storage, temporary };
}

/** Makes this process use a temporary folder that nothing else uses, until disposal. */
function useTemporaryFolder(folder: string): Disposable {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  return {
    [Symbol.dispose]() {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    },
  };
}

async function runOne(engine: Engine, number: number): Promise<void> {
  const contract = `c${Math.floor(number / CHUNKS_PER_CONTRACT)}.contract.yaml`;
  const result = await engine.runs.runChunk({ contract, chunk: `m${number}`, maxAttempts: 2 });
  assert.equal(result.status, isFailing(number) ? 'fail' : 'pass', JSON.stringify(result).slice(0, 2_000));
}

function isFailing(number: number): boolean {
  return number % FAIL_EVERY === FAIL_EVERY - 1;
}

/** The model: writes what the chunk asks for, except in some first attempts and in chunks that fail. */
function answer({ text }: RecordedRequest): ScriptedReply {
  const usage = { input: 100, output: 10 };
  if (text.includes('"role":"tool"')) return { text: 'Done.', usage };
  const [, kind = '', digits = ''] = /module ([mp])(\d+)\b/.exec(text) ?? [];
  const number = Number(digits);
  const isRetry = text.includes('attempt 2 of 2');
  const isWrong = kind === 'm' && (isFailing(number) || (number % RETRY_EVERY === 0 && !isRetry));
  const name = isWrong ? 'wrong' : `value_${kind}${number}`;
  const content = `export const ${name}: number = ${number};\n`;
  return { toolCalls: [{ name: 'write_file', input: { path: `src/${kind}${number}.ts`, content } }], usage };
}

function createFiles(total: number, parallel: number): Record<string, string> {
  const files: Record<string, string> = {
    'package.json': '{ "name": "soak", "private": true, "type": "module" }\n',
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }\n',
    'src/main.ts': 'export const main = 1;\n',
    'parallel.contract.yaml': createContract(
      'parallel',
      range(0, parallel).map((number) => `p${number}`),
    ),
  };
  for (let first = 0; first < total; first += CHUNKS_PER_CONTRACT) {
    const names = range(first, Math.min(total, first + CHUNKS_PER_CONTRACT)).map((number) => `m${number}`);
    files[`c${first / CHUNKS_PER_CONTRACT}.contract.yaml`] = createContract(`c${first}`, names);
  }
  return files;
}

function createContract(id: string, names: readonly string[]): string {
  const chunks = names.map(
    (name) => `  - id: ${name}
    title: Write module ${name}
    description: Write the module ${name}.
    creates: [value_${name}]
    allowedFiles: [src/${name}.ts]
    acceptanceCommands: [node --version]
    assertions:
      - type: assert
        message: Must have the value
        check: ${checkOf(name)}
`,
  );
  return `version: 1\nspec: { id: ${id}, title: Modules }\nchunks:\n${chunks.join('')}`;
}

/** Each check of a type loads a program of the type checker, which takes most of the time of a chunk. */
function checkOf(name: string): string {
  const isTyped = name.endsWith('1');
  const target = `target: value_${name}, file: src/${name}.ts`;
  return isTyped ? `{ type: type_matches, ${target}, expected: number }` : `{ type: export_exists, ${target} }`;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
