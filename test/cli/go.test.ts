import assert from 'node:assert/strict';
import { runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const contract = (name: string): string =>
  JSON.stringify({
    spec: { id: name, title: 'Text' },
    chunks: [
      {
        id: 'text',
        title: 'Text',
        allowedFiles: ['text/text.go'],
        creates: [`${name}()`],
        functions: [{ name, file: 'text/text.go', signature: 'func (text string) (string, error)' }],
      },
    ],
  });

describe('a contract for Go', () => {
  it('[LANG-1] is checked with the parser that the package contains, and suggests the nearest name', async () => {
    using workspace = new Workspace({
      'go.mod': 'module example.com/shop\n',
      'text/text.go': 'package text\n\nfunc Slugify(text string) (string, error) { return text, nil }\n',
      'main.go': 'package main\n\nimport "example.com/shop/text"\n\nfunc main() { text.Slugify("a") }\n',
      'good.contract.json': contract('Slugify'),
      'bad.contract.json': contract('Slugfy'),
    });
    const good = await runHoldfast(workspace.folder, ['check', 'good.contract.json']);
    assert.equal(good.code, 0, good.stdout + good.stderr);
    const bad = await runHoldfast(workspace.folder, ['check', 'bad.contract.json']);
    assert.equal(bad.code, 1, bad.stdout + bad.stderr);
    assert.match(bad.stdout, /Did you mean "Slugify"/);
    const impact = await runHoldfast(workspace.folder, ['impact', 'text/text.go']);
    assert.match(impact.stdout, /main\.go:5:20 call/);
  });
});
