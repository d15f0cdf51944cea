import assert from 'node:assert/strict';
import { findPlaceholderLine } from '../../../../src/models/agent/files/elision.ts';

const PLACEHOLDERS = [
  '// rest unchanged',
  '// ... rest of the file unchanged ...',
  '// rest of file unchanged',
  '// … existing code …',
  '// ... existing code ...',
  '// ...existing code...',
  '  // ... (rest of the code remains the same)',
  '// The rest of the function stays the same',
  '// remaining methods unchanged',
  '// other imports unchanged',
  '// ... other methods ...',
  '// existing imports here',
  '// keep existing code',
  '// ...',
  '/* ... */',
  '/* rest of the component is unchanged */',
  '{/* ... existing JSX code ... */}',
  '{/* rest of the component unchanged */}',
  '# ... rest of the code',
  '# rest of the class remains unchanged',
  '-- ... existing code ...',
  '<!-- rest of the document unchanged -->',
  '; ... rest unchanged',
  '...rest of code unchanged',
  '… rest of the file …',
  '[... rest of the code unchanged ...]',
  '... (unchanged)',
  '// code omitted for brevity',
  '// unchanged',
  '// same as before',
  '// ... (omitted)',
  '// ... [existing code] ...',
];

const ORDINARY = [
  '  ...existing,',
  '  ...rest',
  'const { a, ...rest } = props;',
  '...options.headers,',
  'function f(...args: string[]) {}',
  '// the rest of the arguments are passed on',
  '// remaining items stay in the queue',
  '// returns the existing code of the item, or undefined',
  '// Loading...',
  '// Wait for the existing connection',
  '// unchanged files are skipped',
  '# Existing users keep their settings',
  '#!/usr/bin/env node',
  ' * rest of the file unchanged',
  "log('... existing code ...');",
  '/** The same code for both. */',
  '// keep the original order',
  '--count;',
  '// other',
  '',
];

describe('Agent: placeholders for omitted code', () => {
  for (const line of PLACEHOLDERS) {
    it(`are found in ${line.trim()}`, () => {
      assert.equal(
        findPlaceholderLine('src/a.ts', `const a = 1;\r\n${line}\nconst b = 2;\n`, 'const a = 1;\n'),
        line.trim(),
      );
    });
  }

  for (const line of ORDINARY) {
    it(`are not found in ${JSON.stringify(line)}`, () => {
      assert.equal(findPlaceholderLine('src/a.ts', `const a = 1;\n${line}\nconst b = 2;\n`, undefined), undefined);
    });
  }

  it('are allowed if the file already contains the line', () => {
    assert.equal(
      findPlaceholderLine('src/a.ts', '  // ... existing code ...\n', 'a\n// ... existing code ...\nb\n'),
      undefined,
    );
  });

  it('do not include a single ellipsis in prose', () => {
    assert.equal(findPlaceholderLine('README.md', '```ts\n// ...\n```\n', undefined), undefined);
    assert.equal(
      findPlaceholderLine('README.md', '<!-- ... rest of the file unchanged ... -->\n', undefined),
      '<!-- ... rest of the file unchanged ... -->',
    );
  });
});
