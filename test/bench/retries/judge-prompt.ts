import type { FailingProgram } from './failing-programs.ts';

/** The number of lines around an error that a prompt must contain. */
const LINES_AROUND = 3;

export interface PromptVerdict {
  /** Whether every line that the model wrote is in the diff. */
  readonly hasCode: boolean;
  /** Whether the lines around every error are there, with their numbers. */
  readonly hasErrorLines: boolean;
}

/**
 * Judges a prompt by the program alone.
 * @throws Error if the output of the tools in the prompt does not report a marked line: then the program is wrong
 */
export function judgePrompt({ id, files, existing, errors, command }: FailingProgram, prompt: string): PromptVerdict {
  for (const { path, line } of errors) {
    const printed = command === 'compile' ? `${path}(${line},` : `${path}:${line}`;
    if (!prompt.includes(printed)) throw new Error(`${id}: the output does not report ${printed}:\n${prompt}`);
  }
  const texts = { ...existing, ...files };
  const lines = new Set(prompt.split('\n'));
  return {
    hasCode: Object.values(files).every((text) =>
      text.split('\n').every((line) => line === '' || lines.has(`+${line}`)),
    ),
    hasErrorLines: errors.every(({ path, line }) => hasLinesAround(prompt, path, texts[path] ?? '', line)),
  };
}

/** Whether the element of a file contains the lines around an error, and marks the line of the error. */
function hasLinesAround(prompt: string, path: string, text: string, error: number): boolean {
  const [, rest = ''] = prompt.split(`<code-data path="${path}" `);
  const shown = rest.split('</code-data>', 1).join('').split('\n');
  const source = text.replace(/\n$/, '').split('\n');
  for (let number = error - LINES_AROUND; number <= error + LINES_AROUND; number++) {
    const line = source[number - 1];
    if (line === undefined) continue;
    const isShown = shown.some((row) => {
      const [, mark, printed, printedText] = /^([> ]) +(\d+) \|(?: (.*))?$/.exec(row) ?? [];
      return Number(printed) === number && (printedText ?? '') === line && (number !== error || mark === '>');
    });
    if (!isShown) return false;
  }
  return true;
}
