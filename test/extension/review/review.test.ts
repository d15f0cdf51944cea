import assert from 'node:assert/strict';
import { landingWords } from '../../../src/extension/review/landing-words.ts';
import { readResultUri, resultUriParts } from '../../../src/extension/review/result-uri.ts';

describe('the uri of a result', () => {
  it('names folder, run, side and path, and reads back what it was made of', () => {
    const file = {
      folder: 'file:///c%3A/work & play/repo',
      runId: 'r1',
      side: 'after',
      path: 'src/a b/ö#?.ts',
    } as const;
    const parts = resultUriParts(file);
    assert.equal(parts.path, '/src/a b/ö#?.ts');
    assert.deepEqual(readResultUri(parts), file);
  });

  it('is refused where it is not one of ours', () => {
    assert.equal(readResultUri({ path: '/a.ts', query: '' }), undefined);
    assert.equal(readResultUri({ path: '/a.ts', query: 'folder=f&run=r&side=middle' }), undefined);
  });
});

describe('landingWords', () => {
  it('tells what landed where, and what was left out', () => {
    const landing = { files: ['a.ts'], conflicts: [], notes: ["The repository's hooks were skipped."] };
    assert.equal(
      landingWords({ ...landing, commit: '0123456789abcdef' }),
      "Landed 1 file, committed as 01234567. The repository's hooks were skipped.",
    );
    assert.match(landingWords(landing), /in your working tree, not committed/);
  });

  it('a conflict landed nothing, and says what is in conflict and where the result is kept', () => {
    const words = landingWords({
      files: [],
      conflicts: [{ file: 'a.ts', reason: 'line 3 was changed on both sides' }],
      keptRef: 'refs/holdfast/r1',
      notes: [],
    });
    assert.match(words, /Nothing was landed, your files are as they were/);
    assert.match(words, /a\.ts: line 3 was changed on both sides/);
    assert.match(words, /refs\/holdfast\/r1/);
  });
});
