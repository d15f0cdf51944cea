import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { waitForDiagnostics, removeFile, workspaceFile, writeFile } from './workspace.ts';

const contract = 'languages.contract.yaml';
const files = {
  'shop/text.py': 'def slugify(text: str, sep: str) -> str:\n    return text\n',
  'text/text.go': 'package text\n\nfunc Slugify(text string, sep string) string { return text }\n',
};

const contractText = `spec: { id: languages, title: Languages }
chunks:
  - id: python
    title: Python
    functions: [{ name: slugify, file: shop/text.py, signature: '(text: str) -> str' }]
  - id: go
    title: Go
    functions: [{ name: Slugify, file: text/text.go, signature: (text string) string }]
`;

describe('Python and Go', () => {
  beforeEach(async () => {
    for (const [file, text] of Object.entries(files)) await writeFile(file, text);
    await writeFile(contract, contractText);
  });

  afterEach(async () => {
    await removeFile(contract);
    for (const file of Object.keys(files)) await removeFile(file);
  });

  it('[LANG-1] have diagnostics at their functions, from the grammars in the package', async () => {
    for (const [file, { line, actual }] of Object.entries({
      'shop/text.py': { line: 0, actual: 'Actual: (text: str, sep: str) -> str' },
      'text/text.go': { line: 2, actual: 'Actual: (string, string) string' },
    })) {
      const isCompared = (found: readonly vscode.Diagnostic[]) => found.some(({ message }) => message.includes(actual));
      const found = await waitForDiagnostics(workspaceFile(file), isCompared);
      assert.equal(found.find(({ message }) => message.includes(actual))?.range.start.line, line);
    }
  });
});
