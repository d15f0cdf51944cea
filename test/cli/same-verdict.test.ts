/**
 * The editor, the terminal, CI, the hook of an agent and the MCP server judge the same files. Each row is one state of one
 * sample, with the verdicts of its chunks. A sample is a contract of examples/ or test/fixtures/, or a file set of this table.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { XMLParser } from 'fast-xml-parser';
import { parse } from 'yaml';
import * as z from 'zod';
import { connectAnalysis } from '../../src/verdicts/analysis/thread/connect-analysis.ts';
import { DEFAULT_CONTRACT_GLOBS } from '../../src/workspace/configuration/configuration.ts';
import { createPathMatcher } from '../../src/contract/globs/path-matcher.ts';
import { createEngine } from '../../src/engine.ts';
import { systemClock } from '../../src/foundation/clock.ts';
import { isFullRun } from '../scripts/full-run.ts';
import { projectRoot } from '../scripts/project.ts';
import { runAction } from './support/action.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { ConnectedClient } from './support/mcp-client.ts';
import { Workspace } from './support/workspace.ts';

type Files = Readonly<Record<string, string>>;
/** The verdict of each chunk, by `<contract>#<chunk>`. */
type Verdicts = Readonly<Record<string, string>>;

interface State {
  readonly name: string;
  /** `npm test` has one state with each verdict of each judge. The full run has all. */
  readonly inEveryRun?: true;
  /** What the change from the base writes. `undefined` deletes a file. */
  readonly writes: Readonly<Record<string, string | undefined>>;
  readonly verdicts: Verdicts;
  /** The chunks that make the change fail. */
  readonly fails: readonly string[];
}

interface Sample {
  readonly name: string;
  readonly base: Files;
  readonly states: readonly State[];
  /** The variables of a service that the validators use. */
  readonly service?: () => Promise<Service>;
  /** The verdicts without code of the workspace, if only code can answer. A hook and MCP run none: they never say "satisfied". */
  readonly withoutCode?: { readonly check: Verdicts; readonly change: Verdicts };
}

interface Service extends AsyncDisposable {
  readonly variables: NodeJS.ProcessEnv;
}

/** The files of a folder of the project, with the text that git would store. */
function readFolder(folder: string): Files {
  const root = join(projectRoot, folder);
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    names.map((name) => [name.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(name, 'utf8')]),
  );
}

const repliesSchema = z.object({
  replies: z.array(
    z.object({
      chunk: z.string().optional(),
      attempt: z.number().optional(),
      steps: z.array(
        z.object({
          tools: z
            .array(
              z.object({
                name: z.string(),
                input: z.object({
                  path: z.string().optional(),
                  content: z.string().optional(),
                  oldText: z.string().optional(),
                  newText: z.string().optional(),
                }),
              }),
            )
            .optional(),
        }),
      ),
    }),
  ),
});

/** What recorded attempts of an example write, each `<chunk>/<attempt>`, on top of its files. */
function applyReplies(files: Files, attempts: readonly string[]): Files {
  const { replies } = repliesSchema.parse(parse(files['replies.yaml'] ?? ''));
  const written: Record<string, string> = {};
  for (const attempt of attempts) {
    const reply = replies.find(({ chunk = '', attempt: number = 1 }) => `${chunk}/${number}` === attempt);
    assert.ok(reply, attempt);
    for (const { name, input } of reply.steps.flatMap(({ tools = [] }) => tools)) {
      const { path = '', content, oldText = '', newText = '' } = input;
      if (name === 'write_file') written[path] = content ?? '';
      if (name === 'edit_file') {
        const before = written[path] ?? files[path] ?? '';
        assert.ok(before.includes(oldText), `${attempt}: ${path}`);
        written[path] = before.replace(oldText, newText);
      }
    }
  }
  return written;
}

const healthCheck = readFolder('examples/health-check');
const HEALTH = 'health-check.contract.yaml';
const ORDERS = 'order-summary.contract.yaml';
const done = applyReplies(healthCheck, ['types/2', 'check/1', 'endpoint/1']);
const ordersOpen = { [`${ORDERS}#summary`]: 'unsatisfied', [`${ORDERS}#summary-route`]: 'unsatisfied' };

const announcement = readFolder('examples/chat-message');
const ANNOUNCE = 'announcement.contract.yaml#announce';

const twoLanguages = readFolder('examples/two-languages');
const TITLES = 'titles.contract.yaml';
const MONEY = 'money.contract.yaml';

const bootstrap = readFileSync(join(projectRoot, 'test/fixtures/plans/bootstrap.json'), 'utf8');
const bootstrapOrder = z
  .object({ work_orders: z.array(z.object({ id: z.string() })).min(1) })
  .parse(JSON.parse(bootstrap)).work_orders[0]?.id;
const BOOTSTRAP = `plan.json#${bootstrapOrder ?? ''}`;

const KINDS = 'kinds.contract.json';
const kinds = JSON.stringify(
  {
    version: 2,
    spec: { id: 'kinds', title: 'Kinds of verdicts', description: 'One chunk for each.' },
    chunks: [
      {
        id: 'signature',
        title: 'Signature',
        allowedFiles: ['src/a.ts'],
        functions: [{ name: 'a', file: 'src/a.ts', signature: '(text: string) => number' }],
      },
      { id: 'command', title: 'Command', allowedFiles: ['src/a.ts'], acceptanceCommands: ['node --check src/a.ts'] },
      {
        id: 'successor',
        title: 'Successor',
        supersedes: ['predecessor'],
        allowedFiles: ['src/b.ts'],
        creates: ['b()'],
      },
      {
        id: 'predecessor',
        title: 'Predecessor',
        allowedFiles: ['src/b.ts'],
        creates: ['old()'],
      },
      {
        id: 'later',
        title: 'Later',
        dependsOn: ['successor'],
        allowedFiles: ['src/c.ts'],
        assertions: [
          { message: 'Must match', check: { type: 'pattern_match', target: 'src/c.ts', pattern: 'b\\(' } },
          {
            type: 'suggest',
            message: 'Should be typed',
            check: { type: 'export_exists', target: 'C', file: 'src/c.ts' },
          },
        ],
      },
    ],
  },
  null,
  2,
).replaceAll('\n', '\r\n');
const kindsBase = {
  [KINDS]: kinds,
  'src/main.ts': 'export const main = 1;\r\n',
  'package.json': '{ "type": "module" }\r\n',
};
const named = (contract: string, verdicts: Verdicts): Verdicts =>
  Object.fromEntries(Object.entries(verdicts).map(([chunk, verdict]) => [`${contract}#${chunk}`, verdict]));

const SAMPLES: readonly Sample[] = [
  {
    name: 'examples/health-check',
    base: healthCheck,
    states: [
      {
        name: 'the first attempt, with the wrong name',
        inEveryRun: true,
        writes: applyReplies(healthCheck, ['types/1']),
        verdicts: {
          ...named(HEALTH, { types: 'unsatisfied', check: 'unsatisfied', endpoint: 'unsatisfied' }),
          ...ordersOpen,
        },
        fails: [`${HEALTH}#types`],
      },
      {
        name: 'all attempts that passed',
        writes: done,
        verdicts: {
          ...named(HEALTH, { types: 'satisfied', check: 'satisfied', endpoint: 'satisfied' }),
          ...ordersOpen,
        },
        fails: [],
      },
    ],
  },
  {
    name: 'examples/health-check, done before',
    base: { ...healthCheck, ...done },
    states: [
      {
        name: 'an export is renamed',
        writes: { 'src/health/types.ts': done['src/health/types.ts']?.replaceAll('HealthCheckResult', 'HealthState2') },
        verdicts: {
          ...named(HEALTH, { types: 'unsatisfied', check: 'satisfied', endpoint: 'satisfied' }),
          ...ordersOpen,
        },
        fails: [`${HEALTH}#types`],
      },
    ],
  },
  {
    name: 'examples/chat-message',
    base: announcement,
    withoutCode: { check: { [ANNOUNCE]: 'unsatisfied' }, change: { [ANNOUNCE]: 'unverified' } },
    service: startChatService,
    states: [
      {
        name: 'the message is in the channel',
        inEveryRun: true,
        writes: { 'notes.md': 'Version 1.4.0\n' },
        verdicts: { [ANNOUNCE]: 'satisfied' },
        fails: [],
      },
    ],
  },
  {
    name: 'examples/two-languages',
    base: twoLanguages,
    states: [
      {
        name: 'Python done, Go with the wrong name',
        writes: applyReplies(twoLanguages, ['text/2', 'pages/1', 'money/1']),
        verdicts: {
          ...named(MONEY, { money: 'unsatisfied', lines: 'unsatisfied' }),
          ...named(TITLES, { text: 'satisfied', pages: 'satisfied' }),
        },
        fails: [`${MONEY}#money`],
      },
    ],
  },
  {
    name: 'test/fixtures/plans',
    base: { 'plan.json': bootstrap, 'tests/test_placeholder.py': 'def test_it():\n    assert True\n' },
    states: [
      {
        name: 'the script exists',
        writes: { 'scripts/verify.sh': 'python -m pytest -q\n' },
        verdicts: { [BOOTSTRAP]: 'satisfied' },
        fails: [],
      },
    ],
  },
  {
    name: 'each kind of verdict, in JSON with Windows line ends',
    base: kindsBase,
    states: [
      {
        name: 'a wrong signature, a successor, and a chunk that is not done',
        inEveryRun: true,
        writes: {
          'src/a.ts': 'export function a(text: string): string {\r\n  return text;\r\n}\r\n',
          'src/b.ts': 'export function b(): void {}\r\n',
          'src/c.ts': 'export const c = 1;\r\n',
        },
        verdicts: named(KINDS, {
          signature: 'unsatisfied',
          command: 'unverified',
          successor: 'satisfied',
          predecessor: 'unverified',
          later: 'unsatisfied',
        }),
        fails: [`${KINDS}#signature`, `${KINDS}#later`],
      },
    ],
  },
];

const checkReportSchema = z.object({
  contracts: z.array(
    z.object({ file: z.string(), chunks: z.array(z.object({ id: z.string(), verdict: z.string() })) }),
  ),
});

function verdictsOf(report: unknown): Verdicts {
  return Object.fromEntries(
    checkReportSchema
      .parse(report)
      .contracts.flatMap(({ file, chunks }) => chunks.map(({ id, verdict }) => [`${file}#${id}`, verdict])),
  );
}

/** The verdicts of the engine that the extension opens: with the analysis in its worker thread. */
async function judgeInEditor(workspace: Workspace, variables: NodeJS.ProcessEnv): Promise<Verdicts> {
  const environment = { ...variables, ...workspace.environment() };
  await using engine = createEngine({
    folder: workspace.folder,
    storage: environment['HOLDFAST_STORAGE'] ?? '',
    trusted: () => true,
    analysis: (services) =>
      connectAnalysis(
        () => new Worker(join(projectRoot, 'dist/analysis-worker.js'), { env: { ...process.env, ...environment } }),
        { ...services, environment: (name) => environment[name], validators: () => Promise.resolve([]) },
      ),
    settings: { environment, editor: () => ({}), defaultLanding: 'review' },
    models: { keys: () => Promise.resolve(undefined) },
    clock: systemClock,
    log: () => undefined,
  });
  const contracts = [];
  for (const { file } of await engine.contracts.readAll())
    contracts.push({ file, chunks: (await engine.checks.check(file)).chunks });
  return verdictsOf({ contracts });
}

async function judgeInTerminal(
  workspace: Workspace,
  variables: NodeJS.ProcessEnv,
  holdfast: typeof runHoldfast,
): Promise<Verdicts> {
  const run = await holdfast(workspace.folder, ['check', '--format', 'json'], {
    ...workspace.environment(),
    ...variables,
  });
  return verdictsOf(JSON.parse(run.stdout));
}

interface ChangeVerdict {
  readonly ok: boolean;
  readonly fails: readonly string[];
}

const junitSchema = z.object({
  testsuites: z.object({
    testsuite: z.array(
      z.object({
        name: z.string(),
        testcase: z.array(
          z.object({
            name: z.string(),
            failure: z.unknown().optional(),
            skipped: z.object({ message: z.string() }).optional(),
          }),
        ),
      }),
    ),
  }),
});

/** The verdicts of the JUnit report of CI, of the chunks that the change can affect. */
async function judgeInCi(
  workspace: Workspace,
  variables: NodeJS.ProcessEnv,
  startsPrograms: boolean,
): Promise<ChangeVerdict & { readonly verdicts: Verdicts }> {
  const environment = { ...workspace.environment(), ...variables };
  const { status, stderr } = startsPrograms
    ? await runAction(workspace, { inputs: { since: 'HEAD', junit: '../ci.xml' }, variables })
    : await callHoldfast(workspace.folder, ['check', '--since', 'HEAD', '--report', 'junit=../ci.xml'], environment)
        // The command of the action.
        .then((run) => ({ ...run, status: run.code }));
  assert.ok(status === 0 || status === 1, stderr);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => /^test(?:suite|case)$/.test(name),
  });
  const { testsuites } = junitSchema.parse(parser.parse(workspace.read('../ci.xml')));
  const cases = testsuites.testsuite.flatMap((suite) =>
    suite.testcase
      .filter(({ name }) => name.includes(': '))
      .map((one) => ({ ...one, key: `${suite.name}#${one.name.slice(0, one.name.indexOf(':'))}` })),
  );
  const EXCUSED = ['waits', 'not-started', 'fault-on-base'];
  return {
    ok: status === 0,
    fails: cases.filter(({ failure }) => failure !== undefined).map(({ key }) => key),
    verdicts: Object.fromEntries(
      cases.map(({ key, failure, skipped }) => {
        if (failure !== undefined || EXCUSED.includes(skipped?.message ?? '')) return [key, 'unsatisfied'];
        return [key, skipped === undefined ? 'satisfied' : 'unverified'];
      }),
    ),
  };
}

/** What the end of a session is refused for. */
async function judgeInHook(
  workspace: Workspace,
  variables: NodeJS.ProcessEnv,
  holdfast: typeof runHoldfast,
): Promise<ChangeVerdict> {
  const input = JSON.stringify({ session_id: 'none', hook_event_name: 'Stop', cwd: workspace.folder });
  const run = await holdfast(
    workspace.folder,
    // The end of the time would end the process of the tests.
    ['hook', 'stop', '--timeout', '120'],
    { ...workspace.environment(), ...variables },
    input,
  );
  assert.ok(run.code === 0 || run.code === 2, run.stderr);
  const fails = [...run.stderr.matchAll(/^- \[([^\]]+)\]/gm)].map(([, key = '']) => key);
  return { ok: run.code === 0, fails: [...new Set(fails)] };
}

const changeSchema = z.object({
  ok: z.boolean(),
  violations: z.array(z.object({ chunk: z.string().optional() })),
  chunks: z.array(z.object({ contract: z.string(), chunk: z.string(), verdict: z.string() })),
});

async function judgeOverMcp(
  workspace: Workspace,
  variables: NodeJS.ProcessEnv,
): Promise<ChangeVerdict & { readonly verdicts: Verdicts; readonly ofChange: Verdicts }> {
  const environment = () => ({ ...workspace.environment(), ...variables });
  await using server = await ConnectedClient.connect({ folder: workspace.folder, environment });
  const verdicts = verdictsOf(await server.call('check', { all: true }));
  const { ok, violations, chunks } = changeSchema.parse(await server.call('check_change', { since: 'HEAD' }));
  return {
    verdicts,
    ok,
    fails: [...new Set(violations.flatMap(({ chunk }) => chunk ?? []))],
    ofChange: Object.fromEntries(chunks.map(({ contract, chunk, verdict }) => [`${contract}#${chunk}`, verdict])),
  };
}

/** Starts the chat service of the example on a free port. */
async function startChatService(): Promise<Service> {
  const service = spawn(process.execPath, [join(projectRoot, 'examples/chat-message/chat-service.mjs'), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address = ''] = z.array(z.string()).parse(await once(createInterface({ input: service.stdout }), 'line'));
  return {
    variables: { CHAT_SERVER: address, CHAT_TOKEN: 'open-sesame' },
    [Symbol.asyncDispose]: async () => {
      service.kill();
      await once(service, 'exit');
    },
  };
}

/** The verdicts of the chunks that a judgement of the change contains: it leaves out what the change cannot affect. */
function only(verdicts: Verdicts, judged: Verdicts): Verdicts {
  return Object.fromEntries(Object.entries(verdicts).filter(([chunk]) => chunk in judged));
}

describe('the verdict', () => {
  for (const sample of SAMPLES) {
    // One sample shows that the programs give the verdicts of their code. The others compare the verdicts of the code, except
    // with a service: validators read its variables from the environment of the process.
    const startsPrograms = isFullRun || sample === SAMPLES[0] || sample.service !== undefined;
    const holdfast = startsPrograms ? runHoldfast : callHoldfast;
    const states = sample.states.filter(({ inEveryRun }) => isFullRun || inEveryRun === true);
    for (const { name, writes, verdicts, fails } of states) {
      it(`[AGENT-6] [AGENT-7] is the same in editor, terminal, CI, hook and MCP: ${sample.name}, ${name}`, async () => {
        using workspace = new Workspace(sample.base);
        for (const [file, text] of Object.entries(writes)) {
          if (text === undefined) rmSync(join(workspace.folder, file));
          else workspace.write({ [file]: text });
        }
        await using service = await (sample.service?.() ?? NO_SERVICE);
        const { variables } = service;

        const editor = await judgeInEditor(workspace, variables);
        assert.deepEqual(editor, verdicts, 'the editor');
        assert.deepEqual(await judgeInTerminal(workspace, variables, holdfast), editor, 'the terminal');
        const mcp = await judgeOverMcp(workspace, variables);
        assert.deepEqual(mcp.verdicts, sample.withoutCode?.check ?? editor, 'MCP');

        const ci = await judgeInCi(workspace, variables, startsPrograms);
        assert.deepEqual(ci.verdicts, only(editor, ci.verdicts), 'CI');
        const ciFails = [...ci.fails].sort();
        assert.deepEqual(ciFails, [...fails].sort(), 'what fails in CI');
        assert.equal(ci.ok, fails.length === 0, 'the verdict of CI');
        const hook = await judgeInHook(workspace, variables, holdfast);
        assert.deepEqual([hook.ok, [...hook.fails].sort()], [ci.ok, ciFails], 'the hook');
        assert.deepEqual([mcp.ok, [...mcp.fails].sort()], [ci.ok, ciFails], 'MCP about the change');
        assert.deepEqual(mcp.ofChange, sample.withoutCode?.change ?? ci.verdicts, 'MCP about the change');
      });
    }
  }

  it('is compared for every contract of the examples and fixtures', () => {
    const isContract = createPathMatcher(DEFAULT_CONTRACT_GLOBS);
    const folders = ['examples', 'test/fixtures'];
    const contracts = folders.flatMap((folder) =>
      Object.entries(readFolder(folder)).flatMap(([file, text]) =>
        isContract(file) || text.includes('"work_orders"') ? [`${folder}/${file}`] : [],
      ),
    );
    const compared = SAMPLES.map(({ name }) => name.split(',')[0] ?? '');
    assert.deepEqual(
      contracts.filter((file) => !compared.some((folder) => file.startsWith(`${folder}/`))),
      [],
    );
    assert.ok(contracts.length >= 4, contracts.join(', '));
  });
});

const NO_SERVICE: Service = { variables: {}, [Symbol.asyncDispose]: () => Promise.resolve() };
