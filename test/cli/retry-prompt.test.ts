import assert from 'node:assert/strict';
import type { RecordedRequest } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply, writeFileReply } from './support/health-check.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const CONTRACT = {
  spec: { id: 'sum', title: 'Sums' },
  chunks: [
    {
      id: 'sum',
      title: 'Sum',
      allowedFiles: ['src/sum.mjs'],
      creates: ['sum()'],
      acceptanceCommands: ['node --test test/sum.test.mjs'],
    },
  ],
};

const FILES = {
  'sum.contract.json': JSON.stringify(CONTRACT),
  'src/sum.mjs': '// The sum of a list.\n',
  'test/sum.test.mjs': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sum } from '../src/sum.mjs';

it('adds', () => {
  assert.equal(sum([1, 2]), 3);
});
`,
};

const THROWING = `// The sum of a list.
export function sum(values) {
  const total = values.reduce((a, b) => a + b);
  return total.value();
}
`;
const WORKING = THROWING.replace('total.value()', 'total');

const RUN = ['run', 'sum.contract.json', '--chunk', 'sum', '--apply', 'none', '--format', 'json'];

/** The texts of the user messages of a request. */
function readPrompt({ body }: RecordedRequest): string {
  const { messages } = body as { messages: readonly { role: string; content: unknown }[] };
  const users = messages.filter(({ role }) => role === 'user');
  return users.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n');
}

describe('the prompt of a retry', () => {
  it('[ENF-CTX-7] contains the code that failed and the lines that errors point at, from the failed tree', async () => {
    using workspace = new Workspace(FILES);
    await using server = await startOpenAiChatServer([
      writeFileReply(THROWING, 'src/sum.mjs'),
      textReply('Done.'),
      writeFileReply(WORKING, 'src/sum.mjs'),
      textReply('Done.'),
    ]);
    const run = await runHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.doesNotMatch(readPrompt(server.requests[0]!), /code-data|diff-data/);
    const prompt = readPrompt(server.requests[2]!);
    assert.match(prompt, /no change of the previous attempt is in them/);
    assert.match(prompt, /<code-data path="src\/sum\.mjs" state="written by the previous attempt">\n/);
    assert.match(prompt, /\n {2}3 \| {3}const total = values\.reduce.*\n> 4 \| {3}return total\.value\(\);\n/);
    assert.match(prompt, /state="not changed by the previous attempt">\n[^]*> 6 \| {3}assert\.equal\(sum/);
    assert.match(prompt, /<diff-data>\ndiff --git [^]*\n\+ {2}return total\.value\(\);\n[^]*<\/diff-data>/);
    assert.match(prompt, /It was discarded/);
  });

  it('[TRUST-3] masks the API key in the change, in the lines around errors and in the output', async () => {
    const key = 'sk-loopback-key';
    const current = `export const key = '${key}';\n`;
    using workspace = new Workspace({ ...FILES, 'src/sum.mjs': current });
    await using server = await startOpenAiChatServer([
      writeFileReply(
        `${current}export const sum = () => fail(key);\nfunction fail(text) {\n  throw new Error(text);\n}\n`,
        'src/sum.mjs',
      ),
      textReply('Done.'),
      textReply('Done.'),
      textReply('Done.'),
    ]);
    await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    const prompt = readPrompt(server.requests[2]!);
    assert.match(prompt, / {2}1 \| export const key = '(?!sk-)[^']+';\n> 2 \| export const sum/);
    assert.match(prompt, /\n \s*export const key = '/, 'the diff has the line with the key as its context');
    assert.equal(
      server.requests.some(({ text }) => text.includes(key)),
      false,
    );
  });

  it('[AGENT-10] uses an answer in text, and otherwise starts with how to use the tools; after a second answer without a call, blocks', async () => {
    using workspace = new Workspace(FILES);
    await using server = await startOpenAiChatServer([
      textReply('I would write a function that adds the values.'),
      textReply('Should I write it?'),
      textReply(`The file is now:\n\n\`\`\`js\n${WORKING}\`\`\`\n`),
    ]);
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const requests = server.requests.map((request) => ({
      hasTools: request.body['tools'] !== undefined,
      advice: /## PREVIOUS ATTEMPT FAILED\n\n(.*)/.exec(readPrompt(request))?.[1] ?? '',
    }));
    assert.deepEqual(
      requests.map(({ hasTools }) => hasTools),
      [true, true, false],
    );
    assert.match(requests[1]?.advice ?? '', /Tools are required: call write_file/);
    assert.match(
      requests[2]?.advice ?? '',
      /a fenced block that names its path after the language \(```ts path=src\/sum\.mjs\)/,
    );
    const { attempts } = JSON.parse(run.stdout) as { attempts: { stopReason: string; diff: string }[] };
    assert.deepEqual(
      attempts.map(({ stopReason }) => stopReason),
      ['no-change', 'no-change', 'finished'],
    );
    assert.match(attempts[2]?.diff ?? '', /\+export function sum/);
  });

  it('[ENF-CTX-1] is shortened to the context window that the server states when it refuses a request', async () => {
    const [chunk] = CONTRACT.chunks;
    using workspace = new Workspace({
      ...FILES,
      'sum.contract.json': JSON.stringify({ ...CONTRACT, chunks: [{ ...chunk, contextFiles: ['docs/notes.md'] }] }),
      'docs/notes.md': 'A note on sums and numbers.\n'.repeat(2_000),
    });
    await using server = await startOpenAiChatServer(({ text }) =>
      text.length > 6_000
        ? {
            status: 400,
            body: { error: { code: 400, message: 'the request exceeds the available context size', n_ctx: 2_048 } },
          }
        : { text: `\`\`\`js path=src/sum.mjs\n${WORKING}\`\`\`\n` },
    );
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /does not fit the context window of openai-compatible:test-model/);
    assert.match(run.stderr, /a context window of 2048 tokens, the prompt leaves out: .*parts of the context files/);
    assert.equal(server.requests.length, 2);
    assert.equal(server.requests[1]?.body['tools'], undefined);
    assert.match(readPrompt(server.requests[1]!), /## LEFT OUT/);
  });
});
