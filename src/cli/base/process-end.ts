import type { Writable } from 'node:stream';

/** How long something that a command left open can keep the process alive, in milliseconds. */
const GRACE_MS = 1_000;

/** Whether another program started the command to speak a protocol, and thus waits for its end. */
export function speaksProtocol([command, subcommand]: readonly string[]): boolean {
  return command === 'hook' || command === 'mcp' || (command === 'domain' && subcommand === 'serve');
}

/**
 * Ends the process when outputs are written, and the grace has passed [CONF-4]. A pipe whose reader does not read keeps a
 * process alive, and cannot be closed in another way.
 */
export function endAfter(outputs: readonly Writable[]): void {
  void Promise.all(outputs.map(untilWritten)).then(() => setTimeout(() => process.exit(), GRACE_MS).unref());
}

function untilWritten(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (output.writableLength === 0 || output.errored !== null) resolve();
    else output.once('error', () => resolve()).write('', () => resolve());
  });
}
