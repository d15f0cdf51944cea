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
import { locateComment, type CommentPlace } from './locate-comment.ts';

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

  async list({ onlyOpen = false }: { readonly onlyOpen?: boolean } = {}): Promise<readonly SessionComment[]> {
    // What was addressed by its lines is open if they are back.
    const comments = await this.#read(onlyOpen ? { statuses: ['open', 'addressed'] } : {});
    return onlyOpen ? comments.filter(({ status }) => status === 'open') : comments;
  }

  async answer(id: string, { status, text }: CommentAnswer): Promise<SessionComment> {
    const comment = await this.#require(id);
    if (comment.run !== undefined) {
      throw new HoldfastError('not-found', `The comment ${comment.id.slice(0, 8)} is for the next run of its chunk.`, {
        hint: 'It needs no answer: the run receives it until the person resolves it.',
      });
    }
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

  /**
   * A comment without an answer of the agent is addressed as long as its lines are changed, and open otherwise. It is closed by
   * a person, who sees the lines.
   */
  async #settle({ above, below, lineText, snapshot, ...stored }: StoredComment): Promise<SessionComment> {
    const { line, status, run } = stored;
    // The next result of the chunk is another one, and not a change of these lines.
    if (run !== undefined) return { ...stored, currentLine: line };
    const before = await this.#readBefore(stored.file, snapshot);
    const { file, text: now } = await this.#readNow(stored.file, snapshot);
    const place = locateComment({ line, lineText, above, below }, before, now);
    const currentLine = place.kind === 'unchanged' ? place.line : undefined;
    const comment = { ...stored, file, currentLine };
    if (status === 'resolved' || stored.answer?.by === 'agent') return comment;
    if ((status === 'addressed') === (place.kind === 'changed')) return comment;
    const settled = { status: place.kind === 'changed' ? 'addressed' : 'open', answer: this.#answerOf(place) } as const;
    const history = await this.#services.openOrCreateHistory();
    return (await history.updateComment(comment.id, settled)) ? { ...comment, ...settled } : comment;
  }

  #answerOf(place: CommentPlace): CommentContent['answer'] {
    if (place.kind === 'unchanged') return undefined;
    const { line, count } = place;
    const lines = count === 1 ? `Line ${line}` : `Lines ${line} to ${line + count - 1}`;
    const text = count === 0 ? 'The lines were removed.' : `${lines} changed.`;
    return { text, by: 'lines', at: this.#now().toISOString() };
  }

  /** The text of a file now, also if it was renamed since a snapshot. */
  async #readNow(
    file: string,
    snapshot: string | undefined,
  ): Promise<{ readonly file: string; readonly text: string | undefined }> {
    const text = await this.#services.tree.readText(file);
    if (text !== undefined || snapshot === undefined) return { file, text };
    const repository = await this.#services.repository();
    const changes = await unlessGone(async () =>
      repository.listChanges(snapshot, (await repository.createBase()).commit),
    );
    const renamed = changes?.find(({ previousPath }) => previousPath === file)?.path;
    return renamed === undefined
      ? { file, text }
      : { file: renamed, text: await this.#services.tree.readText(renamed) };
  }

  async #readBefore(file: string, snapshot: string | undefined): Promise<string | undefined> {
    if (snapshot === undefined) return undefined;
    const bytes = await unlessGone(async () => (await this.#services.repository()).readFile(snapshot, file));
    return bytes && decodeText(file, bytes);
  }
}

/** Reads a snapshot; `undefined` if it is gone. Snapshots are kept for some days. */
async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof GitError) return undefined;
    throw thrown;
  }
}
