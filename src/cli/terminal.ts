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
  readonly interactive: boolean;
}

export function processTerminal(): Terminal {
  const colour = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  return {
    result: (line) => void process.stdout.write(`${line}\n`),
    progress: (line) => void process.stderr.write(`${line}\n`),
    progressText: (text) => void process.stderr.write(text),
    style: (style, text) => (colour ? styleText(typeof style === 'string' ? style : [...style], text) : text),
    interactive: process.stdin.isTTY && process.stderr.isTTY,
  };
}
