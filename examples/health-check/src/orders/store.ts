export interface Order {
  readonly id: number;
  readonly article: string;
  readonly quantity: number;
}

/** Stores orders in memory. */
export class OrderStore {
  readonly #orders: Order[] = [];
  #open = true;

  async list(): Promise<readonly Order[]> {
    await this.ping();
    return [...this.#orders];
  }

  async add(article: string, quantity: number): Promise<Order> {
    await this.ping();
    const order = { id: this.#orders.length + 1, article, quantity };
    this.#orders.push(order);
    return order;
  }

  /** Resolves while the store is open and rejects after it is closed. */
  async ping(): Promise<void> {
    if (!this.#open) throw new Error('The order store is closed');
  }

  close(): void {
    this.#open = false;
  }
}
