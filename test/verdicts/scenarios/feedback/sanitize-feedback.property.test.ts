import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HiddenTexts, squash } from '../../../../src/verdicts/scenarios/feedback/hidden-texts.ts';
import { REMOVED, sanitizeFeedback } from '../../../../src/verdicts/scenarios/feedback/sanitize-feedback.ts';
import '../../../random-seed.ts';

/** Text that no scenario and no output contains by chance. */
const canary = fc
  .stringMatching(/^[a-zA-Z0-9]{14,30}$/)
  .map((text) => `Kq${text}`)
  .filter((text) => /\d/.test(text));

/** Texts of the kind that programs print, without quotations of a scenario. */
const noise = fc
  .array(
    fc.constantFrom(
      'Error: ',
      'at main (src/a.ts:4:2)\n',
      '{"ok":',
      ' true}',
      'TypeError',
      '\n',
      ' ',
      '→',
      '100%',
      '"',
      '\\',
      '[42]',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

type Encoding = readonly [name: string, encode: (text: string) => string];

const ENCODINGS: readonly Encoding[] = [
  ['as it is', (text) => text],
  ['in upper case', (text) => text.toUpperCase()],
  ['as JSON', (text) => JSON.stringify(`"${text}"\n`)],
  ['as JSON in JSON', (text) => JSON.stringify(JSON.stringify({ value: `a\n${text}\tb` }))],
  ['in a URL', (text) => encodeURIComponent(` ${text}ä/`)],
  ['with every character in a URL', (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')],
  ['in JSON in a URL', (text) => encodeURIComponent(JSON.stringify({ q: text }))],
  [
    'as Unicode escapes',
    (text) =>
      Array.from(text)
        .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
  ],
  [
    'as entities of HTML',
    (text) =>
      Array.from(text)
        .map((c) => `&#${c.charCodeAt(0)};`)
        .join(''),
  ],
  ['backward', (text) => Array.from(text).reverse().join('')],
  ['backward in base64', (text) => Buffer.from(Array.from(text).reverse().join('')).toString('base64')],
  ['over several lines', (text) => text.replace(/(.{3})/g, '$1\n   ')],
  ['as a concatenation', (text) => text.replace(/(.{5})/g, "$1' +\n  '")],
  ['as a difference', (text) => text.replace(/(.{4})/g, '$1\n+ ')],
  ['with colors', (text) => text.replace(/(.{2})/g, '\u001b[31m$1\u001b[39m')],
  ['with escaped colors', (text) => text.replace(/(.{2})/g, '\\u001b[1;31m$1\\u001b[0m')],
  ['with spaces', (text) => Array.from(text).join(' ')],
  ['as base64', (text) => Buffer.from(`value=${text}&`).toString('base64')],
  ['as base64 for URLs', (text) => Buffer.from(`{"a":"${text}"}`).toString('base64url')],
  [
    'as base64 with line breaks',
    (text) =>
      Buffer.from(`-- ${text} --`)
        .toString('base64')
        .replace(/(.{8})/g, '$1\n'),
  ],
  ['as base64 twice', (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64')],
  ['as hexadecimal bytes', (text) => Buffer.from(text).toString('hex')],
  ['as a printed buffer', (text) => `<Buffer ${Buffer.from(text).toString('hex').replace(/(..)/g, '$1 ').trim()}>`],
  ['as character codes', (text) => JSON.stringify([...Buffer.from(text)])],
];

/** Every view in which a person or a model could read the text. */
function readings(text: string): readonly string[] {
  const decoders: readonly ((part: string) => string)[] = [
    (part) => part,
    (part) => part.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (part) => part.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (part) => part.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    fromBase64,
    (part) => fromBase64(fromBase64(part)),
    (part) => Buffer.from(part.replace(/[^0-9a-f]/gi, ''), 'hex').toString('latin1'),
    (part) => (part.match(/\d+/g) ?? []).map((code) => String.fromCharCode(Number(code) % 65_536)).join(''),
  ];
  return decoders.map((decode) => squash(decode(text)).text);
}

function fromBase64(part: string): string {
  return Buffer.from(part.replace(/[^A-Za-z0-9+/_-]/g, ''), 'base64').toString('latin1');
}

/** The length of a part of the canary that counts as shown. */
const SHOWN = 10;

function assertHidden(text: string, secret: string): void {
  const { text: needle } = squash(secret);
  for (const reading of readings(text)) {
    for (let index = 0; index + SHOWN <= needle.length; index++) {
      assert.ok(!reading.includes(needle.slice(index, index + SHOWN)), `${secret} can be read in ${text}`);
    }
  }
}

describe('Feedback without text of scenarios', () => {
  for (const [name, encode] of ENCODINGS) {
    it(`hides a value of a scenario ${name}`, () => {
      fc.assert(
        fc.property(canary, noise, noise, (secret, before, after) => {
          const hidden = new HiddenTexts([`id: a\npattern: '${secret}'\n`], [secret]);
          const output = `${before}${encode(secret)}${after}`;
          assertHidden(sanitizeFeedback(output, hidden), secret);
        }),
        { numRuns: 100 },
      );
    });
  }

  it('hides a part of a line of a script that the output cuts at any place', () => {
    fc.assert(
      fc.property(canary, canary, fc.nat(10), noise, (first, second, cut, after) => {
        const line = `assert.equal(total, '${first} ${second}');`;
        const hidden = new HiddenTexts([`import assert from 'node:assert';\n${line}\n`], []);
        const sanitized = sanitizeFeedback(`${line.slice(15 + cut, -4 - cut)}…${after}`, hidden);
        assertHidden(sanitized, first.slice(cut));
        assertHidden(sanitized, second);
      }),
      { numRuns: 100 },
    );
  });

  it('hides texts that are nested in each other, so that no removal creates a quotation', () => {
    fc.assert(
      fc.property(canary, fc.integer({ min: 1, max: 10 }), (secret, at) => {
        const nested = `${secret.slice(0, at)}${secret}${secret.slice(at)}`;
        assertHidden(sanitizeFeedback(nested, new HiddenTexts([secret], [secret])), secret);
      }),
    );
  });

  it('ends for every output, and changes nothing that quotes no scenario', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.array(fc.string({ maxLength: 12 }), { maxLength: 5 }),
        (output, values) => {
          sanitizeFeedback(output, new HiddenTexts(values, values));
        },
      ),
    );
    fc.assert(
      fc.property(noise, (output) => {
        assert.equal(sanitizeFeedback(output, new HiddenTexts(['pattern: zzzzyyyyxxxx'], ['zzzzyyyyxxxx'])), output);
      }),
    );
  });
});

describe('Feedback', () => {
  const hidden = new HiddenTexts(
    ['id: bus-load\nexpected: 0.48\nname: Zürich\n'],
    ['0.48', 'Zürich', '7', 'if', '→→→', 'ms'],
  );

  for (const [output, expected] of [
    ['load is 0.48 now', `load is ${REMOVED} now`],
    ['load is 0.485 now', 'load is 0.485 now'],
    ['ZÜRICH zürich', REMOVED],
    ['7 of 17', `${REMOVED} of 17`],
    ['if (a) diff', `${REMOVED} (a) diff`],
    ['12ms and 1 ms', `12ms and 1 ${REMOVED}`],
    ['a →→→ b', `a ${REMOVED} b`],
    ['TypeError: total is undefined', 'TypeError: total is undefined'],
  ] as const) {
    it(`shows ${JSON.stringify(output)} as ${JSON.stringify(expected)}`, () => {
      assert.equal(sanitizeFeedback(output, hidden).trim(), expected);
    });
  }

  it('shows only the end of a long output', () => {
    const text = sanitizeFeedback(`${'x '.repeat(40_000)}END`, hidden);
    assert.ok(text.length <= 20_000);
    assert.match(text, /END$/);
  });
});
