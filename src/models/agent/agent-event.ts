/** The progress events of an attempt. */
export type AgentEvent =
  | { readonly type: 'model-text'; readonly delta: string }
  | { readonly type: 'model-reasoning'; readonly delta: string }
  | {
      readonly type: 'tool';
      readonly name: string;
      readonly subject: string;
      readonly ok: boolean;
      readonly note?: string;
    }
  | { readonly type: 'model-retry'; readonly reason: string; readonly delayMs: number }
  /** The tokens and the cost of one model call. */
  | {
      readonly type: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd: number | null;
    };
