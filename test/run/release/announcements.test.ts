import assert from 'node:assert/strict';
import {
  findAnnouncement,
  isBump,
  isConventional,
  type Announcement,
  type AnnouncementSources,
} from '../../../src/run/release/announcements.ts';

const NOTHING: AnnouncementSources = {
  changesets: undefined,
  titles: undefined,
  versionReleased: undefined,
  versionOnBase: undefined,
  versionAfter: undefined,
};
const CORE = { name: '@acme/core', folder: 'packages/core', otherNames: ['@acme/cli'] };

function titled(
  title: string,
  files: readonly string[] | undefined = ['packages/core/a.ts'],
  body = '',
): AnnouncementSources {
  return { ...NOTHING, titles: [{ title, body, files }] };
}

function changeset(text: string): AnnouncementSources {
  return { ...NOTHING, changesets: [text] };
}

function versions(versionReleased: string, versionOnBase: string, versionAfter: string): AnnouncementSources {
  return { ...NOTHING, versionReleased, versionOnBase, versionAfter };
}

const CASES: readonly (readonly [Announcement, AnnouncementSources])[] = [
  ['no-way', NOTHING],
  ['no-way', { ...NOTHING, titles: [] }],
  ['announced', titled('feat!: drop a')],
  ['announced', titled('feat(core)!: drop a', ['README.md'])],
  ['announced', titled('feat(@acme/core)!: drop a', ['README.md'])],
  ['announced', titled('refactor(parser)!: drop a')],
  ['announced', titled('fix: drop a', undefined, 'Text.\n\nBREAKING CHANGE: a is gone')],
  ['announced', titled('feat!: drop a', undefined)],
  ['missing', titled('feat: drop a')],
  ['missing', titled('feat(cli)!: drop a')],
  ['missing', titled('feat!: drop a', ['packages/cli/a.ts'])],
  ['missing', titled('Drop a!: now')],
  ['missing', { ...NOTHING, changesets: [] }],
  ['announced', changeset("---\n'@acme/core': major\n---\n\nDrops a.\n")],
  ['missing', changeset("---\n'@acme/core': minor\n---\n")],
  ['missing', changeset("---\n'@acme/cli': major\n---\n")],
  ['missing', changeset('no front matter')],
  ['missing', changeset('---\n: [\n---\n')],
  ['no-way', versions('1.2.0', '1.2.0', '1.2.0')],
  ['announced', versions('1.2.0', '2.0.0-beta.1', '2.0.0-beta.1')],
  ['announced', versions('1.2.0', '1.2.0', '2.0.0')],
  ['missing', versions('1.2.0', '1.3.0', '1.3.0')],
  // Python has versions of two numbers.
  ['announced', versions('1.0', '1.0', '2.0')],
  ['announced', versions('1.0', '1.0', '2')],
  ['announced', versions('1.9.2', '1.9.2', '2.0')],
  ['missing', versions('1.0', '1.1', '1.1')],
  // A date says nothing of breaks.
  ['no-way', versions('24.10.0', '24.11.0', '24.11.0')],
  ['no-way', versions('2026.1', '2026.1', '2026.2')],
  ['no-way', versions('2026.1.0', '2026.1.0', '2026.1.1')],
  ['announced', versions('24.10.0', '25.1.0', '25.1.0')],
  ['missing', versions('24.13.0', '24.13.0', '24.14.0')],
  ['missing', { ...versions('24.10.0', '24.11.0', '24.11.0'), changesets: [] }],
  // One way is enough.
  ['announced', { ...versions('1.2.0', '1.2.0', '2.0.0'), changesets: [] }],
];

describe('The announcement of a break', () => {
  it('[CHANGE-2] counts for the packages of its changeset, its scope, else its files', () => {
    for (const [expected, sources] of CASES) {
      assert.equal(findAnnouncement(sources, CORE, 'major'), expected, JSON.stringify(sources));
    }
  });

  it('[CHANGE-2] in 0.x is a minor version', () => {
    assert.equal(findAnnouncement(changeset("---\n'@acme/core': minor\n---\n"), CORE, 'minor'), 'announced');
    assert.ok(isBump('0.2.1', '0.3.0', 'minor'));
    assert.ok(!isBump('0.2.1', '0.2.2', 'minor'));
    assert.ok(isBump('0.2.1', '0.2.2', 'patch'));
    assert.ok(!isBump('0.3.0', '0.2.0', 'minor'));
    assert.ok(!isBump(undefined, '1.0.0', 'major'));
  });

  it('[CHANGE-2] follows the convention of titles', () => {
    for (const title of ['feat: a', 'fix(core): b', 'chore(deps)!: c', 'Feat: d'])
      assert.ok(isConventional(title), title);
    for (const title of ['Add a', 'feat:a', 'Merge branch: x y', 'WIP : a', 'v1.0.0'])
      assert.ok(!isConventional(title), title);
  });
});
