import assert from 'node:assert/strict';
import type { RecordedRequest } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply, writeFileReply } from './support/health-check.ts';
import { runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const CONTRACT = {
  spec: { id: 'shop', title: 'Shop' },
  chunks: [
    {
      id: 'text',
      title: 'Text',
      allowedFiles: ['src/shop/text.py'],
      creates: ['slugify()'],
      functions: [{ name: 'slugify', file: 'src/shop/text.py', signature: '(text: str, *, sep: str = "-") -> str' }],
    },
    {
      id: 'titles',
      title: 'Titles',
      dependsOn: ['text'],
      consumes: ['slugify()'],
      allowedFiles: ['src/shop/titles.py'],
      creates: ['title_path()'],
    },
  ],
};

const FILES = {
  'shop.contract.json': JSON.stringify(CONTRACT),
  'pyproject.toml': '[project]\nname = "shop"\n',
  'src/shop/__init__.py': '',
};

const slugify = (name: string): string =>
  `def ${name}(text: str, *, sep: str = '-') -> str:\n    return sep.join(text.lower().split())\n`;
const TITLES =
  'from shop.text import slugify\n\n\ndef title_path(title: str) -> str:\n    return "/" + slugify(title)\n';

function readPrompt({ body }: RecordedRequest): string {
  const { messages } = body as { messages: readonly { content: unknown }[] };
  return messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n');
}

describe('a contract for Python', () => {
  it('[LANG-1] passes at the second attempt, and gives the verified import to the next chunk', async () => {
    using workspace = new Workspace(FILES);
    await using server = await startOpenAiChatServer([
      writeFileReply(slugify('slugifyy'), 'src/shop/text.py'),
      textReply('Done.'),
      writeFileReply(slugify('slugify'), 'src/shop/text.py'),
      textReply('Done.'),
      writeFileReply(TITLES, 'src/shop/titles.py'),
      textReply('Done.'),
    ]);
    const run = await runHoldfast(
      workspace.folder,
      ['run', 'shop.contract.json', '--all', '--apply', 'working-tree', '--format', 'json'],
      workspace.environment(server),
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.equal(workspace.read('src/shop/text.py'), slugify('slugify'));
    assert.equal(workspace.read('src/shop/titles.py'), TITLES);
    assert.equal(server.requests.length, 6);
    assert.match(readPrompt(server.requests[0]!), /Signatures of Python are compared as text/);
    assert.match(readPrompt(server.requests[2]!), /they export slugifyy[^]*Did you mean \\?"slugifyy\\?"/);
    assert.match(
      readPrompt(server.requests[4]!),
      /AVAILABLE IMPORTS[^]*From shop\.text, the file src\/shop\/text\.py, as `from shop\.text import …`:\\?n?\s*- slugify \(function\)/,
    );
    const check = await runHoldfast(workspace.folder, ['check', 'shop.contract.json']);
    assert.equal(check.code, 0, check.stdout);
    assert.match(check.stdout, /^2 of 2 chunks passed$/m);
  });

  it('[LANG-1] shows the uses of an export, with the parser that the package contains', async () => {
    using workspace = new Workspace({ ...FILES, 'src/shop/text.py': slugify('slugify'), 'src/shop/titles.py': TITLES });
    const impact = await runHoldfast(workspace.folder, ['impact', 'src/shop/text.py']);
    assert.equal(impact.code, 0, impact.stderr);
    assert.match(impact.stdout, /src\/shop\/titles\.py:1:23 import\n\s*src\/shop\/titles\.py:5:18 call/);
  });

  it('[LANG-2] that requires a type is refused before the model is called', async () => {
    const chunk = {
      ...CONTRACT.chunks[0],
      types: [{ name: 'T', file: 'src/shop/text.py', definition: '{ a: string }' }],
    };
    using workspace = new Workspace({
      ...FILES,
      'shop.contract.json': JSON.stringify({ ...CONTRACT, chunks: [chunk] }),
    });
    await using server = await startOpenAiChatServer([]);
    const run = await runHoldfast(workspace.folder, ['run', 'shop.contract.json'], workspace.environment(server));
    assert.equal(run.code, 1, run.stdout + run.stderr);
    assert.match(run.stdout + run.stderr, /types of Python are not read/);
    assert.equal(server.requests.length, 0);
  });
});
