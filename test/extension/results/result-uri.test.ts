import assert from 'node:assert/strict';
import { parseResultUri, createResultUriParts } from '../../../src/extension/results/result-uri.ts';

describe('the URI of a result', () => {
  it('contains folder, run, side and path, and can be parsed', () => {
    const file = {
      folder: 'file:///c%3A/work & play/repo',
      runId: 'r1',
      side: 'after',
      path: 'src/a b/ö#?.ts',
    } as const;
    const parts = createResultUriParts(file);
    assert.equal(parts.path, '/src/a b/ö#?.ts');
    assert.deepEqual(parseResultUri(parts), file);
  });

  it('is rejected if it is malformed', () => {
    assert.equal(parseResultUri({ path: '/a.ts', query: '' }), undefined);
    assert.equal(parseResultUri({ path: '/a.ts', query: 'folder=f&run=r&side=middle' }), undefined);
  });
});
