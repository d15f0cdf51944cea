import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

/** The output of a command: results go to standard output, everything else to standard error. */
export interface Terminal {
  /** Prints a line of the result. */
  result(line: string): void;
  /** Prints a line about progress or an error. */
  progressLine(line: string): void;
  /** Prints a part of a progress line, for example a streamed answer. */
  progressPart(text: string): void;
  style(style: Style | readonly Style[], text: string): string;
  /** Whether the command can prompt a person. */
  readonly interactive: boolean;
  /** Prompts for one line. Resolves to `undefined` if the person cancels (Ctrl+C, Ctrl+D). */
  prompt(question: string, signal: AbortSignal): Promise<string | undefined>;
}

export function createProcessTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  const hasColor = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  return {
    result: (line) => void process.stdout.write(`${line}\n`),
    progressLine: (line) => void process.stderr.write(`${line}\n`),
    progressPart: (text) => void process.stderr.write(text),
    style: (style, text) => (hasColor ? styleText(typeof style === 'string' ? style : [...style], text) : text),
    interactive: process.stdin.isTTY && process.stderr.isTTY,
    prompt,
  };
}

/** Ignores a pipe that its reader closes early (`holdfast exports | head`). The command still runs to its end. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function prompt(question: string, signal: AbortSignal): Promise<string | undefined> {
  const cancellation = new AbortController();
  const readline = createInterface({ input: process.stdin, output: process.stderr });
  readline.on('SIGINT', () => cancellation.abort());
  readline.on('close', () => cancellation.abort());
  try {
    return await readline.question(question, { signal: AbortSignal.any([signal, cancellation.signal]) });
  } catch (thrown) {
    if (signal.aborted || cancellation.signal.aborted) return undefined;
    throw thrown;
  } finally {
    readline.close();
  }
}
