import assert from 'node:assert/strict';
import { buildPrompt } from '../../../src/models/prompts/build-prompt.ts';
import { chunkOf, promptInput, typesCompleted } from './health-check-contract.ts';

describe('Prompt for Python and Go', () => {
  it('[LANG-1] shows imports in the form of the language, next to those of TypeScript', () => {
    const available = {
      name: 'slugify',
      from: 'shop.text',
      type: 'function',
      createdByChunk: 'types',
      file: 'src/shop/text.py',
    };
    const context = { ...typesCompleted, availableExports: [...typesCompleted.availableExports, available] };
    const { user } = buildPrompt(promptInput('check', { context }));
    assert.match(
      user,
      /From shop\.text, the file src\/shop\/text\.py, as `from shop\.text import …`:\n- slugify \(function\)/,
    );
    assert.match(user, /From "@acme\/logging":/);
  });

  it('[LANG-1] lists the names of the package of a Go file without an import', () => {
    const available = { name: 'Quota', from: 'example.com/quota', type: 'type', file: 'pkg/quota/quota.go' };
    const context = { ...typesCompleted, availableExports: [available] };
    const headingIn = (allowedFile: string) =>
      /^From (.*):$/m.exec(
        buildPrompt(promptInput('check', { context, chunk: { ...chunkOf('check'), allowedFiles: [allowedFile] } }))
          .user,
      )?.[1];
    const form = '`import "example.com/quota"`';
    assert.equal(
      headingIn('pkg/quota/parse.go'),
      `this package, without an import, the file pkg/quota/quota.go (from other packages: ${form})`,
    );
    assert.equal(headingIn('pkg/main.go'), `example.com/quota, the file pkg/quota/quota.go, as ${form}`);
  });

  it('[LANG-1] states how signatures are compared in each language that the chunk uses', () => {
    const signatureRules = (files: readonly string[]): readonly [boolean, boolean] => {
      const functions = files.map((file) => ({ name: 'f', file, signature: '(a: int) -> int' }));
      const { user } = buildPrompt(promptInput('check', { chunk: { ...chunkOf('check'), functions } }));
      return [/the way TypeScript compares types/.test(user), /Signatures of Python are compared as text/.test(user)];
    };
    assert.deepEqual(signatureRules(['src/a.py']), [false, true]);
    assert.deepEqual(signatureRules(['src/a.ts']), [true, false]);
    assert.deepEqual(signatureRules(['src/a.ts', 'src/a.py', 'src/b.py']), [true, true]);
  });
});
