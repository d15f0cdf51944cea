import assert from 'node:assert/strict';
import { describeServer, secretsOfServerUrl } from '../../../src/history/database/server-url.ts';
import { redact } from '../../../src/models/base/redaction.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';

describe('the URL of a database server', () => {
  it('is described without the user, the password and parameters', () => {
    const url = 'postgresql://user:hunter2%2F@host:5433/database?sslmode=require&password=hunter3';
    assert.equal(describeServer(url), 'postgresql://host:5433/database');
    assert.equal(describeServer('postgres://host/database'), 'postgresql://host/database');
  });

  for (const [what, url] of [
    ['of another protocol', 'mysql://a:hunter2@host/db'],
    ['with an unescaped / in the password', 'postgresql://user:123/hunter2@host/db'],
    ['with an unescaped ? in the password', 'postgresql://user:123?hunter2@host/db'],
    ['with an unescaped # in the password', 'postgresql://user:123#hunter2@host/db'],
    ['with an unescaped % in the password', 'postgresql://user:hunter2%zz@host/db'],
    ['with an invalid port', 'postgresql://user:hunter2@host:port/db'],
    ['that is only a password', 'hunter2'],
  ] as const) {
    it(`[TRUST-3] ${what} is refused without being shown`, () => {
      assert.throws(
        () => describeServer(url),
        (thrown: unknown) => {
          assert.ok(thrown instanceof HoldfastError && thrown.code === 'configuration');
          assert.doesNotMatch(`${thrown.message} ${thrown.hint}`, /hunter2|123|user\.|mysql/);
          assert.match(thrown.hint ?? '', /percent-encoded/);
          return true;
        },
      );
      assert.doesNotMatch(redact(`The value is ${url}.`, secretsOfServerUrl(url)), /hunter2/);
    });
  }

  it('[TRUST-3] has its password masked as it is written, decoded and encoded', () => {
    const secrets = secretsOfServerUrl('postgresql://us%20er:p%40ss%2fw%C3%B6rd!@host/db?sslpassword=to%2Bken1');
    const shown = 'p%40ss%2fw%C3%B6rd! p@ss/wörd! p%40ss%2Fw%C3%B6rd! to+ken1 to%2Bken1 host db';
    assert.equal(redact(shown, secrets), '[redacted] [redacted] [redacted] [redacted] [redacted] host db');
  });

  it('[TRUST-3] is masked as a whole, also with a password that is a common word', () => {
    for (const url of ['postgresql://postgres:postgres@host/db', 'postgresql://me:abc@host/db']) {
      const text = `postgres abc ${url} postgresql`;
      assert.equal(redact(text, secretsOfServerUrl(url)), 'postgres abc [redacted] postgresql');
      const { username, password } = new URL(url);
      assert.equal(redact(`x://${username}:${password}@other/y`, secretsOfServerUrl(url)), 'x://[redacted]other/y');
    }
  });
});
