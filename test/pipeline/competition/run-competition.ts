import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openPipelineDatabase } from '../../../src/pipeline/database/pipeline-database.ts';
import { findMarker } from '../../../src/pipeline/forge/marker.ts';
import { LocalForge } from '../../../src/pipeline/forge/local/local-forge.ts';
import { LocalPeople } from '../../../src/pipeline/forge/local/local-people.ts';
import { DatabaseStateStore } from '../../../src/pipeline/state/database-state-store.ts';
import { itemStateSchema, type ItemState } from '../../../src/pipeline/state/item-state.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { GitUser } from '../../workspace/support/git-user.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';
import { createPolicy } from '../state/item-states.ts';
import type { CompetitorRequest, ReportLine } from './report-line.ts';

export interface CompetitionResult {
  /** What went wrong. Empty if nothing was lost and nothing exists twice. */
  readonly findings: readonly string[];
  /** Wall time of the competing processes. */
  readonly seconds: number;
  /** Stored transitions, and calls of the forge and the store, of all processes. */
  readonly transitions: number;
  readonly calls: number;
}

/** The executions of one item: one answer per stage, and one attempt per sub-item. */
const EXECUTIONS = [
  ...['architecture', 'intake', 'interfaces', 'planning'],
  ...['generation', 'scenarios', 'review'].flatMap((stage) => [`${stage} check`, `${stage} types`]),
].sort();
const PULL_REQUESTS = 4;
const SUB_ITEMS = 2;

/**
 * Steps items to the end in competing processes: until both pull requests of each item are open, and after a person closed
 * them, until each item is finished. Then compares what the processes report with what is on the forge.
 */
export async function runCompetition(count: number, processes: number): Promise<CompetitionResult> {
  const folder = await temporaryFolder();
  try {
    const user = await GitUser.init(folder.at('repository'));
    await user.write('src/index.ts', 'export {};\n');
    const commit = await user.commit('first');
    mkdirSync(folder.at('reports'));
    const path = folder.at('repository/.git/holdfast/history.db');
    const database = await openPipelineDatabase(path);
    const git = new Git(user.folder);
    const forge = new LocalForge({ database, git });
    const store = new DatabaseStateStore(database);
    const { signal } = new AbortController();
    try {
      const person = new LocalPeople('person', { database, git });
      const items: string[] = [];
      for (let number = 1; number <= count; number++) {
        const { id } = await person.createItem({ title: `Item ${number}`, body: 'text', labels: ['holdfast:run'] });
        items.push(id);
      }
      const terms = { base: { branch: 'main', commit }, policy: createPolicy() };
      const request = { repository: user.folder, database: path, items, terms };
      let seconds = await compete(request, processes, (index) => folder.at(`reports/1-${index}`));
      for (const { number } of await forge.listPullRequests(signal)) await forge.closePullRequest(number, signal);
      seconds += await compete(request, processes, (index) => folder.at(`reports/2-${index}`));
      const lines = readdirSync(folder.at('reports')).flatMap((file) => readLines(folder.at(`reports/${file}`)));
      const states = new Map<string, { state: ItemState; version: string }>();
      for (const item of items) {
        const stored = await store.read(item, signal);
        if (stored === undefined) continue;
        states.set(item, { state: itemStateSchema.parse(JSON.parse(stored.text)), version: stored.version });
      }
      const findings = [
        ...findLostTransitions(items, lines, states),
        ...findRepeatedExecutions(items, lines),
        ...(await findDuplicates(items, states, forge, signal)),
      ];
      const calls = lines.reduce((sum, line) => sum + (line.type === 'ended' ? line.calls : 0), 0);
      return { findings, seconds, transitions: lines.filter(({ type }) => type === 'swap').length, calls };
    } finally {
      await forge[Symbol.asyncDispose]();
      await database.close();
    }
  } finally {
    await folder[Symbol.asyncDispose]();
  }
}

/** Runs the processes until all have ended. Returns the wall time in seconds. */
async function compete(
  request: Omit<CompetitorRequest, 'report' | 'first'>,
  processes: number,
  reportOf: (index: number) => string,
): Promise<number> {
  const start = performance.now();
  const script = fileURLToPath(new URL('competitor.ts', import.meta.url));
  await Promise.all(
    Array.from({ length: processes }, (_, index) => {
      const first = Math.floor((index * request.items.length) / processes);
      const argument = JSON.stringify({ ...request, first, report: reportOf(index) } satisfies CompetitorRequest);
      const child = spawn(process.execPath, [script, argument], { stdio: ['ignore', 'ignore', 'pipe'] });
      let errors = '';
      child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
      return new Promise<void>((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`Process ${index}: ${errors}`))));
      });
    }),
  );
  return (performance.now() - start) / 1000;
}

function readLines(file: string): readonly ReportLine[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as ReportLine);
}

function groupByItem<Line extends { readonly item: string }>(lines: readonly Line[]): ReadonlyMap<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const group = groups.get(line.item);
    if (group === undefined) groups.set(line.item, [line]);
    else group.push(line);
  }
  return groups;
}

/** The versions of each item must form one chain from the first transition to the stored state. */
function findLostTransitions(
  items: readonly string[],
  lines: readonly ReportLine[],
  states: ReadonlyMap<string, { readonly state: ItemState; readonly version: string }>,
): readonly string[] {
  const swaps = groupByItem(lines.filter((line) => line.type === 'swap'));
  return items.flatMap((item) => {
    const stored = states.get(item);
    if (stored?.state.status !== 'finished') return [`Item ${item}: ${stored?.state.status ?? 'no state'}`];
    const own = swaps.get(item) ?? [];
    const next = new Map(own.map(({ expected, version }) => [expected, version]));
    if (next.size !== own.length) return [`Item ${item}: two transitions replaced the same state`];
    let last = next.get(null);
    for (let length = 1; length < own.length && last !== undefined; length++) last = next.get(last);
    return last === stored.version ? [] : [`Item ${item}: a transition is lost`];
  });
}

function findRepeatedExecutions(items: readonly string[], lines: readonly ReportLine[]): readonly string[] {
  const executions = groupByItem(lines.filter((line) => line.type === 'executed'));
  const failed = lines.flatMap((line) => (line.type === 'failed' ? [`Item ${line.item} failed`] : []));
  const repeated = items.flatMap((item) => {
    const own = (executions.get(item) ?? []).map(({ stage, subItem }) => [stage, subItem].filter(Boolean).join(' '));
    return own.sort().join() === EXECUTIONS.join() ? [] : [`Item ${item}: executed ${own.join(', ')}`];
  });
  return [...failed, ...repeated];
}

/** Every comment, pull request and sub-item must exist once. */
async function findDuplicates(
  items: readonly string[],
  states: ReadonlyMap<string, { readonly state: ItemState }>,
  forge: LocalForge,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const item of items) {
    const comments = await forge.listComments(item, undefined);
    const markers = comments.map(({ body }) => findMarker(body));
    if (new Set(markers).size !== markers.length) findings.push(`Item ${item}: a comment exists twice`);
    const subItems = await forge.listSubItems(item);
    if (subItems.length !== SUB_ITEMS) findings.push(`Item ${item}: ${subItems.length} sub-items`);
  }
  const pullRequests = await forge.listPullRequests(signal);
  const bodies = pullRequests.map(({ body }) => findMarker(body));
  if (new Set(bodies).size !== bodies.length) findings.push('A pull request exists twice');
  if (pullRequests.length !== states.size * PULL_REQUESTS) findings.push(`${pullRequests.length} pull requests`);
  const all = await forge.listItems({});
  if (all.length !== items.length * (1 + SUB_ITEMS)) findings.push(`${all.length} items`);
  return findings;
}
