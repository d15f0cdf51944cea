/**
 * Meets all faults of protocols, several in parallel, prints a line of JSON for each, and ends by itself if nothing keeps it alive:
 * node meet-faults.ts <folder> <all | sample>
 */
import path from 'node:path';
import { AgentSession } from '../../../src/models/agent/acp/agent-session.ts';
import { DomainService } from '../../../src/verdicts/domains/service/domain-service.ts';
import { openProcessTransport } from '../../../src/verdicts/domains/service/transport.ts';
import { CostBudget } from '../../../src/models/cost/cost-budget.ts';
import { guardModel } from '../../../src/models/calls/guarded-model.ts';
import { createModel } from '../../../src/models/create-model.ts';
import { listModels } from '../../../src/models/connection/list-models.ts';
import { GithubApi } from '../../../src/pipeline/forge/github/github-api.ts';
import { boundedFetch } from '../../../src/foundation/bounded-fetch.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { messageOf } from '../../../src/foundation/errors.ts';
import { processRecordsFolder } from '../../../src/workspace/processes/process-records.ts';
import { startFaultyServer, type HttpFault } from './faulty-http.ts';
import {
  AGENT_ANSWERS,
  AGENT_FAULTS,
  DOMAIN_FAULTS,
  FORGE_FAULTS,
  MODEL_FAULTS,
  MODEL_LIST_FAULTS,
  SAMPLED_FAULTS,
  type MetFault,
} from './protocol-faults.ts';

const [, , folder = '', extent = 'all'] = process.argv;
if (!path.isAbsolute(folder)) throw new Error('Usage: meet-faults.ts <folder> <all | sample>');
const PROGRAM = path.join(import.meta.dirname, '..', '..', 'fixtures', 'faulty-program.mjs');
/** Long enough for a program to start on a busy machine. */
const START_MS = 30_000;
const SILENCE_MS = 300;
/** Long enough for the thread to reach every other fault. */
const MODEL_SILENCE_MS = 3_000;
const records = processRecordsFolder(path.join(folder, 'storage'));
const { signal } = new AbortController();

async function meet(protocol: string, fault: string, work: () => Promise<unknown>): Promise<void> {
  const message = await work().then(
    (result) => `no error: ${JSON.stringify(result)}`,
    (thrown: unknown) => messageOf(thrown),
  );
  const met: MetFault = { protocol, fault, message };
  console.log(JSON.stringify(met));
}

function faultyCommand(protocol: string, fault: string, answered: number): readonly string[] {
  return [process.execPath, PROGRAM, protocol, fault, String(answered)];
}

async function callService(fault: string, answered: number): Promise<unknown> {
  await using service = new DomainService({
    domain: fault,
    timeouts: {
      handshake: answered === 0 && isSilent(DOMAIN_FAULTS[fault]) ? SILENCE_MS : START_MS,
      health: isSilent(DOMAIN_FAULTS[fault]) ? SILENCE_MS : START_MS,
      normalise: START_MS,
      validate: START_MS,
      simulate: START_MS,
      extract_interfaces: START_MS,
    },
    open: () =>
      openProcessTransport({
        name: `the service ${fault}`,
        command: faultyCommand('domain', fault, answered),
        cwd: folder,
        records,
        graceMs: SILENCE_MS,
      }),
    log: () => undefined,
    clock: systemClock,
    outputLimitBytes: 1024 * 1024,
    cancelGraceMs: SILENCE_MS,
  });
  return await service.call('health', { root: folder, commit: null }, signal);
}

async function promptAgent(fault: string, answered: number): Promise<unknown> {
  const late = isSilent(AGENT_FAULTS[fault]) && answered < AGENT_ANSWERS ? AbortSignal.timeout(2 * SILENCE_MS) : signal;
  await using session = await AgentSession.start(
    {
      agent: {
        title: fault,
        command: faultyCommand('acp', fault, answered),
        stateFolders: [],
        keyNames: [],
        passedVariables: [],
        variables: {},
        reportsUsage: false,
        signIn: 'Sign in.',
      },
      launch: { records },
      folder,
      toolServers: [],
      redact: (text) => text,
    },
    signal,
    late,
  );
  const handlers = {
    onUpdate: () => undefined,
    onPermission: () => Promise.resolve(undefined),
    onWrite: () => Promise.resolve(undefined),
  };
  return await session.prompt('Work.', handlers, AbortSignal.timeout(START_MS));
}

async function callModel(fault: HttpFault): Promise<unknown> {
  await using server = await startFaultyServer(fault);
  const model = await createModel({
    reference: 'openai-compatible:test-model',
    baseUrl: server.url,
    keys: () => Promise.resolve(undefined),
    fetch: boundedFetch((input, init) => fetch(input, init), {
      milliseconds: 3 * MODEL_SILENCE_MS,
      bytes: 4 * 1024 * 1024,
    }),
  });
  const guarded = guardModel(model, {
    retry: { maxRetries: 1, baseDelayMs: 1, maxDelayMs: 1 },
    stallTimeoutMs: MODEL_SILENCE_MS,
    clock: systemClock,
    budget: new CostBudget(undefined),
  });
  return await guarded.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] });
}

async function list(fault: HttpFault): Promise<unknown> {
  await using server = await startFaultyServer(fault);
  const service = { provider: 'openai-compatible', title: 'the server', baseUrl: server.url };
  return await listModels({ service, key: undefined, fetch: globalThis.fetch, timeoutMs: 2 * SILENCE_MS, signal });
}

async function askForge(fault: HttpFault): Promise<unknown> {
  await using server = await startFaultyServer(fault);
  const api = new GithubApi({
    apiUrl: server.url,
    token: 'token',
    isPaced: false,
    retryPauseMs: 1,
    limits: { milliseconds: SILENCE_MS, bytes: 1024 * 1024 },
  });
  return await api.list('list the issues', signal, 'GET /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r' });
}

function isSilent(expected: RegExp | undefined): boolean {
  return /no answer|no session/.test(expected?.source ?? '');
}

/** More at once would wait for a core instead of for an answer. */
const AT_ONCE = 6;

async function meetAll(works: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...works];
  const meetNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, meetNext));
}

await meetAll([
  ...programFaults(DOMAIN_FAULTS).flatMap((fault) => [
    () => meet('domain handshake', fault, () => callService(fault, 0)),
    () => meet('domain', fault, () => callService(fault, 1)),
  ]),
  ...programFaults(AGENT_FAULTS).map((fault) => () => meet('agent start', fault, () => promptAgent(fault, 0))),
  ...programFaults(AGENT_FAULTS)
    .filter((fault) => !isSilent(AGENT_FAULTS[fault]))
    .map((fault) => () => meet('agent', fault, () => promptAgent(fault, AGENT_ANSWERS))),
  ...keysOf(MODEL_FAULTS).map((fault) => () => meet('model', fault, () => callModel(fault))),
  ...keysOf(MODEL_LIST_FAULTS).map((fault) => () => meet('model list', fault, () => list(fault))),
  ...keysOf(FORGE_FAULTS).map((fault) => () => meet('forge', fault, () => askForge(fault))),
]);
console.log('"all are met"');

function programFaults(table: Readonly<Record<string, RegExp>>): readonly string[] {
  return Object.keys(table).filter((fault) => extent === 'all' || SAMPLED_FAULTS.has(fault));
}

function keysOf<Key extends string>(table: Readonly<Partial<Record<Key, RegExp>>>): readonly Key[] {
  return Object.keys(table) as Key[];
}
