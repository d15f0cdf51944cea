import type { ActiveChunk, Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';

/**
 * What the tools remember between two calls of one agent: the chunk that it carries out. A chunk that was chosen in an earlier
 * session is not used.
 */
export class ToolSession {
  #active: string | undefined;

  /** @param chunk the chunk of the session, as `<chunk>` or `<contract>#<chunk>`; `undefined` until one is started */
  constructor(chunk?: string) {
    this.#active = chunk;
  }

  /** The chunk that the agent carries out, as `<chunk>` or `<contract>#<chunk>`. */
  get active(): string | undefined {
    return this.#active;
  }

  start({ contract, chunk }: ActiveChunk): void {
    this.#active = `${contract}#${chunk}`;
  }

  /**
   * The named chunk, or without a name the active one.
   * @throws HoldfastError `not-found` if there is none
   */
  async requireChunk(engine: Pick<Engine, 'agents'>, name: string | undefined): Promise<ActiveChunk> {
    const chunk = name ?? this.#active;
    if (chunk === undefined) {
      throw new HoldfastError('not-found', 'No chunk was named, and none is active', {
        hint: 'Name a chunk, or start one with start_chunk. list_chunks lists them.',
      });
    }
    return engine.agents.findChunk(chunk);
  }
}
