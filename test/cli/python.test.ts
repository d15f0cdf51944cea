import assert from 'node:assert/strict';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

describe('a contract for Python', () => {
  it('[LANG-2] that requires a type is refused before the model is called', async () => {
    const chunk = {
      id: 'text',
      title: 'Text',
      allowedFiles: ['src/shop/text.py'],
      creates: ['slugify()'],
      types: [{ name: 'T', file: 'src/shop/text.py', definition: '{ a: string }' }],
    };
    using workspace = new Workspace({
      'shop.contract.json': JSON.stringify({ spec: { id: 'shop', title: 'Shop' }, chunks: [chunk] }),
      'src/shop/__init__.py': '',
    });
    await using server = await startOpenAiChatServer([]);
    const run = await runHoldfast(workspace.folder, ['run', 'shop.contract.json'], workspace.environment(server));
    assert.equal(run.code, 1, run.stdout + run.stderr);
    assert.match(run.stdout + run.stderr, /types of Python are not read/);
    assert.equal(server.requests.length, 0);
  });
});
