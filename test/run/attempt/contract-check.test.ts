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
const UNTYPED = 'export const sum = (a, b) => a + b;\n';
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

/** The lines that the user sees on the checks. */
function readNotes(events: readonly RunEvent[]): readonly (string | undefined)[] {
  return events.flatMap((event) => (event.type === 'tool' && event.name === 'check_contract' ? [event.note] : []));
}

const CHECK_REQUEST = 'Call check_contract with {"build": true} to run the commands.';

describe('check_contract', () => {
  it('[AGENT-9] names everything that decides the attempt and was not run', async () => {
    const contract = { ...COMMANDS, attempt: { setup: ['node verify.mjs'] } };
    const { result, answers, events } = await converse([write(UNTYPED), CHECK], { contract });
    assert.equal(result.status, 'fail');
    assert.equal(
      answers[0],
      `Nothing fails in what was checked: 1 requirement, syntax, file rules. Nothing was compiled or executed.

Not run:
- setup: \`node verify.mjs\`
- build: \`node build.mjs\`
- verification: \`node verify.mjs\`
- acceptance: \`node --test test/sum.test.mjs\`, \`test -f dist/sum.mjs\`
- gates: small
${CHECK_REQUEST} The rest is judged after you finish.

ok       Must create sum()`,
    );
    const note = 'nothing fails; not run: setup, build, verification, acceptance, gates';
    assert.deepEqual(readNotes(events), [note]);
  });

  it('[AGENT-9] reports that no command compiles the code if the contract has none', async () => {
    const options = { contract: {}, chunk: {} };
    const { answers } = await converse([write(RIGHT), CHECK, BUILD_CHECK], options);
    for (const answer of answers) {
      assert.match(answer, /^Nothing fails .* has no build, verification or acceptance command, so nothing compiles/);
      assert.doesNotMatch(answer, /Not run|left in this attempt/);
    }
  });

  it('[AGENT-9] names a verification that is not due, with its condition', async () => {
    const requires = [{ kind: 'file_exists', path: 'src/later.mjs' }];
    const contract = { build: COMMANDS.build, verify: { command: 'node verify.mjs', requires } };
    const { answers } = await converse([write(RIGHT), CHECK, BUILD_CHECK], { contract });
    const notDue = /^- verification: `node verify\.mjs` \(not due until src\/later\.mjs exists\)$/m;
    assert.match(answers[0] ?? '', notDue);
    assert.match(answers[1] ?? '', notDue);
    assert.match(
      answers[1] ?? '',
      /^Nothing fails in what was checked: 1 requirement, syntax, file rules, build, accept/,
    );
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
    const [answer = ''] = answers;
    assert.match(answer, /^- checks that need a command, a request, a validator or a model: Prints nothing$/m);
    assert.match(answer, /^- other chunks: the asserts of those that are done$/m);
    assert.match(answer, /^not run {2}Prints nothing$/m);
  });

  it('[AGENT-9] fails for code that does not parse, although every assert holds', async () => {
    const broken = { name: 'write_file', input: { path: 'src/other.mjs', content: 'export const broken = ;\n' } };
    const { answers, events } = await converse([write(RIGHT), broken, CHECK]);
    assert.match(answers[0] ?? '', /^The contract is not met\. Failures: 1 syntax error\. Checked: .*\n\nNot run:\n/);
    assert.match(answers[0] ?? '', /^FAILS {4}Syntax error: src\/other\.mjs:1:/m);
    assert.match(readNotes(events)[0] ?? '', /^fails: 1 syntax error; not run: build/);
  });

  it('[AGENT-9] runs build and acceptance with {build: true}, so that the model can fix what they report', async () => {
    const { result, answers, events } = await converse([write(WRONG), BUILD_CHECK, write(RIGHT), BUILD_CHECK]);
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(result.attempts.length, 1);
    const [failed = '', passed = ''] = answers;
    assert.match(failed, /^The contract is not met\. Failures: build, 1 acceptance command\. /);
    assert.match(failed, /^- verification: `node verify\.mjs` \(not run after the failure\)$/m);
    assert.match(failed, /^FAILS {4}build: `node build\.mjs`; exit code 2$/m);
    assert.match(failed, /^ok {7}acceptance: `test -f dist\/sum\.mjs`$/m);
    assert.match(failed, /The build failed\. Its output:\n<output-data>\n.*the type is missing/);
    assert.match(failed, /The acceptance command `node --test test\/sum\.test\.mjs` failed too: [^]*-1 !== 3/);
    assert.match(
      passed,
      /^Nothing fails in what was checked: 1 requirement, syntax, file rules, build, verification, acceptance\.\n\nNot run:\n- gates: small\nAll of this is judged after you finish\.\n/,
    );
    assert.match(passed, /Checks with \{"build": true\} that are left in this attempt: 3\.$/);
    assert.deepEqual(result.landed?.files, [FILE], 'what commands wrote is discarded');
    const stages = events.flatMap((event) => (event.type === 'stage' ? [`${event.stage} ${event.detail ?? ''}`] : []));
    assert.ok(stages.includes('write check_contract: node build.mjs'), stages.join('\n'));
    assert.deepEqual(readNotes(events), [
      'fails: build, 1 acceptance command; not run: verification, gates',
      'nothing fails; not run: gates',
    ]);
  });

  it('[AGENT-9] repeats the result for unchanged files, and reports when the limit of checks is reached', async () => {
    const versions = Array.from({ length: 6 }, (_, index) => [write(`${RIGHT}// ${index}\n`), BUILD_CHECK]).flat();
    const { answers, events } = await converse([...versions.slice(0, 2), BUILD_CHECK, ...versions.slice(2)], {
      contract: { build: { command: 'node build.mjs' } },
      chunk: {},
    });
    assert.match(answers[1] ?? '', /unchanged since the last check [^]* left in this attempt: 4\./);
    assert.match(answers[5] ?? '', /left in this attempt: 0\./);
    assert.match(answers[6] ?? '', /^Nothing fails .* Nothing was compiled or executed\.\n\nNot run:\n- build: /);
    assert.match(answers[6] ?? '', /No command was run: this attempt has used its 5 checks/);
    assert.doesNotMatch(answers[6] ?? '', /Call check_contract/);
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
