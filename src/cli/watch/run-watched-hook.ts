import { messageOf } from '../../foundation/errors.ts';
import { ExitCode } from '../base/exit-code.ts';
import { toPrintable } from '../base/printable-text.ts';
import { takeSecrets } from '../base/take-secrets.ts';
import type { HookOutput, WatchedCommand } from './watch-hook.ts';

/** Answers a hook in another process, and exits as the client expects. */
export async function runWatchedHook(): Promise<void> {
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupt.abort());
  const command = {
    argv: process.argv.slice(2),
    script: process.argv[1] ?? '',
    environment: takeSecrets(process.env),
    signal: interrupt.signal,
  };
  // A fault of Holdfast never holds an agent back.
  const { stdout, stderr, exitCode } = await answer(command).catch((thrown: unknown) => ({
    stdout: '',
    stderr: messageOf(thrown),
    exitCode: ExitCode.ok,
  }));
  await print(process.stderr, stderr);
  await print(process.stdout, stdout);
  // Nothing that is still open may keep the client waiting.
  process.exit(exitCode);
}

/** The start of a session is answered in this process, unless it needs the whole program. */
async function answer(command: WatchedCommand): Promise<HookOutput> {
  const [, event, ...parameters] = command.argv;
  let input: string | undefined;
  if (event === 'session-start' && !process.stdin.isTTY) {
    const { environment, signal } = command;
    const { startQuickly } = await import('./quick-start.ts');
    const quick = await startQuickly({ parameters, environment, signal });
    if (quick.answer !== undefined) return quick.answer;
    input = quick.input;
  }
  const { watchHook } = await import('./watch-hook.ts');
  return watchHook({ ...command, input });
}

/** A client that closes its end has no use for the text. */
function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  return new Promise((resolve) => {
    stream.on('error', () => resolve());
    stream.write(`${toPrintable(text)}\n`, () => resolve());
  });
}
