import { describeStrength } from '../../engine.ts';
import type { RunEvent, RunListener } from '../../run/report/run-events.ts';
import type { GateReport } from '../../run/report/run-result.ts';
import type { Terminal } from '../base/terminal.ts';
import { formatProblem } from '../../foundation/format-problem.ts';
import { requiredResults } from '../../foundation/verdict.ts';

export interface ProgressOptions {
  /** Whether to print the output of the model. */
  readonly verbose: boolean;
  /** The start of the lines about a chunk, if several run at the same time. */
  readonly prefixOf?: ((chunk: string) => string) | undefined;
}

/** Creates a listener that prints the progress of a run on standard error. */
export function createProgressListener(terminal: Terminal, { verbose, prefixOf }: ProgressOptions): RunListener {
  const printText = prefixOf === undefined ? new StreamedText(terminal) : new TextByChunk(terminal, prefixOf);
  return (event) => {
    if (event.type === 'model-text') {
      if (verbose) printText.add(event.chunk, event.delta);
      return;
    }
    const text = describeEvent(event, terminal);
    if (text === undefined) return;
    const chunk = 'chunk' in event ? event.chunk : undefined;
    printText.end(chunk);
    const prefix = chunk === undefined ? '' : (prefixOf?.(chunk) ?? '');
    terminal.progressLine(prefix === '' ? text : text.replaceAll(/^/gm, prefix));
  };
}

/** Prints the output of a model as it arrives. */
class StreamedText {
  readonly #terminal: Terminal;
  #isMidLine = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  add(_chunk: string, delta: string): void {
    this.#terminal.progressPart(delta);
    this.#isMidLine = !delta.endsWith('\n');
  }

  /** Ends the line, so that something else can be printed. */
  end(): void {
    if (this.#isMidLine) this.#terminal.progressPart('\n');
    this.#isMidLine = false;
  }
}

/** Prints the outputs of several models line by line, each with its chunk. */
class TextByChunk {
  readonly #terminal: Terminal;
  readonly #prefixOf: (chunk: string) => string;
  /** The line that has not ended, by chunk. */
  readonly #lines = new Map<string, string>();

  constructor(terminal: Terminal, prefixOf: (chunk: string) => string) {
    this.#terminal = terminal;
    this.#prefixOf = prefixOf;
  }

  add(chunk: string, delta: string): void {
    const lines = `${this.#lines.get(chunk) ?? ''}${delta}`.split('\n');
    this.#lines.set(chunk, lines.pop() ?? '');
    for (const line of lines) this.#terminal.progressLine(this.#prefixOf(chunk) + line);
  }

  end(chunk: string | undefined): void {
    if (chunk === undefined || (this.#lines.get(chunk) ?? '') === '') return;
    this.add(chunk, '\n');
  }
}

/** Returns `undefined` for an event that is not printed. */
function describeEvent(event: RunEvent, terminal: Terminal): string | undefined {
  switch (event.type) {
    case 'chunk-started':
      return terminal.style('bold', `chunk ${event.chunk}: ${event.title}`);
    case 'blocked':
      return event.blockedBy.map((blocker) => `  blocked (${blocker.type}): ${blocker.details}`).join('\n');
    case 'strength':
      return event.strength.requirements.length === 0
        ? undefined
        : terminal.style('dim', `    ${describeStrength(event.strength)}`);
    case 'attempt-started':
      return `  attempt ${event.number} of ${event.of}`;
    case 'stage':
      return terminal.style('dim', `    ${event.stage}${event.detail === undefined ? '' : `: ${event.detail}`}`);
    case 'tool':
      return terminal.style(
        'dim',
        `    ${event.ok ? '·' : '!'} ${event.name} ${event.subject}${event.note === undefined ? '' : ` (${event.note})`}`,
      );
    case 'model-retry':
      return `    model: ${event.reason}. Retrying in ${formatDelay(event.delayMs)}`;
    case 'attempt-finished':
      return attemptSummary(event, terminal);
    case 'landed':
      return event.landing.conflicts.length > 0 ? terminal.style('red', '  conflict: nothing landed') : '  landed';
    case 'gate':
      return gateSummary(event.report);
    case 'choice-needed':
      return terminal.style('yellow', '  blocked only by gates: waiting for a choice');
    case 'amendment-proposed':
      return terminal.style('yellow', `  contract change proposed: ${event.id}`);
    case 'note':
      return `  ${event.level === 'warning' ? terminal.style('yellow', 'warning: ') : ''}${event.message}`;
    case 'command':
      return event.report.passed ? undefined : `    ${event.report.stage} failed: ${event.report.command}`;
    case 'model-text':
    case 'model-reasoning':
    case 'usage':
    case 'assertion':
    // Not printed here: the CLI command that makes a choice prints it.
    case 'choice-made':
    case 'chunk-finished':
      return undefined;
  }
}

/** `5 ms`, `1 s`, `2.5 s` */
function formatDelay(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}

function gateSummary({ id, mode, verdict, reasoning }: GateReport): string {
  return `    gate ${id} (${mode}): ${verdict}${verdict === 'PASS' ? '' : `: ${reasoning}`}`;
}

function attemptSummary(event: Extract<RunEvent, { type: 'attempt-finished' }>, terminal: Terminal): string {
  const { validation, number } = event.report;
  const required = requiredResults(validation);
  const met = required.filter((result) => result.passed).length;
  const verdict = validation.passed ? terminal.style('green', 'passed') : terminal.style('red', 'failed');
  const failures = required
    .filter((result) => !result.passed)
    .map(
      (result) =>
        `${result.assertion.message}: expected ${result.expected ?? '-'}, got ${result.actual ?? result.error ?? '-'}`,
    );
  return [
    `  attempt ${number} of ${event.of} ${verdict}: ${met}/${required.length} requirements`,
    ...(validation.buildPassed ? [] : ['build failed']),
    ...failures,
    ...validation.problems.map(formatProblem),
  ].join('\n      ');
}
