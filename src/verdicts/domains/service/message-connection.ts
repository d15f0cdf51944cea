import type { Readable, Writable } from 'node:stream';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

/**
 * Opens a connection for messages on two streams. The only code that does. Disposing the connection leaves nothing that
 * keeps the process alive [CONF-4].
 */
export function openMessageConnection(input: Readable, output: Writable): MessageConnection {
  const reader = new StreamMessageReader(input);
  // In the middle of a message, the reader restarts a timer without limit, also after its disposal. A request has its own limit.
  reader.partialMessageTimeout = 0;
  return createMessageConnection(reader, new StreamMessageWriter(output));
}
