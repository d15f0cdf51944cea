import type { FileVersions } from '../../protection/changes/protected-change.ts';
import { testLanguageOf } from '../../protection/tests/test-languages.ts';
import { without } from '../compare/changed-values.ts';
import type { ComparedChange, FactPlace, FactRule } from '../interface/fact-rule.ts';

/** Snapshots and golden files whose contents changed although the tests that read them did not. */
export const snapshotRewritten: FactRule = {
  id: 'snapshot-rewritten',
  message: 'A snapshot was rewritten, its tests were not',
  reason: 'A command rewrites it with what the code returns, right or wrong.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isSnapshot,
  samples: [
    [
      {
        file: 'src/__snapshots__/a.test.ts.snap',
        before: 'exports[`f 1`] = `3`;\n\nexports[`g 1`] = `1`;\n',
        after: 'exports[`f 1`] = `4`;\n\nexports[`g 1`] = `1`;\n',
      },
    ],
    [
      { file: 'src/a.ts', before: 'export const f = () => 3;\n', after: 'export const f = () => 4;\n' },
      { file: 'src/__snapshots__/a.test.ts.snap', before: 'exports[`f 1`] = `3`;\n', after: 'exports[`f 1`] = `4`;\n' },
    ],
    [{ file: 'testdata/a.golden', before: 'one\ntwo\n', after: 'one\nthree\n' }],
    [{ file: 'test/golden/a.json', before: '{ "a": 1 }\n', after: '{ "a": 2 }\n' }],
    [{ file: 'tests/__snapshots__/test_a.ambr', before: '# name: test_a\n  3\n', after: '# name: test_a\n  4\n' }],
    [{ file: 'test/fixtures/a/expected.json', before: '{ "a": 1 }\n', after: '{ "a": 2 }\n' }],
    [{ file: 'tests/a.approved.txt', before: 'one\n', after: 'two\n' }],
    [{ file: 'testdata/a.golden', before: 'one\ntwo\n', after: 'one\n' }],
    [{ file: 'tests/baselines/a.txt', before: 'one\n', after: 'two\n' }],
    [{ file: 'test/__snapshots__/a.html', before: '<b>1</b>\n', after: '<b>2</b>\n' }],
  ],
  nearMisses: [
    [
      {
        file: 'src/__snapshots__/a.test.ts.snap',
        before: 'exports[`f 1`] = `3`;\n',
        after: 'exports[`f 1`] = `3`;\n\nexports[`g 1`] = `1`;\n',
      },
    ],
    [
      { file: 'src/a.test.ts', before: "it('f', () => snap(f(1)));\n", after: "it('f', () => snap(f(2)));\n" },
      { file: 'src/__snapshots__/a.test.ts.snap', before: 'exports[`f 1`] = `3`;\n', after: 'exports[`f 1`] = `4`;\n' },
    ],
    [
      { file: 'a_test.go', before: 'package a\n', after: 'package a\n\nvar x = 1\n' },
      { file: 'testdata/a.golden', before: 'one\n', after: 'two\n' },
    ],
    [{ file: 'testdata/a.golden', before: 'one\n', after: 'one\ntwo\n' }],
    [{ file: 'testdata/a.golden', after: 'one\n' }],
    [{ file: 'docs/expected.md', before: 'one\n', after: 'two\n' }],
    [{ file: 'test/fixtures/a/input.json', before: '{ "a": 1 }\n', after: '{ "a": 2 }\n' }],
    [{ file: 'src/snapshot.ts', before: 'export const a = 1;\n', after: 'export const a = 2;\n' }],
  ],
  find: (change) => change.files.flatMap((file) => compare(file, change)),
};

/** Names and folders of files that a test run writes. Code in such a folder is written by hand. */
function isSnapshot(path: string): boolean {
  if (testLanguageOf(path) !== undefined) return false;
  if (/\.(?:snap|ambr|golden|approved\.\w+|snapshot)$/.test(path)) return true;
  if (/(?:^|\/)(?:__snapshots__|__image_snapshots__|goldens?|__golden__)\//.test(path)) return true;
  // `expected.json` is a golden file below a folder of tests.
  const isOfTests = /(?:^|\/)(?:tests?|specs?|__tests__|testdata|fixtures?|__fixtures__|e2e)\//.test(path);
  return (
    isOfTests && /(?:^|[/._-])(?:expected|expectation|golden|snapshots?|baselines?|reference)(?:[/._-]|$)/.test(path)
  );
}

function compare({ path, before, after }: FileVersions, { changedPaths }: ComparedChange): readonly FactPlace[] {
  if (before === undefined || after === undefined) return [];
  // `a.test.ts.snap` belongs to `a.test.ts`; who reads another file is not known.
  const owner = /([^/]+)\.(?:snap|snapshot)$/.exec(path)?.[1];
  const isOwner = (file: string): boolean =>
    owner === undefined
      ? testLanguageOf(file)?.isTestPath(file) === true
      : file.endsWith(`/${owner}`) || file === owner;
  if (changedPaths.some(isOwner)) return [];
  const [earlier, later] = [linesOf(before), linesOf(after)];
  const [removed] = without(earlier, later, ({ text }) => text);
  if (removed === undefined) return [];
  const [added] = without(later, earlier, ({ text }) => text);
  return [{ file: path, line: added?.line ?? 1, before: removed.text, after: added?.text }];
}

function linesOf(text: string): readonly { readonly line: number; readonly text: string }[] {
  return text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}
