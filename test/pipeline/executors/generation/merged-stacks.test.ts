import assert from 'node:assert/strict';
import type { ItemState } from '../../../../src/pipeline/state/item-state.ts';
import { isFullRun } from '../../../scripts/full-run.ts';
import type { GitUser } from '../../../workspace/support/git-user.ts';
import { signal, type ForgeScene, type People } from '../../forge/support/forge-scene.ts';
import { createGithubScene } from '../../forge/support/github-scene.ts';
import type { GenerationScene } from './generation-scene.ts';
import { numberOf, openChunks, PreparedItems, resultOf, stackOf, type OpenChunks } from './stack-scene.ts';

/** The branches of the sub-items `a` and `b`, and the numbers of their pull requests. */
interface Stack {
  readonly people: People;
  readonly a: { readonly branch: string; readonly number: number };
  readonly b: { readonly branch: string; readonly number: number };
}

async function squash(git: GitUser, branch: string): Promise<void> {
  await git.git('merge', '-q', '--squash', branch);
  await git.git('commit', '-q', '-m', 'by a person');
}

async function merge(git: GitUser, branch: string): Promise<void> {
  await git.git('merge', '-q', '--no-ff', '-m', 'by a person', branch);
}

/** The ways in which people merge the pull requests of a stack before the next step. */
const WAYS: Readonly<Record<string, (stack: Stack) => Promise<void>>> = {
  'merge commits': ({ people, a, b }) =>
    people.useGit(async (git) => {
      await merge(git, a.branch);
      await merge(git, b.branch);
    }),
  'a squash of each': ({ people, a, b }) =>
    people.useGit(async (git) => {
      await squash(git, a.branch);
      await squash(git, b.branch);
    }),
  'a fast-forward to the top branch': ({ people, b }) =>
    people.useGit(async (git) => {
      await git.git('merge', '-q', '--ff-only', b.branch);
    }),
  'a merge of only the top branch, and deleted branches': ({ people, a, b }) =>
    people.useGit(async (git) => {
      await merge(git, b.branch);
      await git.git('branch', '-q', '-D', a.branch, b.branch);
    }),
  'one squash of the top branch': ({ people, b }) => people.useGit((git) => squash(git, b.branch)),
  'the upper one into the lower one, then the lower one, and deleted branches': async ({ people, a, b }) => {
    await people.merge(b.number, 'merge');
    await people.merge(a.number, 'squash');
    await people.deleteBranch(b.branch);
    await people.deleteBranch(a.branch);
  },
  'a squash of each, and later commits in the same lines': ({ people, a, b }) =>
    people.useGit(async (git) => {
      await squash(git, a.branch);
      await squash(git, b.branch);
      await git.write('src/a.ts', 'export const a = [1];\n');
      await git.write('src/b.ts', "import { a } from './a.ts';\nexport const b = [a, 2];\n");
      await git.commit('more');
    }),
};

function branchesOf({ item, forge }: GenerationScene, state: ItemState): Stack {
  const part = (id: string) => ({ branch: `holdfast/${item}/1/sub/${id}`, number: numberOf(state, id) });
  return { people: forge.people, a: part('a'), b: part('b') };
}

async function tipOf({ forge }: ForgeScene, branch = 'main'): Promise<string> {
  const tip = await forge.readBranch(branch, signal);
  if (tip === undefined) throw new Error(`There is no branch ${branch}.`);
  await forge.fetchCommit(tip, signal);
  return tip;
}

const statuses = ({ subItems }: ItemState): readonly string[] => subItems.map(({ id, status }) => `${id} ${status}`);

/** The others give GitHub the same states of branches and pull requests as one of these. */
const GITHUB_WAYS = [
  'merge commits',
  'one squash of the top branch',
  'the upper one into the lower one, then the lower one, and deleted branches',
];

const prepared = new PreparedItems();
const openOnGithub: OpenChunks = async (...chunks) => openChunks(await createGithubScene(), ...chunks);

for (const [name, open, ways] of [
  ['local', prepared.open, Object.keys(WAYS)],
  ['github', openOnGithub, GITHUB_WAYS],
] as const) {
  describe(`a stack that people merged at once on the forge ${name}`, function () {
    this.timeout(300_000);
    after(() => prepared[Symbol.asyncDispose]());

    for (const [way, perform] of Object.entries(WAYS).filter(([way]) => ways.includes(way))) {
      it(`[PIPE-3] [PIPE-5] ends the item after ${way}`, async () => {
        await using scene = await open(...stackOf('a', 'b'));
        const { forge } = scene.forge;
        const first = await scene.rest();
        const calls = scene.prompts.length;
        await perform(branchesOf(scene, first));
        const tip = await tipOf(scene.forge);
        const state = await scene.rest();
        assert.deepEqual([state.status, ...statuses(state)], ['finished', 'a merged', 'b merged']);
        assert.equal(scene.prompts.length, calls);
        assert.equal(await tipOf(scene.forge), tip);
        for (const id of ['a', 'b']) {
          const request = await forge.readPullRequest(numberOf(first, id), signal);
          const comments = await forge.listComments(String(numberOf(first, id)), undefined, signal);
          const explained = comments.filter(({ body }) => body.includes('contains the change of the sub-item'));
          if (name === 'local' || request?.state === 'merged') assert.equal(request?.state, 'merged');
          else assert.deepEqual([request?.state, explained.length], ['closed', 1]);
        }
        // Nothing is left to do.
        assert.equal((await scene.step()).outcome, 'nothing');
      });
    }

    it('[PIPE-5] does not count a branch that a person emptied', async () => {
      await using scene = await open(...stackOf('a', 'b'));
      const { forge, people } = scene.forge;
      const first = await scene.rest();
      const { a, b } = branchesOf(scene, first);
      await people.useGit(async (git) => {
        await git.git('branch', '-q', '-f', b.branch, a.branch);
        await squash(git, a.branch);
      });
      const state = await scene.rest();
      assert.notEqual(state.subItems[1]?.status, 'merged');
      assert.notEqual((await forge.readPullRequest(b.number, signal))?.state, 'merged');
    });

    // What follows depends on the commits only, which are read in the local repository.
    if (name === 'github' && !isFullRun) return;

    it('[PIPE-5] replays once what starts from a stack that was merged', async () => {
      await using scene = await open(...stackOf('a', 'b', 'c'));
      const { forge, user, people } = scene.forge;
      const first = await scene.rest();
      const { b } = branchesOf(scene, first);
      await people.useGit((git) => squash(git, b.branch));
      const tip = await tipOf(scene.forge);
      const state = await scene.rest();
      assert.deepEqual(statuses(state), ['a merged', 'b merged', 'c waiting']);
      assert.equal((await user.git('rev-parse', `${resultOf(state, 'c')}^`)).trim(), tip);
      const pushes = Object.keys(state.receipts).filter((key) => key.includes('/generation/c/branch/'));
      assert.equal(pushes.length, 2);
      assert.equal((await forge.readPullRequest(numberOf(first, 'c'), signal))?.base, 'main');
    });

    it('[PIPE-5] counts a change as merged that is empty when it is replayed on the base branch', async () => {
      await using scene = await open(...stackOf('a', 'b'));
      scene.comparesChanges = false;
      const first = await scene.rest();
      const { b } = branchesOf(scene, first);
      await scene.forge.people.useGit((git) => merge(git, b.branch));
      const tip = await tipOf(scene.forge);
      const state = await scene.rest();
      assert.deepEqual([state.status, ...statuses(state)], ['finished', 'a merged', 'b merged']);
      assert.equal(state.subItems[1]?.approval?.hash, tip);
    });

    it('[PIPE-5] does not count a change that was merged and reverted', async () => {
      await using scene = await open(...stackOf('a', 'b'));
      const first = await scene.rest();
      const { a, b } = branchesOf(scene, first);
      await scene.forge.people.useGit(async (git) => {
        await squash(git, a.branch);
        await squash(git, b.branch);
        await git.git('revert', '--no-edit', 'HEAD');
      });
      const state = await scene.rest();
      assert.deepEqual(statuses(state), ['a merged', 'b waiting']);
      assert.equal((await scene.forge.forge.readPullRequest(b.number, signal))?.state, 'open');
    });
  });
}
