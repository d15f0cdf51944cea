/** The number of lines that explain a failure. */
const MAX_LINES = 3;
const MAX_LINE_LENGTH = 300;

/** Lines without a cause: stack frames, source excerpts of Node, its version, and the echo of package scripts. */
const NOISE =
  /^(?:\s+at .*|node:.*:\d+|\s*throw err;|[\s^~]*|Node\.js v.*|> .*|\s*[}\]],?|\s*(?:code|requireStack): .*)$/;
/** What package managers and make add to the output of a failed script. An error of make's file has three asterisks. */
const CONSEQUENCE =
  /^(?:npm (?:error|ERR!|warn|WARN|notice)\b.*|\s*ELIFECYCLE\b.*|error Command failed with exit code .*|info Visit .*|make(?:\[\d+\])?: \*\*\* .*|\S*[Mm]akefile:\d+: (?!\*\*\*).*|error: script ".*" exited .*)$/;
const NAMES_ERROR =
  /error|fatal|panic|exception|not found|no such|cannot|can't|unable|undefined|denied|refused|invalid|missing|bad option|unknown|unexpected/i;
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g');

/**
 * [EDIT-8] The lines of a failed command's output that tell its cause, for display. They come from standard error, or from
 * all output if that has none. Undefined if the command printed nothing.
 */
export function findLastError({
  standardError,
  output,
}: {
  readonly standardError: string;
  readonly output: string;
}): string | undefined {
  const ownLines = readLines(standardError);
  const outputLines = readLines(output);
  const isOwn = (line: string): boolean => !CONSEQUENCE.test(line);
  const isError = (line: string): boolean => NAMES_ERROR.test(line);
  const candidates = [
    preferErrors(ownLines.filter(isOwn)),
    outputLines.filter((line) => isOwn(line) && isError(line)),
    preferErrors(ownLines),
    outputLines,
  ];
  return candidates
    .find((lines) => lines.length > 0)
    ?.slice(-MAX_LINES)
    .map(shorten)
    .join('\n');
}

function readLines(text: string): readonly string[] {
  return text
    .replace(COLORS, '')
    .split(/\r?\n/)
    .filter((line) => !NOISE.test(line));
}

function preferErrors(lines: readonly string[]): readonly string[] {
  const errors = lines.filter((line) => NAMES_ERROR.test(line));
  return errors.length > 0 ? errors : lines;
}

function shorten(line: string): string {
  const text = line.trim();
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
}
