import assert from 'node:assert/strict';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply, writeFileReply } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const fileExists = (path: string) => ({ kind: 'file_exists', path });

function createContract(chunks: readonly Record<string, unknown>[]): Record<string, string> {
  return { 'plan.contract.json': JSON.stringify({ spec: { id: 'plan', title: 'Plan' }, chunks }) };
}

/** Runs a chunk and returns the first prompt and what was printed. */
async function readPrompt(
  workspace: Workspace,
  chunk: string,
  file: string,
): Promise<{ prompt: string; stderr: string }> {
  await using server = await startOpenAiChatServer([
    writeFileReply('export const last = 1;\n', file),
    textReply('Done.'),
  ]);
  const args = ['run', 'plan.contract.json', '--chunk', chunk, '--max-attempts', '1', '--apply', 'none'];
  const { stderr, stdout } = await callHoldfast(workspace.folder, args, workspace.environment(server));
  assert.ok(server.requests[0], `${stdout}\n${stderr}`);
  return { prompt: server.requests[0].text, stderr };
}

/** The text of one section of a prompt. The prompt is in the JSON of a request. */
function section(prompt: string, title: string): string {
  const start = prompt.indexOf(`## ${title}`);
  if (start < 0) return '';
  const end = prompt.indexOf('\\n## ', start + 1);
  return prompt.slice(start, end < 0 ? undefined : end).replaceAll('\\n', '\n');
}

const last = { id: 'last', title: 'Last', allowedFiles: ['src/last.ts'], creates: ['last'] };

describe('the context of a prompt', () => {
  it('[ENF-CTX-2] lists what other chunks declare and the tree has, without any history', async () => {
    using workspace = new Workspace({
      ...createContract([
        {
          id: 'first',
          title: 'First',
          allowedFiles: ['src/first.ts'],
          creates: ['first()'],
          functions: [{ name: 'parse', file: 'src/parse.ts', signature: '(text: string) => Tree' }],
          types: [{ name: 'Tree', file: 'src/parse.ts', definition: '{ root: string }' }],
          assertions: [
            { message: 'exports Kind', check: { type: 'export_exists', target: 'Kind', file: 'src/kind.ts' } },
          ],
        },
        { ...last, dependsOn: ['first'] },
        {
          id: 'later',
          title: 'Later',
          creates: ['later'],
          types: [{ name: 'Later', file: 'src/later.ts', definition: '{}' }],
        },
      ]),
      'src/first.ts': 'export function first(): void {}\n',
      'src/parse.ts':
        'export interface Tree { root: string }\nexport function parse(text: string): Tree { return { root: text }; }\n',
      'src/kind.ts': 'export enum Kind { One }\n',
    });
    const { prompt } = await readPrompt(workspace, 'last', 'src/last.ts');
    const available = section(prompt, 'AVAILABLE IMPORTS');
    for (const item of ['first (function)', 'parse (function)', 'Tree (interface)', 'Kind (enum)']) {
      assert.ok(available.includes(item), `${item} is not in:\n${available}`);
    }
    const missing = section(prompt, 'DO NOT IMPORT');
    assert.ok(missing.includes('`later` (chunk later'), missing);
    assert.ok(missing.includes('`Later` (chunk later'), missing);
    assert.ok(!missing.includes('parse'), missing);
  });

  it('[ENF-CTX-2] takes a name from the file that the contract names, not from another one', async () => {
    using workspace = new Workspace({
      ...createContract([
        { id: 'first', title: 'First', allowedFiles: ['src/first.ts'], creates: ['parse()'] },
        { ...last, allowedFiles: ['src/last.ts'] },
      ]),
      'src/first.ts': 'export function other(): void {}\n',
      'tools/parse.ts': 'export function parse(): void {}\n',
    });
    const { prompt } = await readPrompt(workspace, 'last', 'src/last.ts');
    assert.equal(section(prompt, 'AVAILABLE IMPORTS'), '');
  });

  it('[ENF-CTX-5] lists no files and exports of another branch', async () => {
    const first = { id: 'first', title: 'First', allowedFiles: ['src/first.ts'], creates: ['first'] };
    using workspace = new Workspace({ ...createContract([first, last]), 'src/main.ts': 'export const main = 1;\n' });
    workspace.git('switch', '-q', '-c', 'feature');
    await using server = await startOpenAiChatServer([
      writeFileReply('export const first = 1;\n', 'src/first.ts'),
      textReply('Done.'),
    ]);
    const args = ['run', 'plan.contract.json', '--chunk', 'first'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 0, run.stdout);
    const there = await readPrompt(workspace, 'last', 'src/last.ts');
    assert.match(section(there.prompt, 'FILES CHANGED BY COMPLETED CHUNKS'), /src\/first\.ts/);
    workspace.git('switch', '-q', 'main');
    const { prompt } = await readPrompt(workspace, 'last', 'src/last.ts');
    assert.equal(section(prompt, 'FILES CHANGED BY COMPLETED CHUNKS'), '');
    assert.equal(section(prompt, 'AVAILABLE IMPORTS'), '');
    assert.match(section(prompt, 'DO NOT IMPORT'), /`first`/);
  });

  it('[ENF-CTX-1] shows the files that a context pattern matches, and says which context files it does not show', async () => {
    using workspace = new Workspace({
      ...createContract([
        {
          ...last,
          contextFiles: ['docs/*.md', '!docs/secret.md', 'logo.png', 'docs', 'none/**', 'new.ts', 'src/[id].ts'],
          postconditions: [fileExists('src/last.ts')],
        },
      ]),
      'docs/one.md': 'The first document.\n',
      'docs/two.md': 'The second document.\n',
      'docs/secret.md': 'The third document.\n',
      'src/[id].ts': 'export const brackets = 1;\n',
    });
    workspace.writeBytes('logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0x01]));
    const { prompt, stderr } = await readPrompt(workspace, 'last', 'src/last.ts');
    const text = section(prompt, 'CONTEXT FILES');
    for (const shown of ['The first document.', 'The second document.', 'export const brackets = 1;']) {
      assert.ok(text.includes(shown), text);
    }
    assert.ok(!text.includes('The third document.'), text);
    assert.match(text, /logo\.png: this file exists, but it is not UTF-8 text and is not shown\./);
    assert.match(text, /docs: this is a folder; its files are not shown\./);
    assert.match(text, /none\/\*\*: no file matches this pattern\./);
    assert.match(text, /new\.ts: this file does not exist yet\./);
    assert.match(stderr, /The prompt does not show the context file "logo\.png"/);
  });
});
