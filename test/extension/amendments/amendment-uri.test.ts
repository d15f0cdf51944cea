import assert from 'node:assert/strict';
import { createAmendmentUriParts, parseAmendmentUri } from '../../../src/extension/amendments/amendment-uri.ts';

describe('the URI of an amendment', () => {
  it('contains folder, amendment, side and contract, and can be parsed', () => {
    const text = {
      folder: 'file:///c%3A/work & play',
      amendment: 'a1',
      side: 'after',
      path: 'x/a b.contract.yaml',
    } as const;
    assert.deepEqual(parseAmendmentUri(createAmendmentUriParts(text)), text);
    assert.equal(parseAmendmentUri({ path: '/a', query: 'folder=f&amendment=a&side=middle' }), undefined);
  });
});
