import assert from 'node:assert/strict';
import { codeLanguageOf } from '../../../src/code/languages/language-table.ts';

type Found = readonly [sentence: string, name: string, signature: string, title: string];

const python: readonly Found[] = [
  ['Add def slugify(text: str) -> str', 'slugify', '(text: str) -> str', 'Add slugify()'],
  ['Add slugify(text: str) -> str, for paths', 'slugify', '(text: str) -> str', 'Add slugify(), for paths'],
  [
    'def find(name: str, *, limit: int = 10) -> dict[str, list[int]] | None: which searches.',
    'find',
    '(name: str, *, limit: int = 10) -> dict[str, list[int]] | None',
    'find() which searches.',
  ],
  ['Write async def load_all(urls) -> "Page".', 'load_all', 'async (urls) -> "Page"', 'Write load_all().'],
  ['Add def clear(text: str) that clears', 'clear', '(text: str)', 'Add clear() that clears'],
];
const go: readonly Found[] = [
  ['Add func Slugify(s string) (string, error)', 'Slugify', '(s string) (string, error)', 'Add Slugify()'],
  ['Add func ParseURL(s string) *url.URL for links', 'ParseURL', '(s string) *url.URL', 'Add ParseURL() for links'],
  ['Add func slug(s string) string.', 'Slug', '(s string) string', 'Add Slug().'],
  ['Add func Slug(s string) that makes a slug', 'Slug', '(s string)', 'Add Slug() that makes a slug'],
  [
    'Add func Count(in <-chan int) map[string][]int now',
    'Count',
    '(in <-chan int) map[string][]int',
    'Add Count() now',
  ],
  ['Add func Map[T any](of []T, f func(T) T) []T', 'Map', '[T any](of []T, f func(T) T) []T', 'Add Map()'],
  ['Add func Of() func(a int) error to m', 'Of', '() func(a int) error', 'Add Of() to m'],
];

describe('A signature in a sentence', () => {
  for (const [extension, cases] of [
    ['.py', python],
    ['.go', go],
  ] as const) {
    const language = codeLanguageOf(extension);
    for (const [sentence, name, signature, title] of cases) {
      it(`[LANG-1] [EDIT-1] is read from "${sentence}"`, async () => {
        assert.deepEqual(language?.drafts.findSignature(sentence), { name, signature, sentence: title });
        assert.equal((await language.load()).whyNotSignature(signature), undefined);
      });
    }
  }

  it('[LANG-1] [EDIT-1] is not read from a call, from prose or from another language', () => {
    for (const sentence of [
      'Add slugify(text) that makes a path',
      'Add clamp(value: number): number',
      'Add def slugify(text: str',
      'Add a retry helper (with backoff) -> soon',
      'Add a def or a func',
      'Add function slug(s string) string',
    ]) {
      assert.equal(codeLanguageOf('.py')?.drafts.findSignature(sentence), undefined, sentence);
      assert.equal(codeLanguageOf('.go')?.drafts.findSignature(sentence), undefined, sentence);
    }
  });
});
