import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPipelineDatabase } from '../../../../src/pipeline/database/pipeline-database.ts';
import { LocalForge } from '../../../../src/pipeline/forge/local/local-forge.ts';
import { LocalPeople } from '../../../../src/pipeline/forge/local/local-people.ts';
import { Git } from '../../../../src/workspace/git/git.ts';
import { GitUser } from '../../../workspace/support/git-user.ts';
import { temporaryFolder, type TemporaryFolder } from '../../../workspace/support/temporary.ts';
import { signal, type ForgeScene } from './forge-scene.ts';

export interface LocalScene extends ForgeScene {
  /** A copy of the repository and the database. The copy reads the git objects of the original. */
  fork(): Promise<LocalScene>;
}

/** The local forge in a temporary repository. */
export async function createLocalScene(): Promise<LocalScene> {
  const folder = await temporaryFolder();
  const user = await GitUser.init(folder.at('repository'));
  await user.write('src/lines.txt', Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join(''));
  await user.commit('first');
  return openLocalScene(folder, user.folder);
}

/** @param original the repository with the git objects */
async function openLocalScene(folder: TemporaryFolder, original: string): Promise<LocalScene> {
  const user = new GitUser(folder.at('repository'));
  const databaseFile = join(user.folder, '.git', 'holdfast', 'history.db');
  const database = await openPipelineDatabase(databaseFile);
  const options = { database, git: new Git(user.folder) };
  const forge = new LocalForge(options);
  const reviewer = new LocalPeople('reviewer', options);
  return {
    forge,
    user,
    async fork() {
      const copy = await temporaryFolder();
      await copyRepository(user.folder, copy.at('repository'), original);
      using source = new DatabaseSync(databaseFile);
      source.prepare('vacuum into ?').run(join(copy.at('repository'), '.git', 'holdfast', 'history.db'));
      return await openLocalScene(copy, original);
    },
    people: {
      createItem: async (title, labels, body = 'text') => (await reviewer.createItem({ title, body, labels })).id,
      async addLabel(id, label) {
        await forge.setLabels(id, label, [label]);
      },
      comment: async (id, body, author = 'reviewer') => (await new LocalPeople(author, options).comment(id, body)).id,
      editComment: (comment, body) => reviewer.editComment(comment, body),
      review: async (number, verdict, body, comments, author = 'reviewer') => {
        await new LocalPeople(author, options).review(number, verdict, body, signal, comments);
      },
      dismissReview: (number, review) => reviewer.dismissReview(number, review),
      async merge(number, kind) {
        const request = await forge.readPullRequest(number, signal);
        if (request === undefined) throw new Error(`There is no pull request ${number}`);
        await user.git('checkout', '-q', request.base);
        if (kind === 'merge') await user.git('merge', '-q', '--no-ff', '-m', 'merged by a person', request.head);
        else {
          await user.git('merge', '-q', '--squash', request.head);
          await user.git('commit', '-q', '-m', 'squashed by a person');
        }
        await user.git('checkout', '-q', 'main');
      },
      async deleteBranch(name) {
        await user.git('branch', '-q', '-D', name);
      },
      async useGit(work) {
        await work(user);
        await user.git('checkout', '-q', 'main');
      },
      listSubItems: (parent) => forge.listSubItems(parent),
    },
    async [Symbol.asyncDispose]() {
      await forge[Symbol.asyncDispose]();
      await database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Copies a repository without its git objects, hooks and database. */
async function copyRepository(from: string, to: string, original: string): Promise<void> {
  const left = ['objects', 'hooks', 'holdfast'].map((name) => join(from, '.git', name));
  await cp(from, to, { recursive: true, filter: (path) => !left.includes(path) });
  await mkdir(join(to, '.git', 'holdfast'));
  await mkdir(join(to, '.git', 'objects', 'info'), { recursive: true });
  await writeFile(join(to, '.git', 'objects', 'info', 'alternates'), `${join(original, '.git', 'objects')}\n`);
}
