import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { nearestName } from '../../../../src/verdicts/checks/wording/nearest-name.ts';

describe('nearestName', () => {
  const CASES: readonly (readonly [string, string, readonly string[], string | undefined])[] = [
    ['a name that contains it, before one of similar spelling', 'encode', ['decode', 'encodeText'], 'encodeText'],
    ['the shortest name that contains it', 'encode', ['encodeTextAsBytes', 'textEncode', 'encodeUrl'], 'encodeUrl'],
    ['a name with a few more letters', 'Result', ['ResultOfCheck', 'Results'], 'Results'],
    ['a name of the same case', 'Health', ['atHealth', 'HealthChecks'], 'HealthChecks'],
    ['a name that it contains', 'checkHealth', ['checkWealth', 'health'], 'health'],
    ['the same words in another spelling', 'checkHealth', ['checkHealthNow', 'check_health'], 'check_health'],
    ['a similar spelling', 'arow', ['over', 'arrow'], 'arrow'],
    ['common words', 'checkHealth', ['validateHealth', 'other'], 'validateHealth'],
    ['no name that contains its letters by chance', 'list', ['listener', 'stylistic'], undefined],
    ['no name with a small part of it', 'createUserServiceClient', ['User'], undefined],
    ['no name for an empty list', 'a', [], undefined],
  ];
  for (const [title, expected, names, nearest] of CASES) {
    it(`[ENF-VAL-15] suggests ${title}`, () => {
      assert.equal(nearestName(expected, names), nearest);
      assert.equal(nearestName(expected, [...names].reverse()), nearest);
    });
  }
});
