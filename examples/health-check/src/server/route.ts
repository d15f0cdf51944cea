/** A route of the service. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  answer(body: string): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body: unknown;
}
