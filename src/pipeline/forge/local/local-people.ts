import type { Git } from '../../../workspace/git/git.ts';
import type { PipelineDatabase } from '../../database/pipeline-database.ts';
import { ForgeError } from '../forge-error.ts';
import type { ForgeComment, ForgeItem, LineComment } from '../forge.ts';
import type { OutsideComment } from '../line-comments.ts';
import { disarmMarkers } from '../marker.ts';
import { editComment, insertComment } from './comments.ts';
import { editEntry, findNumber, insertItem, setOpen, toNumber } from './entries.ts';
import { LocalPullRequests } from './pull-requests.ts';
import { dismissReview, type NewReview } from './reviews.ts';

/**
 * What a person does on the local forge, on the command line and in the editor. What a person writes carries no marker.
 */
export class LocalPeople {
  readonly #database: PipelineDatabase;
  readonly #pullRequests: LocalPullRequests;
  readonly #author: string;
  readonly #now: () => Date;

  /** @param author the name of the person */
  constructor(
    author: string,
    { database, git, now = () => new Date() }: { database: PipelineDatabase; git: Git; now?: () => Date },
  ) {
    this.#author = author;
    this.#database = database;
    this.#pullRequests = new LocalPullRequests(database, git);
    this.#now = now;
  }

  createItem(item: Pick<ForgeItem, 'title' | 'body' | 'labels'>): Promise<ForgeItem> {
    const body = disarmMarkers(item.body);
    return this.#database.write((queries) => insertItem(queries, { ...item, ...this.#stamp(), body }));
  }

  /** Opens a closed item again, or closes it. */
  setOpen(id: string, isOpen: boolean): Promise<void> {
    return this.#database.write(async (queries) => {
      await setOpen(queries, await findNumber(queries, id), isOpen);
    });
  }

  /** Changes the title or the text of an item. The marker of an item that Holdfast created stays. */
  editItem(id: string, { title, body }: { readonly title?: string; readonly body?: string }): Promise<void> {
    return this.#database.write(async (queries) => {
      const number = await findNumber(queries, id);
      await editEntry(queries, number, { title, body: body === undefined ? undefined : disarmMarkers(body) });
    });
  }

  /** Comments on an item or a pull request. */
  comment(id: string, text: string): Promise<ForgeComment> {
    const body = disarmMarkers(text);
    return this.#database.write(async (queries) =>
      insertComment(queries, { ...this.#stamp(), number: await findNumber(queries, id), body }),
    );
  }

  async editComment(comment: string, text: string): Promise<void> {
    const [id, body, time] = [toNumber(comment), disarmMarkers(text), this.#now().toISOString()];
    const isFound = id !== undefined && (await this.#database.write((queries) => editComment(queries, id, body, time)));
    if (!isFound) throw new ForgeError('not-found', `There is no comment ${comment}`);
  }

  /**
   * Reviews the head commit of a pull request. Returns the comments that are not on a line of the change.
   *
   * @throws ForgeError `invalid` if the person created the pull request, or it is not open
   */
  async review(
    number: number,
    verdict: NewReview['verdict'],
    text: string,
    signal: AbortSignal,
    comments: readonly LineComment[] = [],
  ): Promise<readonly OutsideComment[]> {
    const { author, createdAt } = this.#stamp();
    const body = disarmMarkers(text);
    return this.#pullRequests.addReview(number, { author, verdict, body, comments, submittedAt: createdAt }, signal);
  }

  /** Withdraws an approval or a request for changes. */
  async dismissReview(number: number, review: string): Promise<void> {
    const id = toNumber(review);
    const isFound = id !== undefined && (await this.#database.write((queries) => dismissReview(queries, number, id)));
    if (!isFound) throw new ForgeError('not-found', `There is no review ${review} of the pull request ${number}`);
  }

  #stamp(): { readonly author: string; readonly createdAt: string } {
    return { author: this.#author, createdAt: this.#now().toISOString() };
  }
}
