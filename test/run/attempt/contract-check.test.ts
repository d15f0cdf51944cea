import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { textReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'sum.contract.json';
const FILE = 'src/sum.mjs';
/** Compiles nothing, but reports a missing type as a compiler does, and writes output and a file of the repository. */
const BUILD = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const text = readFileSync('src/sum.mjs', 'utf8');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/sum.mjs', text);
writeFileSync('src/generated.mjs', '');
if (text.includes('endless')) setInterval(() => {}, 1000);
else if (!text.includes('@type')) {
  console.error('src/sum.mjs(1,1): error: the type is missing');
  process.exitCode = 2;
}
`;
const TYPED = '/** @type {(a: number, b: number) => number} */\n';
const WRONG = 'export const sum = (a, b) => a - b;\n';
const RIGHT = `${TYPED}export const sum = (a, b) => a + b;\n`;

const COMMANDS = {
  build: { command: 'node build.mjs' },
  verify: { command: 'node verify.mjs' },
  gates: [{ id: 'small', enforcementMode: 'advisory', command: 'node verify.mjs' }],
};
const ACCEPTANCE = { acceptanceCommands: ['node --test test/sum.test.mjs', 'test -f dist/sum.mjs'] };

interface ContractOptions {
  readonly contract?: object;
  readonly chunk?: object;
}

function createFiles({ contract = COMMANDS, chunk = ACCEPTANCE }: ContractOptions): Record<string, string> {
  return {
    [CONTRACT]: JSON.stringify({
      spec: { id: 'sum', title: 'Sums' },
      ...contract,
      chunks: [{ id: 'sum', title: 'Sum', allowedFiles: ['src/**'], creates: ['sum()'], maxAttempts: 1, ...chunk }],
    }),
    '.gitignore': 'dist/\nnode_modules/\n',
    'build.mjs': BUILD,
    'verify.mjs': '',
    [FILE]: `${TYPED}export const nothing = () => 0;\n`,
    'test/sum.test.mjs': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sum } from '../src/sum.mjs';
it('adds', () => assert.equal(sum(1, 2), 3));
`,
  };
}

type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
const write = (content: string): Call => ({ name: 'write_file', input: { path: FILE, content } });
const CHECK: Call = { name: 'check_contract', input: {} };
const BUILD_CHECK: Call = { name: 'check_contract', input: { build: true } };

interface Conversation {
  readonly result: ChunkRunResult;
  /** The results of the calls of check_contract. */
  readonly answers: readonly string[];
  readonly events: readonly RunEvent[];
}

interface RunOptions extends ContractOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  readonly files?: Readonly<Record<string, string>>;
}

/** Runs one attempt in which the model makes one call per answer. */
async function converse(calls: readonly Call[], options: RunOptions = {}): Promise<Conversation> {
  using workspace = new Workspace({ ...createFiles(options), ...options.files });
  const replies = calls.map((call) => ({ toolCalls: [call] }));
  await using server = await startOpenAiChatServer([...replies, textReply('Done.')]);
  const environment = (): NodeJS.ProcessEnv => ({ ...workspace.environment(server), ...options.environment });
  await using engine = openFolderEngine({ folder: workspace.folder, environment }, { server });
  const events: RunEvent[] = [];
  const result = await engine.runChunk({
    contract: CONTRACT,
    chunk: 'sum',
    signal: options.signal,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const { messages } = (server.requests.at(-1)?.body ?? { messages: [] }) as {
    messages: { role: string; content: unknown }[];
  };
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  const answers = results.filter((_, index) => calls[index]?.name === 'check_contract');
  return { result, answers, events };
}

describe('check_contract', () => {
  it('[AGENT-9] names everything that decides the attempt and was not run', async () => {
    const { result, answers } = await converse([write(`export const sum = (a, b) => a - b;\n`), CHECK]);
    const [answer = ''] = answers;
    assert.equal(result.status, 'fail');
    assert.match(
      answer,
      /^The asserts hold\. Not run: build \(`node build\.mjs`\), 1 verification \(`node verify\.mjs`\), 2 acceptance commands \(`node --test test\/sum\.test\.mjs`, `test -f dist\/sum\.mjs`\), 1 gate \(small\)\. Nothing was compiled\. Call check_contract with \{build: true\}/,
    );
    assert.doesNotMatch(answer, /\bholds\b/i);
    assert.match(answer, /^ok {5}.*sum/m);
  });

  it('[AGENT-9] reports that no command compiles the code if the contract has none', async () => {
    const options = { contract: {}, chunk: {} };
    const { answers } = await converse([write(RIGHT), CHECK, BUILD_CHECK], options);
    assert.match(answers[0] ?? '', /^The asserts hold\. The contract has no build, .* so nothing compiles or runs/);
    assert.match(answers[1] ?? '', /The contract has no build, verification or acceptance command to run\./);
  });

  it('[AGENT-9] names the checks that need more than files, and the asserts of other chunks', async () => {
    const step = { steps: [{ id: 'version', command: 'node verify.mjs' }] };
    const assertion = {
      type: 'assert',
      message: 'Prints nothing',
      check: { type: 'equals', target: 'version', expected: '' },
    };
    const other = { id: 'other', title: 'Other', creates: ['other'], allowedFiles: ['src/other.mjs'] };
    const files = createFiles({
      contract: { ...COMMANDS, ...step },
      chunk: { ...ACCEPTANCE, assertions: [assertion] },
    });
    const contract = JSON.parse(files[CONTRACT] ?? '') as { chunks: object[] };
    contract.chunks.push(other);
    const { answers } = await converse([write(RIGHT), CHECK], { files: { [CONTRACT]: JSON.stringify(contract) } });
    assert.match(
      answers[0] ?? '',
      /^The checked asserts hold\. Not run: .* 1 check that needs a command, .*Prints nothing/,
    );
    assert.match(answers[0] ?? '', /the asserts of other chunks that are done\./);
  });

  it('[AGENT-9] fails for code that does not parse, although every assert holds', async () => {
    const broken = { name: 'write_file', input: { path: 'src/other.mjs', content: 'export const broken = ;\n' } };
    const { answers } = await converse([write(RIGHT), broken, CHECK]);
    assert.match(answers[0] ?? '', /^The contract is not met\. Failures: 1 syntax error\. Not run: /);
    assert.match(answers[0] ?? '', /^FAILS {2}Syntax error: src\/other\.mjs:1:/m);
  });

  it('[AGENT-9] runs build and acceptance with {build: true}, so that the model can fix what they report', async () => {
    const { result, answers, events } = await converse([write(WRONG), BUILD_CHECK, write(RIGHT), BUILD_CHECK]);
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(result.attempts.length, 1);
    const [failed = '', passed = ''] = answers;
    assert.match(
      failed,
      /^The contract is not met\. Failures: the build, 1 acceptance command\. Not run: 1 verification/,
    );
    assert.match(failed, /The build failed\. Its output:\n<output-data>\n.*the type is missing/);
    assert.match(failed, /The acceptance command `node --test test\/sum\.test\.mjs` failed too: [^]*-1 !== 3/);
    assert.match(
      passed,
      /^The asserts hold\. These pass: the build, the verification, the acceptance commands\. Not run: 1 gate/,
    );
    assert.match(passed, /Checks with \{build: true\} that are left in this attempt: 3\./);
    assert.deepEqual(result.landed?.files, [FILE], 'what commands wrote is discarded');
    const stages = events.flatMap((event) => (event.type === 'stage' ? [`${event.stage} ${event.detail ?? ''}`] : []));
    assert.ok(stages.includes('write check_contract: node build.mjs'), stages.join('\n'));
    const notes = events.flatMap((event) => (event.type === 'tool' ? [event.note] : []));
    assert.deepEqual(
      notes.filter((note) => note !== undefined),
      ['fails: the build, 1 acceptance command', 'nothing fails'],
    );
  });

  it('[AGENT-9] repeats the result for unchanged files, and reports when the limit of checks is reached', async () => {
    const versions = Array.from({ length: 6 }, (_, index) => [write(`${RIGHT}// ${index}\n`), BUILD_CHECK]).flat();
    const { answers, events } = await converse([...versions.slice(0, 2), BUILD_CHECK, ...versions.slice(2)], {
      contract: { build: { command: 'node build.mjs' } },
      chunk: {},
    });
    assert.match(answers[1] ?? '', /unchanged since the last check .* left in this attempt: 4\./);
    assert.match(answers[5] ?? '', /left in this attempt: 0\./);
    assert.match(answers[6] ?? '', /^The asserts hold\. Not run: build .*No command was run: the limit of 5 checks/);
    const builds = events.filter(
      ({ type, ...event }) => type === 'stage' && JSON.stringify(event).includes('check_contract'),
    );
    assert.equal(builds.length, 5);
  });

  it('[ENF-RETRY-6] [AGENT-9] is stopped by a cancel while the build runs', async () => {
    const abort = new AbortController();
    const { result } = await converse([write(`// endless\n${RIGHT}`), BUILD_CHECK], {
      signal: abort.signal,
      onEvent: (event) => {
        if (event.type === 'stage' && event.detail?.startsWith('check_contract') === true)
          setImmediate(() => abort.abort());
      },
    });
    assert.equal(result.status, 'cancelled');
  });
});
