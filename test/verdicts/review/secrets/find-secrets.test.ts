import assert from 'node:assert/strict';
import { findSecrets } from '../../../../src/verdicts/review/secrets/find-secrets.ts';
import { createSecretMask } from '../../../../src/verdicts/review/secrets/mask-secrets.ts';

/** The samples are joined here, so that this file has none. They belong to no account. */
const join = (...parts: readonly string[]): string => parts.join('');

const PRIVATE_KEY = join(
  '-----BEGIN RSA PRI',
  'VATE KEY-----\n',
  ...Array.from(
    { length: 12 },
    (_, index) =>
      `${'MIIEowIBAAKCAQEAx7d0fXz1yJr5kqT2bW9uV4hLcP6sNgYeR3aQmZoK8iDtUf'.slice(index)}${'A1b2C3d4E5f6'.slice(0, index)}\n`,
  ),
  '-----END RSA PRI',
  'VATE KEY-----',
);

const SECRETS: Readonly<Record<string, string>> = {
  github: join('gh', 'p_wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'),
  slack: join('xo', 'xb-123456789012-1234567890123-abcdefghijklmnopqrstuvwx'),
  stripe: join('sk_', 'live_51H8aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcd'),
  privatekey: PRIVATE_KEY,
  basicauth: join('https://deploy:', 'h7Gk2mPq@registry.acme.io/'),
  'database-connection-string': join('postgres://service:', 'h7Gk2mPq@db.acme.io/orders'),
};

const HARMLESS: Readonly<Record<string, string>> = {
  'a hash': 'const sha = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";',
  'an integrity value':
    '"integrity": "sha512-GL4qNP7G95zSdCpVOMeBVX6mROOko3uMuJNSXD+WmFG9vxChszbmTzpHRzogHHlr+TMqxHw5FE5LHl0OkB0luw=="',
  'a UUID': 'id: 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'a name without a value': 'const token = process.env.GITHUB_TOKEN;',
  'a database on the same machine': 'DATABASE_URL=postgres://postgres:postgres@localhost:5432/test',
  'a reserved host': 'https://user:hunter22@example.com/',
  'a placeholder': 'postgres://user:${PASSWORD}@db.acme.io/orders',
  'a documented form': 'mysql://user:password@db.acme.io/orders',
  'a git address': 'git@github.com:acme/app.git',
  'a long name': 'export const exportedFunctionWithAVeryLongNameThatIsNoSecretAtAll = 1;',
};

describe('findSecrets', () => {
  for (const [kind, value] of Object.entries(SECRETS)) {
    it(`finds a secret of the kind ${kind}, at its lines`, async () => {
      const text = `// first line\r\nconst value = \`${value}\`;\r\n`;
      const found = await findSecrets('src/a.ts', text);
      assert.equal(found.length, 1, JSON.stringify(found.map(({ rule }) => rule)));
      assert.equal(found[0]?.kind, kind);
      assert.equal(found[0].firstLine, 2);
      assert.equal(found[0].lastLine, 2 + value.split('\n').length - 1);
      assert.ok(!createSecretMask([found[0].value])(text).includes(value.slice(-12)));
    });
  }

  for (const [name, text] of Object.entries(HARMLESS)) {
    it(`does not report ${name}`, async () => {
      assert.deepEqual(await findSecrets('src/a.ts', text), []);
    });
  }

  it('counts lines as git does: only a line feed ends one', async () => {
    const value = SECRETS['github']!;
    const separators = ['\u2028', '\u2029', '\r', '\r\r', '\u0085', '\v', '\f', '\u001e', '\r\n', '\u2028\r\u2029'];
    for (const separator of separators) {
      const lineFeeds = separator.split('\n').length - 1;
      const before = `// one${separator}// two\n`;
      const [found] = await findSecrets(
        'src/a.ts',
        `${before}const a = 1;${separator} const b = "${value}";${separator}x\n`,
      );
      const expected = 2 + 2 * lineFeeds;
      assert.deepEqual([found?.firstLine, found?.lastLine], [expected, expected], JSON.stringify(separator));
    }
    const key = PRIVATE_KEY.replaceAll('\n', '\r');
    const [found] = await findSecrets('src/a.ts', `x\u2028y\n${key}\n`);
    if (found !== undefined) assert.deepEqual([found.firstLine, found.lastLine], [2, 2]);
  });

  it('is not switched off by a comment in the text', async () => {
    const text = `/* secretlint-disable */\n// secretlint-disable-next-line\nconst a = "${SECRETS['github']!}";\n`;
    assert.equal((await findSecrets('src/a.ts', text)).length, 1);
  });
});

describe('createSecretMask', () => {
  it('masks a value of several lines also where each line has a marker of a diff', () => {
    const mask = createSecretMask([PRIVATE_KEY]);
    const diff = PRIVATE_KEY.split('\n')
      .map((line, index) => `${String(index).padStart(5)} +${line}`)
      .join('\n');
    const masked = mask(diff);
    for (const line of PRIVATE_KEY.split('\n').filter((one) => !one.startsWith('-----'))) {
      assert.ok(!masked.includes(line), line);
    }
  });

  it('does not change a text without secrets', () => {
    assert.equal(createSecretMask([])('abc'), 'abc');
    assert.equal(createSecretMask([''])('abc'), 'abc');
  });
});
