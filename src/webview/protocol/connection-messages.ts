/** The messages that every page exchanges with the extension to see whether it still answers. */

/** From a page. */
export const PING = { type: 'ping' } as const;

/** From the extension: its answer. */
export const PONG = { type: 'pong' } as const;

export function isConnectionMessage(message: unknown, { type }: typeof PING | typeof PONG): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}
