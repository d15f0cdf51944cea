/** What a part has opened, in order. Disposal closes everything in reverse order, also if closing something fails. */
export class Disposals implements AsyncDisposable {
  #actions: (() => Promise<void> | void)[] = [];

  /** Adds an action that closes something. */
  add(close: () => Promise<void> | void): void {
    this.#actions.push(close);
  }

  /** Adds a resource, and returns it. */
  use<Resource extends AsyncDisposable>(resource: Resource): Resource {
    this.add(async () => {
      await resource[Symbol.asyncDispose]();
    });
    return resource;
  }

  /** Moves everything to a new owner, which must dispose it. */
  move(): Disposals {
    const moved = new Disposals();
    moved.#actions = this.#actions;
    this.#actions = [];
    return moved;
  }

  /** Throws the first error after everything was closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    const actions = this.#actions.reverse();
    this.#actions = [];
    const errors: unknown[] = [];
    for (const close of actions) {
      try {
        await close();
      } catch (thrown) {
        errors.push(thrown);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
