import { GithubForge, type GithubForgeOptions } from '../../../../src/pipeline/forge/github/github-forge.ts';
import { Git } from '../../../../src/workspace/git/git.ts';
import { REPOSITORY, startGithubServer, type GithubServer } from '../../../servers/github/github-server.ts';
import { GitUser } from '../../../workspace/support/git-user.ts';
import { temporaryFolder } from '../../../workspace/support/temporary.ts';
import { signal, type ForgeScene } from './forge-scene.ts';

export interface GithubScene extends ForgeScene {
  readonly server: GithubServer;
  /** The repository that the server has. */
  readonly bare: GitUser;
  /** Connects again with other options. */
  connect(options?: Partial<GithubForgeOptions>): Promise<GithubForge>;
}

const EVENTS = { approved: 'APPROVE', 'changes-requested': 'REQUEST_CHANGES', commented: 'COMMENT' } as const;

/** A repository on a loopback server that speaks GitHub's API, and a clone of it. */
export async function createGithubScene(): Promise<GithubScene> {
  const folder = await temporaryFolder();
  const bare = await GitUser.init(folder.at('remote.git'), '--bare');
  await bare.git('config', 'user.name', 'GitHub');
  const user = await GitUser.init(folder.at('repository'));
  await user.write('src/lines.txt', Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join(''));
  await user.commit('first');
  await user.git('push', '-q', bare.folder, 'main');
  const server = await startGithubServer(bare);
  const connect = (options: Partial<GithubForgeOptions> = {}): Promise<GithubForge> =>
    GithubForge.open(
      {
        apiUrl: server.url,
        gitUrl: bare.folder,
        owner: 'acme',
        repo: 'app',
        token: server.tokenOf('holdfast-bot'),
        git: new Git(user.folder),
        isPaced: false,
        retryPauseMs: 1,
        ...options,
      },
      signal,
    );
  const send = (method: string, path: string, body?: unknown, login = 'reviewer'): Promise<unknown> =>
    server.send(login, method, REPOSITORY + path, body);
  return {
    forge: await connect(),
    user,
    bare,
    server,
    connect,
    people: {
      async createItem(title, labels, body = 'text') {
        return String(((await send('POST', '/issues', { title, body, labels })) as { number: number }).number);
      },
      async addLabel(id, label) {
        await send('POST', `/issues/${id}/labels`, { labels: [label] });
      },
      async comment(id, body, author) {
        return String(((await send('POST', `/issues/${id}/comments`, { body }, author)) as { id: number }).id);
      },
      async editComment(comment, body) {
        await send('PATCH', `/issues/comments/${comment}`, { body });
      },
      async review(number, verdict, body, comments = [], author = 'reviewer') {
        const lines = comments.map((comment) => ({ ...comment, side: 'RIGHT' }));
        await send('POST', `/pulls/${number}/reviews`, { event: EVENTS[verdict], body, comments: lines }, author);
      },
      async dismissReview(number, review) {
        await send('PUT', `/pulls/${number}/reviews/${review}/dismissals`, { message: 'outdated' });
      },
      merge: (number, kind) => server.merge(number, kind),
      async deleteBranch(name) {
        await bare.git('update-ref', '-d', `refs/heads/${name}`);
      },
      async useGit(work) {
        const clone = await GitUser.init(folder.at('person'));
        await clone.git('fetch', '-q', '--update-head-ok', '--prune', bare.folder, '+refs/heads/*:refs/heads/*');
        await clone.git('reset', '-q', '--hard');
        await work(clone);
        await clone.git('push', '-q', '--force', '--prune', bare.folder, 'refs/heads/*:refs/heads/*');
      },
      async listSubItems(parent) {
        const issues = await send('GET', `/issues/${parent}/sub_issues`);
        return (issues as readonly { number: number }[]).map(({ number }) => String(number));
      },
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
