import assert from 'node:assert/strict';
import { didYouMean, nearest } from '../../src/shared/nearest.ts';

describe('nearest', () => {
  const keys = ['title', 'description', 'dependsOn', 'allowedFiles', 'maxAttempts', 'id'];

  const misspelt: readonly (readonly [string, string])[] = [
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
  for (const [written, meant] of misspelt) {
    it(`takes ${written} for ${meant}`, () => {
      assert.equal(nearest(written, keys), meant);
    });
  }

  it('finds the export that was given another ending', () => {
    assert.equal(nearest('HealthCheckResult', ['checkHealth', 'HealthCheckStatus']), 'HealthCheckStatus');
  });

  it('keeps silent where nothing is close', () => {
    assert.equal(nearest('colour', keys), undefined);
    assert.equal(nearest('b', ['a', 'c']), undefined);
    assert.equal(nearest('x', []), undefined);
  });

  it('prefers the closest, and of equals the first', () => {
    assert.equal(nearest('chunk-2', ['chunk-12', 'chunk-1', 'chunk-3']), 'chunk-12');
    assert.equal(nearest('abcd', ['abce', 'abcf']), 'abce');
    assert.equal(nearest('abcd', ['abce', 'abcd']), 'abcd');
  });

  it('costs little however long the names are', () => {
    const started = performance.now();
    const long = 'a'.repeat(100_000);
    nearest(
      long,
      Array.from({ length: 50 }, (_, index) => `${long}${index}b`),
    );
    assert.ok(performance.now() - started < 2_000);
  });

  it('makes a question of it', () => {
    assert.equal(didYouMean('titel', keys), ' Did you mean "title"?');
    assert.equal(didYouMean('colour', keys), '');
  });
});
