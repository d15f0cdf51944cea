import assert from 'node:assert/strict';
import { listTranslations, readSourceStrings, readTexts } from '../scripts/translations.ts';

describe('The texts of the extension', () => {
  it('are literals, so that they can be translated', () => {
    assert.deepEqual(readSourceStrings().untranslatable, []);
  });

  for (const { language, english, translated } of listTranslations()) {
    it(`are translated completely to ${language} in ${translated.slice(translated.lastIndexOf('/') + 1)}`, () => {
      const texts = readTexts(english);
      const translations = readTexts(translated);
      assert.deepEqual(
        Object.keys(texts).filter((key) => !(key in translations)),
        [],
        'missing',
      );
      assert.deepEqual(
        Object.keys(translations).filter((key) => !(key in texts)),
        [],
        'unused',
      );
      for (const [key, text] of Object.entries(texts)) {
        assert.deepEqual(parts(translations[key] ?? ''), parts(text), `other placeholders or links in "${key}"`);
      }
    });
  }
});

/** What a translation must keep: placeholders, icons, command links, settings and code. */
function parts(text: string): readonly string[] {
  return (text.match(/\{\w+\}|\$\([\w~-]+\)|\(command:[\w.]+\)|`[^`]+`/g) ?? []).sort();
}
