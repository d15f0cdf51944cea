import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { keyHunks, splitCreated } from '../../../src/run/reviewed-change/hunk-key.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import type { Repository } from '../../../src/workspace/repository.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { History } from '../../../src/history/history.ts';
import { TemporaryHistory } from '../../history/temporary-history.ts';
import { isFullRun } from '../../scripts/full-run.ts';
import '../../random-seed.ts';

/** Few different lines, so that equal ones are often in several functions and next to each other. */
const POOL = ['  step();', '  check(value);', '  return value;', '', '  }', '  if (value) {', '  count++;'];
const NAMES = ['one', 'two', 'three'];
const FILE = 'src/work.ts';
const CREATED = 'src/made.ts';

function functionText(name: string, lines: readonly string[]): string {
  return [`export function ${name}(value) {`, ...lines, '}', ''].join('\n');
}

const START = NAMES.map((name) => functionText(name, ['  step();', '  check(value);', '  return value;'])).join('\n');

type Step =
  | { readonly kind: 'edit' | 'insert' | 'delete'; readonly at: number; readonly line: string; readonly file: string }
  | { readonly kind: 'swap' | 'copy'; readonly at: number }
  | { readonly kind: 'create' | 'commit' | 'rebase' | 'squash' }
  | { readonly kind: 'review'; readonly every: number };

const position = fc.nat(40);
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('edit' as const, 'insert' as const, 'delete' as const),
      at: position,
      line: fc.constantFrom(...POOL),
      file: fc.constantFrom(FILE, FILE, CREATED),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('swap' as const, 'copy' as const), at: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('create' as const, 'commit' as const, 'rebase' as const, 'squash' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('review' as const), every: fc.integer({ min: 1, max: 3 }) }) },
);

/** A hunk as a person sees it: where it is, what changed, and the lines next to it. */
interface SeenHunk {
  readonly key: string;
  readonly seen: string;
}

/** Computed from the texts alone: no declaration of a parser, and no key. */
function describeSeen(
  path: string,
  after: string,
  hunk: { readonly removed: readonly string[]; readonly added: readonly string[]; readonly afterStart: number },
): string {
  const lines = after.split('\n');
  const owner = lines.slice(0, hunk.afterStart).findLast((line) => line.startsWith('export function ')) ?? '';
  const above = lines[hunk.afterStart - 2] ?? '';
  const below = lines[hunk.afterStart - 1 + hunk.added.length] ?? '';
  return JSON.stringify([
    path,
    owner,
    hunk.removed,
    hunk.added.join('\n').trimEnd(),
    path === CREATED ? '' : [above, below],
  ]);
}

class Sequence {
  readonly #workspace: Workspace;
  readonly #repository: Repository;
  readonly #history: History;
  readonly #seen = new Map<string, number>();
  #upstream = 0;
  reviewedHunks = 0;

  constructor(workspace: Workspace, repository: Repository, history: History) {
    this.#workspace = workspace;
    this.#repository = repository;
    this.#history = history;
    workspace.git('checkout', '-q', '-f', '--detach', 'start');
    workspace.git('branch', '-q', '-f', 'upstream', 'start');
    workspace.git('clean', '-q', '-fd');
  }

  async perform(step: Step): Promise<void> {
    switch (step.kind) {
      case 'edit':
      case 'insert':
      case 'delete':
        this.#edit(step);
        break;
      case 'swap':
      case 'copy':
        this.#moveFunction(step);
        break;
      case 'create':
        this.#workspace.write({
          [CREATED]: ['made', 'other'].map((name) => functionText(name, ['  step();'])).join('\n'),
        });
        break;
      case 'commit':
        this.#commit();
        break;
      case 'rebase':
        this.#rebase();
        break;
      case 'squash':
        this.#commit();
        this.#workspace.git('reset', '-q', '--soft', 'upstream');
        this.#commit();
        break;
      case 'review':
        await this.#review(step.every);
    }
  }

  /** Every hunk that counts as reviewed was seen, and no more of them than were seen. */
  async check(): Promise<void> {
    const hunks = await this.#list();
    const reviewed = await this.#history.readReviewedHunks(hunks.map(({ key }) => key));
    const counts = new Map<string, number>();
    for (const { key, seen } of hunks) {
      if (!reviewed.has(key)) continue;
      this.reviewedHunks++;
      counts.set(seen, (counts.get(seen) ?? 0) + 1);
      assert.ok((counts.get(seen) ?? 0) <= (this.#seen.get(seen) ?? 0), `reviewed, and never seen: ${seen}`);
    }
  }

  async #list(): Promise<readonly SeenHunk[]> {
    const head = await this.#repository.createBase();
    const base = await this.#repository.resolve(this.#workspace.git('rev-parse', 'upstream'));
    const files = await this.#repository.listHunkFiles(base, head, { splitCreated });
    const hunks = await Promise.all(
      files.map(async ({ file, source }) => {
        const keys = await keyHunks(source);
        return file.hunks.map((hunk, index) => ({
          key: keys[index]?.key ?? '',
          seen: describeSeen(file.path, source.textAfter, hunk),
        }));
      }),
    );
    return hunks.flat();
  }

  async #review(every: number): Promise<void> {
    const hunks = await this.#list();
    const shown = hunks.filter((_, index) => index % every === 0);
    await this.#history.saveReviewedHunks(
      shown.map(({ key }) => key),
      true,
    );
    const counts = new Map<string, number>();
    for (const { seen } of shown) counts.set(seen, (counts.get(seen) ?? 0) + 1);
    for (const [seen, count] of counts) this.#seen.set(seen, Math.max(count, this.#seen.get(seen) ?? 0));
    const reviewed = await this.#history.readReviewedHunks(shown.map(({ key }) => key));
    assert.equal(reviewed.size, new Set(shown.map(({ key }) => key)).size);
  }

  #edit({ kind, at, line, file }: Extract<Step, { readonly at: number; readonly line: string }>): void {
    if (!existsSync(join(this.#workspace.folder, file))) return;
    const lines = this.#workspace.read(file).split('\n');
    const index = at % lines.length;
    const isBoundary = /^(?:export|\})/.test(lines[index] ?? '');
    if (kind === 'insert') lines.splice(isBoundary ? index + 1 : index, 0, line);
    else if (!isBoundary) lines.splice(index, 1, ...(kind === 'edit' ? [line] : []));
    this.#workspace.write({ [file]: lines.join('\n') });
  }

  #moveFunction({ kind, at }: { readonly kind: 'swap' | 'copy'; readonly at: number }): void {
    const parts = this.#workspace.read(FILE).split(/^(?=export function )/m);
    const part = parts[at % parts.length] ?? '';
    if (kind === 'swap') parts.reverse();
    else parts.push(part.replace(/function (\w+)/, 'function copied'));
    this.#workspace.write({ [FILE]: parts.join('') });
  }

  #commit(): void {
    this.#workspace.git('add', '-A');
    this.#workspace.git('commit', '-q', '--allow-empty', '-m', 'work');
  }

  /** Someone else changes the same file, above what the agent may have changed. A conflict leaves all as it was. */
  #rebase(): void {
    this.#commit();
    const tip = this.#workspace.git('rev-parse', 'HEAD');
    this.#workspace.git('checkout', '-q', 'upstream');
    this.#workspace.write({ [FILE]: `// upstream ${this.#upstream++}\n${this.#workspace.read(FILE)}` });
    this.#commit();
    this.#workspace.git('checkout', '-q', '--detach', tip);
    try {
      this.#workspace.git('rebase', '-q', 'upstream');
    } catch {
      this.#workspace.git('rebase', '--abort');
    }
  }
}

describe('What is reviewed', () => {
  // Each step starts git several times.
  it('[SESSION-1] is never what was not seen, in random edits, rebases and squashes', async () => {
    using workspace = new Workspace({ [FILE]: START });
    workspace.git('tag', 'start');
    const storage = workspace.environment()['HOLDFAST_STORAGE'] ?? '';
    await using repository = await openRepository({ folder: workspace.folder, storage });
    let [sequences, reviewed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 10 }), async (steps) => {
        await using temporary = await TemporaryHistory.create();
        const sequence = new Sequence(workspace, repository, await temporary.open());
        for (const step of steps) {
          await sequence.perform(step);
          await sequence.check();
        }
        sequences++;
        reviewed += sequence.reviewedHunks;
        rmSync(join(workspace.folder, CREATED), { force: true });
      }),
      { numRuns: isFullRun ? 200 : 8, endOnFailure: true },
    );
    assert.ok(reviewed >= sequences, 'the sequences review too little to prove anything');
  });
});
