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

  const signatures: readonly (readonly [sentence: string, signature: string, title: string])[] = [
    ['Add clamp(value: number): number, which limits.', '(value: number) => number', 'Add clamp(), which limits'],
    ['Add first<T>(of: T[]): T | undefined that reads', '<T>(of: T[]) => T | undefined', 'Add first() that reads'],
    ['Add isPort(of: string): of is Port!', '(of: string) => of is Port', 'Add isPort()!'],
    [
      'Write retry(task: () => Promise<void>, times: number): Promise<Map<string, A>>',
      '(task: () => Promise<void>, times: number) => Promise<Map<string, A>>',
      'Write retry()',
    ],
    ['Add now() => { at: Date; zone: string } for logs', '() => { at: Date; zone: string }', 'Add now() for logs'],
  ];
  for (const [sentence, signature, title] of signatures) {
    it(`[EDIT-1] takes the signature from "${sentence}"`, () => {
      const derived = deriveNames(sentence);
      assert.equal(derived.signature, signature);
      assert.equal(derived.title, title);
    });
  }

  for (const sentence of [
    'Add clamp() that limits',
    'Add clamp(value): number',
    'Add clamp(value: number) quickly: it is late',
    'Add clamp(value: number',
  ]) {
    it(`[EDIT-1] finds no signature in "${sentence}"`, () => {
      assert.equal(deriveNames(sentence).signature, undefined);
    });
  }

  it('[EDIT-1] shortens the title to a commit subject', () => {
    const { title } = deriveNames(`Add a helper that ${'really '.repeat(20)}retries.`);
    assert.ok(title.length <= 65, title);
    assert.match(title, /^Add a helper that really .*…$/);
  });
});
