import { readCommentableLines } from '../../../src/pipeline/forge/line-comments.ts';
import type { GitUser } from '../../workspace/support/git-user.ts';

/** What the server knows of the bare repository that Holdfast pushes to. Pushes are visible at once. */
export class MirroredRepository {
  readonly #bare: GitUser;
  /** By the range of two commits. It never changes. */
  readonly #contained = new Map<string, Promise<boolean>>();

  constructor(bare: GitUser) {
    this.#bare = bare;
  }

  readBranch(name: string): Promise<string | undefined> {
    return this.#bare.readTip(name);
  }

  /** Whether a commit is another one, or an ancestor of it. */
  async contains(commit: string, ancestor: string): Promise<boolean> {
    if (commit === ancestor) return true;
    const range = `${commit}..${ancestor}`;
    let answer = this.#contained.get(range);
    if (answer === undefined) {
      answer = this.#bare.git('rev-list', '--count', range).then((count) => count.trim() === '0');
      this.#contained.set(range, answer);
    }
    return answer;
  }

  /** The changed files of a pull request, as the API lists them. */
  async listFiles(base: string, head: string): Promise<readonly { filename: string; status: string; patch: string }[]> {
    const names = (await this.#bare.git('diff', '--name-only', '-z', `${base}...${head}`)).split('\0').filter(Boolean);
    return Promise.all(
      names.map(async (filename) => {
        const diff = await this.#bare.git('diff', '--unified=3', `${base}...${head}`, '--', filename);
        return { filename, status: 'modified', patch: diff.slice(Math.max(diff.indexOf('@@ '), 0)) };
      }),
    );
  }

  /** Whether a comment can be on a line of the new file. */
  async isInDiff(base: string, head: string, path: string, line: number): Promise<boolean> {
    const file = (await this.listFiles(base, head)).find(({ filename }) => filename === path);
    return readCommentableLines(file?.patch ?? '').some(([first, last]) => first <= line && line <= last);
  }

  /** Merges a branch on the server. Returns the new commit of the base branch. */
  async merge(base: string, head: string, kind: 'merge' | 'squash'): Promise<string> {
    const tree = (await this.#bare.git('merge-tree', '--write-tree', base, head)).trim().split('\n')[0] ?? '';
    const parents = kind === 'merge' ? ['-p', base, '-p', head] : ['-p', base];
    const commit = (await this.#bare.git('commit-tree', tree, ...parents, '-m', `${kind} by a person`)).trim();
    await this.#bare.git('update-ref', `refs/heads/${base}`, commit);
    return commit;
  }
}
