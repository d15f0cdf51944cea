import type { RunEvent, RunListener } from '../../run/events.ts';
import type { Terminal } from '../terminal.ts';

/** Tells a person on standard error what a run is doing. */
export function runProgress(terminal: Terminal, options: { readonly verbose: boolean }): RunListener {
  let midLine = false;
  const line = (text: string): void => {
    if (midLine) terminal.progressText('\n');
    midLine = false;
    terminal.progress(text);
  };
  return (event) => {
    if (event.type === 'model-text') {
      if (!options.verbose) return;
      terminal.progressText(event.delta);
      midLine = !event.delta.endsWith('\n');
      return;
    }
    const text = describe(event, terminal);
    if (text !== undefined) line(text);
  };
}

function describe(event: RunEvent, terminal: Terminal): string | undefined {
  switch (event.type) {
    case 'chunk-started':
      return terminal.style('bold', `chunk ${event.chunk}: ${event.title}`);
    case 'blocked':
      return event.blockedBy.map((blocker) => `  blocked (${blocker.type}): ${blocker.details}`).join('\n');
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
      return `    model: ${event.reason}; trying again in ${(event.delayMs / 1000).toFixed(1)} s`;
    case 'attempt-finished':
      return attemptLine(event, terminal);
    case 'landed':
      return event.landing.conflicts.length > 0 ? terminal.style('red', '  conflict: nothing landed') : '  landed';
    case 'gate':
      return `    gate ${event.report.id} (${event.report.mode}): ${event.report.verdict}${event.report.verdict === 'PASS' ? '' : `: ${event.report.reasoning}`}`;
    case 'choice-needed':
      return terminal.style('yellow', '  only blocking gates stand in the way: it waits for a choice');
    case 'amendment-proposed':
      return terminal.style('yellow', `  a change of the contract is proposed: ${event.id}`);
    case 'note':
      return `  ${event.level === 'warning' ? terminal.style('yellow', 'warning: ') : ''}${event.message}`;
    case 'command':
      return event.report.passed ? undefined : `    ${event.report.stage} failed: ${event.report.command}`;
    case 'model-text':
    case 'model-reasoning':
    case 'usage':
    case 'assertion':
    // Whoever chose, or was told so, has said it.
    case 'choice-made':
    case 'chunk-finished':
      return undefined;
  }
}

function attemptLine(event: Extract<RunEvent, { type: 'attempt-finished' }>, terminal: Terminal): string {
  const { validation, number } = event.report;
  const held = validation.assertResults.filter((result) => result.passed).length;
  const verdict = validation.passed ? terminal.style('green', 'passed') : terminal.style('red', 'failed');
  const failures = validation.assertResults
    .filter((result) => !result.passed)
    .map(
      (result) =>
        `\n      ${result.assertion.message}: expected ${result.expected ?? '-'}, got ${result.actual ?? result.error ?? '-'}`,
    );
  const problems = validation.problems.map((problem) => `\n      ${problem.stage}: ${problem.message}`);
  const build = validation.buildPassed ? '' : '\n      build failed';
  return `  attempt ${number} of ${event.of} ${verdict}: ${held}/${validation.assertResults.length} requirements${build}${failures.join('')}${problems.join('')}`;
}
