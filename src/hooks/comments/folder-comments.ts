import { createHash, randomUUID } from 'node:crypto';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { declarationsOf } from '../../code/enclosing/enclosing-declarations.ts';
import type { CommentContent, CommentFilter, StoredComment } from '../../history/records/line-comments.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { decodeText } from '../../workspace/files/disk-tree.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import { GitError } from '../../workspace/git/git.ts';
import type { CommentAnswer, Comments, SessionComment, NewComment } from './comment-types.ts';
import { locateComment } from './locate-comment.ts';

export type CommentServices = Pick<FolderServices, 'history' | 'openOrCreateHistory' | 'repository' | 'tree'>;

/** The comments of one folder. */
export class FolderComments implements Comments {
  readonly #services: CommentServices;
  readonly #now: () => Date;

  constructor(services: CommentServices, now: () => Date) {
    this.#services = services;
    this.#now = now;
  }

  async add(
    { file: named, line, session, url, ...comment }: NewComment,
    signal?: AbortSignal,
  ): Promise<SessionComment> {
    const file = normalizeRelative(named);
    const repository = await this.#services.repository();
    const result = comment.run === undefined ? undefined : await repository.readKeptResult(comment.run, signal);
    const text =
      result === undefined
        ? await this.#services.tree.readText(file)
        : await repository.readTree(result.result.commit, signal).readText(file);
    const lines = text?.split(/\r\n|\n|\r/) ?? [];
    const lineText = lines[line - 1];
    if (text === undefined || lineText === undefined) {
      const problem =
        text === undefined ? 'there is no such file' : `the file has ${formatCount(lines.length, 'line')}`;
      throw new HoldfastError('not-found', `Failed to comment on ${file}:${line}: ${problem}`, {
        hint: 'Name a file of the workspace folder and one of its lines: src/a.ts:12.',
      });
    }
    const { commit } = result?.result ?? (await repository.createBase({ signal }));
    const content: CommentContent = {
      ...comment,
      file,
      line,
      lineText,
      above: lines[line - 2] ?? '',
      below: lines[line] ?? '',
      declaration: (await declarationsOf(file, text)).enclosing(line, line).name,
      author: comment.author ?? (await repository.commits?.authorName(signal)),
      url,
      snapshot: commit,
    };
    const id = url === undefined ? randomUUID() : createHash('sha256').update(url).digest('hex').slice(0, 32);
    await (await this.#services.openOrCreateHistory()).addComment({ id, session, content });
    return this.#require(id);
  }

  async list({
    session,
    onlyOpen = false,
  }: { readonly session?: string | undefined; readonly onlyOpen?: boolean } = {}): Promise<readonly SessionComment[]> {
    const comments = await this.#read({ session, ...(onlyOpen ? { statuses: ['open'] as const } : {}) });
    return onlyOpen ? comments.filter(({ status }) => status === 'open') : comments;
  }

  async answer(id: string, { status, text }: CommentAnswer): Promise<SessionComment> {
    const comment = await this.#require(id);
    const answer = { text, by: 'agent', at: this.#now().toISOString() } as const;
    return this.#update(comment.id, { status, answer });
  }

  async resolve(id: string): Promise<SessionComment> {
    return this.#update((await this.#require(id)).id, { status: 'resolved' });
  }

  async #update(
    id: string,
    change: { readonly status: StoredComment['status']; readonly answer?: CommentContent['answer'] },
  ): Promise<SessionComment> {
    if (await (await this.#services.openOrCreateHistory()).updateComment(id, change)) return this.#require(id);
    throw new HoldfastError('not-found', `The comment ${id.slice(0, 8)} is resolved.`, {
      hint: 'Add a new comment with "holdfast comment".',
    });
  }

  /** Finds a comment by its id, or by an unambiguous prefix of it. */
  async #require(id: string): Promise<SessionComment> {
    const found = (await this.#read({})).filter((comment) => comment.id.startsWith(id));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    throw new HoldfastError('not-found', `Comment ${only === undefined ? 'not found' : 'not unique'}: ${id}`, {
      hint: 'List the comments with "holdfast comments".',
    });
  }

  async #read(filter: CommentFilter): Promise<readonly SessionComment[]> {
    const history = await this.#services.history();
    const stored = (await history?.listComments(filter)) ?? [];
    const comments: SessionComment[] = [];
    for (const comment of stored) comments.push(await this.#settle(comment));
    return comments;
  }

  /** An open comment whose lines changed is addressed. It is closed by a person, who sees the lines. */
  async #settle({ above, below, lineText, snapshot, ...comment }: StoredComment): Promise<SessionComment> {
    const { file, line, status, run } = comment;
    // The next result of the chunk is another one, and not a change of these lines.
    if (run !== undefined) return { ...comment, currentLine: line };
    const before = await this.#readBefore(file, snapshot);
    const place = locateComment({ line, lineText, above, below }, before, await this.#services.tree.readText(file));
    const currentLine = place.kind === 'unchanged' ? place.line : undefined;
    if (status !== 'open' || place.kind === 'unchanged') return { ...comment, currentLine };
    const { line: from, count } = place;
    const text = count === 0 ? 'The lines were removed.' : `Lines ${from} to ${from + count - 1} changed.`;
    const answer = { text, by: 'lines', at: this.#now().toISOString() } as const;
    const isStored = await (
      await this.#services.openOrCreateHistory()
    ).updateComment(comment.id, {
      status: 'addressed',
      answer,
    });
    return isStored ? { ...comment, status: 'addressed', answer, currentLine } : { ...comment, currentLine };
  }

  async #readBefore(file: string, snapshot: string | undefined): Promise<string | undefined> {
    if (snapshot === undefined) return undefined;
    try {
      const bytes = await (await this.#services.repository()).readFile(snapshot, file);
      return bytes && decodeText(file, bytes);
    } catch (thrown) {
      // Snapshots are kept for some days.
      if (thrown instanceof GitError) return undefined;
      throw thrown;
    }
  }
}
