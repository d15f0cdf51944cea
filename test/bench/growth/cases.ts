import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { openHistory } from '../../../src/history/open-history.ts';
import { attempt, result, start } from '../../history/temporary-history.ts';
import { createLargeContract } from '../../contract/large-contract.ts';
import { GrownFolder } from './grown-folder.ts';

/** A command, and what its cost grows with. */
export interface GrowthCase {
  readonly command: string;
  /** What there is more of. */
  readonly of: string;
  /** The smallest size. The others are 4 and 16 times as large. */
  readonly size: number;
  prepare(size: number): Promise<GrownFolder>;
  /** @returns processor time in milliseconds */
  run(folder: GrownFolder): Promise<number>;
}

const moduleText = (number: number): string =>
  [
    ...(number === 0 ? [] : [`import { value${number - 1} } from './module${number - 1}.ts';`]),
    `export interface Shape${number} { readonly id: number }`,
    `export const value${number}: number = ${number === 0 ? 0 : `value${number - 1}`};`,
    `export function work${number}(shape: Shape${number}): number { return shape.id + value${number}; }`,
    '',
  ].join('\n');

function modules(count: number, text: (number: number) => string = moduleText): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`src/module${number}.ts`, text(number)] as const),
  );
}

interface WrittenChunk {
  readonly id: string;
  readonly file: string;
  readonly exports: readonly string[];
}

function contractText(id: string, chunks: readonly WrittenChunk[]): string {
  return JSON.stringify({
    version: 2,
    spec: { id, title: id, description: id },
    chunks: chunks.map((chunk) => ({
      id: chunk.id,
      title: chunk.id,
      allowedFiles: [chunk.file],
      assertions: chunk.exports.map((name) => ({
        message: `Must export ${name}`,
        check: { type: 'export_exists', target: name, file: chunk.file },
      })),
    })),
  });
}

const range = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
const oneChunk = contractText('one', [{ id: 'one', file: 'src/module0.ts', exports: ['value0'] }]);
const hookInput = (session: string, more: object): string => JSON.stringify({ session_id: session, ...more });

export const GROWTH_CASES: readonly GrowthCase[] = [
  {
    command: 'check',
    of: 'files',
    size: 500,
    prepare: (size) => GrownFolder.create({ ...modules(size), 'one.contract.json': oneChunk }),
    run: (folder) => folder.run(['check']),
  },
  {
    command: 'check',
    of: 'chunks',
    size: 250,
    prepare: (size) => GrownFolder.create({ 'big.contract.yaml': createLargeContract(size) }),
    run: (folder) => folder.run(['check'], { exits: [1] }),
  },
  {
    command: 'check',
    of: 'contracts',
    size: 15,
    prepare: (size) =>
      GrownFolder.create({
        ...modules(1),
        ...Object.fromEntries(
          range(size, (at) => [
            `plans/part${at}.contract.json`,
            contractText(`part${at}`, [{ id: 'one', file: 'src/module0.ts', exports: ['value0'] }]),
          ]),
        ),
      }),
    run: (folder) => folder.run(['check']),
  },
  {
    command: 'check',
    of: 'assertions',
    size: 500,
    prepare: (size) =>
      GrownFolder.create({
        'src/all.ts': range(size, (at) => `export const name${at} = ${at};\n`).join(''),
        'one.contract.json': contractText('one', [
          { id: 'one', file: 'src/all.ts', exports: range(size, (at) => `name${at}`) },
        ]),
      }),
    run: (folder) => folder.run(['check']),
  },
  {
    command: 'check --since',
    of: 'changed files',
    size: 25,
    prepare: async (size) => {
      const folder = await GrownFolder.create({ ...modules(400), 'one.contract.json': oneChunk });
      await folder.write(modules(size, (number) => `${moduleText(number)}export const added${number} = 1;\n`));
      return folder;
    },
    run: (folder) => folder.run(['check', '--since', 'HEAD'], { exits: [0, 1] }),
  },
  {
    command: 'check --since',
    of: 'chunks',
    size: 50,
    prepare: async (size) => {
      const chunks = range(size, (at) => ({
        id: `c${at}`,
        file: `src/module${at}.ts`,
        exports: [`value${at}`],
      }));
      const folder = await GrownFolder.create({ ...modules(size), 'all.contract.json': contractText('all', chunks) });
      await folder.write(modules(size, (number) => `${moduleText(number)}export const added${number} = 1;\n`));
      return folder;
    },
    run: (folder) => folder.run(['check', '--since', 'HEAD'], { exits: [0, 1] }),
  },
  {
    command: 'plan check',
    of: 'chunks',
    size: 250,
    prepare: (size) => GrownFolder.create({ 'big.contract.yaml': createLargeContract(size) }),
    run: (folder) => folder.run(['plan', 'check', 'big.contract.yaml'], { exits: [0, 1] }),
  },
  {
    command: 'exports',
    of: 'files',
    size: 500,
    prepare: (size) => GrownFolder.create(modules(size)),
    run: (folder) => folder.run(['exports']),
  },
  {
    command: 'impact',
    of: 'files',
    size: 500,
    prepare: (size) => GrownFolder.create(modules(size)),
    run: (folder) => folder.run(['impact', 'src/module0.ts#value0']),
  },
  {
    command: 'hook stop',
    of: 'sessions',
    size: 15,
    prepare: async (size) => {
      const folder = await GrownFolder.create({ ...modules(20), 'one.contract.json': oneChunk });
      for (let at = 0; at < size; at++) {
        await folder.run(['hook', 'session-start', '--client', 'codex'], { input: hookInput(`s${at}`, {}) });
      }
      return folder;
    },
    run: (folder) => folder.run(['hook', 'stop', '--client', 'codex'], { input: hookInput('s0', {}) }),
  },
  {
    command: 'hook pre-edit',
    of: 'contracts',
    size: 15,
    prepare: (size) =>
      GrownFolder.create(
        Object.fromEntries(
          range(size, (at) => [
            `plans/part${at}.contract.json`,
            contractText(`part${at}`, [{ id: 'one', file: 'src/module0.ts', exports: ['value0'] }]),
          ]),
        ),
      ),
    run: (folder) =>
      folder.run(['hook', 'pre-edit', '--client', 'codex'], {
        input: hookInput('s', { tool_name: 'Write', tool_input: { file_path: 'src/module0.ts' } }),
      }),
  },
  ...(['history', 'analytics', 'landings', 'results list'] as const).map((command): GrowthCase => ({
    command,
    of: 'runs',
    size: 625,
    prepare: createHistory,
    run: (folder) => folder.run(command.split(' ')),
  })),
  {
    command: 'items',
    of: 'work items',
    size: 10,
    prepare: async (size) => {
      const folder = await GrownFolder.create(modules(1));
      for (let at = 0; at < size; at++) await folder.run(['item', 'new', '--title', `Item ${at}`, '--run']);
      return folder;
    },
    run: (folder) => folder.run(['items', '--all']),
  },
];

/** A folder whose history has runs with an attempt and a call each: the first is recorded, the others are copies. */
async function createHistory(size: number): Promise<GrownFolder> {
  const folder = await GrownFolder.create({ ...modules(1), 'one.contract.json': oneChunk });
  const file = join(folder.root, '.git', 'holdfast', 'history.db');
  const history = await openHistory(file, { create: true, redact: (text) => text });
  if (history === undefined) throw new Error('The history was not created.');
  await history.startRun(start('a'));
  const recorded = attempt(1);
  await history.recordAttempt('a', recorded);
  await history.finishRun('a', result('a', [recorded]));
  await history.close();
  const database = new DatabaseSync(file);
  const columns = (table: string, replaced: Readonly<Record<string, string>>): string => {
    const names = database
      .prepare(`pragma table_info(${table})`)
      .all()
      .map((row) => String(row['name']))
      .filter((name) => name !== 'id');
    return `(${names.join(', ')}) select ${names.map((name) => replaced[name] ?? name).join(', ')} from ${table}, numbers`;
  };
  database.exec(`
    create temporary table numbers as
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${size}) select i from n;
    insert into runs ${columns('runs', { run_id: "'r' || i", chunk_id: "'chunk-' || (i % 50)" })} where run_id = 'a';
    insert into attempts ${columns('attempts', { run_id: "'r' || i" })} where run_id = 'a';
  `);
  database.close();
  return folder;
}
