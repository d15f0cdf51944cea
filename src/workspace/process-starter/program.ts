// The process starter: runs processes for the process that started it, until that process ends or closes the channel. It
// imports only what it needs, because a process with little memory starts others in less time.
import type { StarterAnswer, StarterRequest } from './messages.ts';
import { failureOf, StartedProcess } from './started-process.ts';

const running = new Map<number, StartedProcess>();

process.on('message', (request: StarterRequest) => {
  if (request.kind === 'stop') running.get(request.id)?.stop();
  else void answer(request);
});
process.on('disconnect', () => {
  for (const started of running.values()) started.stop();
});

async function answer({ id, call }: Extract<StarterRequest, { kind: 'run' }>): Promise<void> {
  try {
    const started = new StartedProcess(call);
    running.set(id, started);
    send({ id, ...(await started.end()) });
  } catch (thrown) {
    send({ id, stdout: Buffer.of(), stderr: Buffer.of(), exceeded: false, failure: failureOf(thrown) });
  } finally {
    running.delete(id);
  }
}

function send(message: StarterAnswer): void {
  // Without the channel, the caller has ended.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
