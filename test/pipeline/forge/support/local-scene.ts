import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { openPipelineDatabase } from '../../../../src/pipeline/database/pipeline-database.ts';
import { LocalForge } from '../../../../src/pipeline/forge/local/local-forge.ts';
import { LocalPeople } from '../../../../src/pipeline/forge/local/local-people.ts';
import { Git } from '../../../../src/workspace/git/git.ts';
import { GitUser } from '../../../workspace/support/git-user.ts';
import { temporaryFolder, type TemporaryFolder } from '../../../workspace/support/temporary.ts';
import { signal, type ForgeScene } from './forge-scene.ts';

export type LocalScene = ForgeScene;

/** The local forge in a temporary repository. */
export async function createLocalScene(): Promise<LocalScene> {
  const folder = await temporaryFolder();
  const user = await GitUser.init(folder.at('repository'));
  await user.write('src/lines.txt', Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join(''));
  await user.commit('first');
  return openLocalScene(folder, user);
}

/** Another scene with the same commits, items and pull requests. Nothing may change the original meanwhile. */
export async function copyLocalScene({ user: original }: LocalScene): Promise<LocalScene> {
  const folder = await temporaryFolder();
  const user = new GitUser(folder.at('repository'));
  await cp(original.folder, user.folder, COPY);
  return openLocalScene(folder, user);
}

/** With the times of files, so that git does not read them again. */
const COPY = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };

async function openLocalScene(folder: TemporaryFolder, user: GitUser): Promise<LocalScene> {
  const database = await openPipelineDatabase(join(user.folder, '.git', 'holdfast', 'history.db'));
  const options = { database, git: new Git(user.folder) };
  const forge = new LocalForge(options);
  const reviewer = new LocalPeople('reviewer', options);
  return {
    forge,
    user,
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
