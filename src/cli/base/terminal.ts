import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';
import { ExitCode } from './exit-code.ts';
import { toPrintable } from './printable-text.ts';
import { StatusLine } from './status-line.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

/** Input and output of a command: results go to standard output, everything else to standard error. */
export interface Terminal {
  /** Standard input. */
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Prints a line of the result. */
  result(line: string): void;
  /** Prints a line about progress or an error. */
  progressLine(line: string): void;
  /** Prints a part of a progress line, for example a streamed answer. */
  progressPart(text: string): void;
  /** Shows a text in the last line of the terminal until other text is printed; an empty text removes it. */
  status(text: string): void;
  style(style: Style | readonly Style[], text: string): string;
  /** Whether the command can prompt a person. */
  readonly interactive: boolean;
  /** Prompts for one line. Resolves to `undefined` if the person cancels (Ctrl+C, Ctrl+D). */
  prompt(question: string, signal: AbortSignal): Promise<string | undefined>;
}

export function createProcessTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnlessClosedPipe);
  const hasColor = usesColor(process.stdout.isTTY, process.env);
  const styles = new MarkedStyles();
  const status = new StatusLine(process.stderr);
  return {
    input: process.stdin,
    result: (line) => {
      status.beforeText('\n');
      process.stdout.write(`${styles.toOutput(line)}\n`);
    },
    progressLine: (line) => {
      status.beforeText('\n');
      process.stderr.write(`${styles.toOutput(line)}\n`);
    },
    progressPart: (text) => {
      status.beforeText(text);
      process.stderr.write(styles.toOutput(text));
    },
    status: (text) => status.show(toPrintable(text)),
    style: (style, text) => (hasColor ? styles.apply(style, text) : text),
    interactive: process.stdin.isTTY && process.stderr.isTTY,
    prompt: async (question, signal) => {
      // Nothing replaces the line while a person types in it.
      status.beforeText(question);
      try {
        return await prompt(styles.toOutput(question), signal);
      } finally {
        status.beforeText('\n');
      }
    },
  };
}

/**
 * Whether to style the output. `FORCE_COLOR` decides first (`0` and `false` switch styles off), then `NO_COLOR`, then the
 * terminal.
 */
export function usesColor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none = '', TERM: terminal } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return none === '' && isTerminal && terminal !== 'dumb';
}

const ESCAPE = '\u001b';
/** A text to find the sequences before and after a styled text. */
const SAMPLE = 'text';

/**
 * Distinguishes the styles of the command line from escape sequences in printed text. Its own sequences carry a random
 * mark until they are printed; all others are made visible.
 */
class MarkedStyles {
  readonly #mark = `${ESCAPE}${randomUUID()}`;

  apply(style: Style | readonly Style[], text: string): string {
    const [open = '', close = ''] = styleText(typeof style === 'string' ? style : [...style], SAMPLE, {
      validateStream: false,
    }).split(SAMPLE);
    return `${this.#addMark(open)}${text}${this.#addMark(close)}`;
  }

  toOutput(text: string): string {
    return text.split(this.#mark).map(toPrintable).join(ESCAPE);
  }

  #addMark(sequences: string): string {
    return sequences.replaceAll(ESCAPE, this.#mark);
  }
}

/**
 * Ignores a pipe that its reader closes early (`holdfast exports | head`): the command still runs to its end. Any other error,
 * such as a full disk, ends it, because its output is not complete.
 */
function endUnlessClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  try {
    writeSync(2, `Failed to write the output: ${error.message}\n`);
  } catch {
    // Standard error is what cannot be written.
  }
  process.exit(process.argv[2] === 'hook' ? ExitCode.ok : ExitCode.couldNotRun);
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
