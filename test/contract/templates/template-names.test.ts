import assert from 'node:assert/strict';
import { deriveNames } from '../../../src/contract/templates/template-names.ts';

describe('names from a sentence', () => {
  const cases: readonly (readonly [sentence: string, id: string, name: string])[] = [
    ['Add a retry helper with backoff', 'retry-helper', 'retryHelper'],
    ['We need to implement parseDuration() for the config', 'parse-duration', 'parseDuration'],
    ['Implement HealthCheck', 'health-check', 'healthCheck'],
    ['Größe der Wörter', 'grosse-der-worter', 'grosseDerWorter'],
    ['支付', 'change', 'change'],
    ['2FA login', '2fa-login', '_2faLogin'],
    ['a b c d e f g', 'b-c-d-e', 'bCDE'],
  ];
  for (const [sentence, id, name] of cases) {
    it(`[EDIT-1] derives ${id} from "${sentence}"`, () => {
      const derived = deriveNames(sentence);
      assert.equal(derived.name, name);
      assert.equal(derived.id, id);
    });
  }

  it('[EDIT-1] shortens the title to a commit subject', () => {
    const { title } = deriveNames(`Add a helper that ${'really '.repeat(20)}retries.`);
    assert.ok(title.length <= 65, title);
    assert.match(title, /^Add a helper that really .*…$/);
  });
});
