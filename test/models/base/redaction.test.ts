import assert from 'node:assert/strict';
import { StreamRedactor, redact } from '../../../src/models/base/redaction.ts';

const SECRETS = ['sk-abcdef"123', 'sk-abcdef', 'x', '  spaced-secret  '];

describe('models: redaction', () => {
  it('masks every spelling of every secret, the longest first', () => {
    assert.equal(redact('key sk-abcdef"123 and sk-abcdef.', SECRETS), 'key [redacted] and [redacted].');
    assert.equal(redact(JSON.stringify({ key: 'sk-abcdef"123' }), SECRETS), '{"key":"[redacted]"}');
    assert.equal(redact(`?key=${encodeURIComponent('sk-abcdef"123')}`, SECRETS), '?key=[redacted]');
    assert.equal(redact('a spaced-secret', SECRETS), 'a [redacted]');
  });

  it('does not mask values that are too short to be secrets', () => {
    assert.equal(redact('x marks the box', SECRETS), 'x marks the box');
  });

  for (const key of ['k', 'none', 'EMPTY', 'ollama', 'LM-Studio', 'sk-no-key-required', 'not-needed', 'xxxxxxxxxx']) {
    it(`[TRUST-3] does not mask the dummy key ${key}`, () => {
      const text = `before ${key} after`;
      assert.equal(redact(text, [key]), text);
    });
  }

  it('masks a secret that is split at any position', () => {
    const text = 'it is sk-abcdef"123, sk-abcd no, sk-abcdef yes sk-a';
    const whole = redact(text, SECRETS);
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second += 3) {
        const redactor = new StreamRedactor(SECRETS);
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        const shown = pieces.map((piece) => redactor.push(piece)).join('') + redactor.flush();
        assert.equal(shown, whole, `cut at ${first} and ${second}`);
      }
    }
  });

  it('buffers only text that can become a secret', () => {
    const redactor = new StreamRedactor(SECRETS);
    assert.equal(redactor.push('plain text'), 'plain text');
    assert.equal(redactor.push(' s'), ' ');
    assert.equal(redactor.push('o'), 'so');
  });
});
