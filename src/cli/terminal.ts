import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  /** A line of the result. */
  result(line: string): void;
  /** A line that tells of progress or trouble. */
  progress(line: string): void;
  /** Text that is part of a line of progress, such as a model's answer as it comes. */
  progressText(text: string): void;
  style(style: Style | readonly Style[], text: string): string;
  /** Whether somebody can be asked. */
  readonly interactive: boolean;
  /** Asks for one line; undefined where the person breaks off (Ctrl+C, Ctrl+D). */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
}

export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', passOverClosedPipe);
  const colour = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  return {
    result: (line) => void process.stdout.write(`${line}\n`),
    progress: (line) => void process.stderr.write(`${line}\n`),
    progressText: (text) => void process.stderr.write(text),
    style: (style, text) => (colour ? styleText(typeof style === 'string' ? style : [...style], text) : text),
    interactive: process.stdin.isTTY && process.stderr.isTTY,
    ask,
  };
}

/** Whoever reads may have read enough (`holdfast exports | head`): what was begun is ended all the same. */
function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  const broken = new AbortController();
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  prompt.on('SIGINT', () => broken.abort());
  prompt.on('close', () => broken.abort());
  try {
    return await prompt.question(question, { signal: AbortSignal.any([signal, broken.signal]) });
  } catch (thrown) {
    if (signal.aborted || broken.signal.aborted) return undefined;
    throw thrown;
  } finally {
    prompt.close();
  }
}
