import assert from 'node:assert/strict';
import { didYouMean, findNearest } from '../../src/foundation/name-suggestions.ts';

describe('findNearest', () => {
  const keys = ['title', 'description', 'dependsOn', 'allowedFiles', 'maxAttempts', 'id'];

  const misspelled: readonly (readonly [string, string])[] = [
    ['titel', 'title'],
    ['Title', 'title'],
    ['depends_on', 'dependsOn'],
    ['dependOn', 'dependsOn'],
    ['allowed-files', 'allowedFiles'],
    ['alowedFile', 'allowedFiles'],
    ['maxAttemps', 'maxAttempts'],
    ['decsription', 'description'],
    ['ID', 'id'],
  ];
  for (const [name, expected] of misspelled) {
    it(`finds ${expected} for ${name}`, () => {
      assert.equal(findNearest(name, keys), expected);
    });
  }

  it('finds an export with another suffix', () => {
    assert.equal(findNearest('HealthCheckResult', ['checkHealth', 'HealthCheckStatus']), 'HealthCheckStatus');
  });

  it('returns undefined if no candidate is close', () => {
    assert.equal(findNearest('colour', keys), undefined);
    assert.equal(findNearest('b', ['a', 'c']), undefined);
    assert.equal(findNearest('x', []), undefined);
  });

  it('prefers the closest candidate, and the first of equals', () => {
    assert.equal(findNearest('chunk-2', ['chunk-12', 'chunk-1', 'chunk-3']), 'chunk-12');
    assert.equal(findNearest('abcd', ['abce', 'abcf']), 'abce');
    assert.equal(findNearest('abcd', ['abce', 'abcd']), 'abcd');
  });

  it('compares only the first hundred letters of a long name', () => {
    const start = 'abcde'.repeat(20);
    const end = 'z'.repeat(100_000);
    assert.equal(findNearest(`${start}${end}`, ['other', `${start}1`]), `${start}1`);
    assert.equal(findNearest(`${'x'.repeat(100)}${end}`, [`${start}${end}`]), undefined);
  });

  it('formats the suggestion as a question', () => {
    assert.equal(didYouMean('titel', keys), ' Did you mean "title"?');
    assert.equal(didYouMean('colour', keys), '');
  });
});
