import { formatConflicts } from '../../foundation/format-conflicts.ts';
import { formatProblem } from '../../foundation/format-problem.ts';
import type { RunEvent } from '../../run/report/run-events.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'debug';
  readonly text: string;
}

/** Formats an event for the log, including every preflight blocker (ENF-GATE-4). Streamed model text is not logged. */
export function toLogLines(event: RunEvent): readonly LogLine[] {
  switch (event.type) {
    case 'chunk-started':
      return [info(`${event.chunk}: started, up to ${event.maxAttempts} attempts`)];
    case 'blocked':
      return [
        warn(`${event.chunk}: preflight blocked the run; the model was not called`),
        ...event.blockedBy.map((blocker) => warn(`${event.chunk}: ${blocker.type}: ${blocker.details}`)),
      ];
    case 'strength': {
      const { failing, total } = event.strength;
      return [info(`${event.chunk}: ${failing} of ${total} requirements fail before the work`)];
    }
    case 'attempt-started':
      return [info(`${event.chunk}: attempt ${event.number} of ${event.of}`)];
    case 'stage':
      return [debug(`${event.chunk}: ${event.stage}${event.detail ? `: ${event.detail}` : ''}`)];
    case 'tool':
      return [
        debug(`${event.chunk}: ${event.name} ${event.subject}${event.ok ? '' : ` rejected: ${event.note ?? ''}`}`),
      ];
    case 'model-retry':
      return [warn(`${event.chunk}: retrying the model in ${event.delayMs} ms: ${event.reason}`)];
    case 'usage':
      return [
        debug(
          `${event.chunk}: ${event.inputTokens} input and ${event.outputTokens} output tokens, cost ${event.costUsd === null ? 'unknown' : `$${event.costUsd.toFixed(4)}`}`,
        ),
      ];
    case 'command':
      return [
        event.report.passed
          ? info(`${event.chunk}: ${event.report.stage} passed: ${event.report.command}`)
          : warn(
              `${event.chunk}: ${event.report.stage} failed (${event.report.error ?? `exit code ${event.report.exitCode ?? 'unknown'}`}): ${event.report.command}`,
            ),
      ];
    case 'assertion':
      return event.result.passed
        ? [debug(`${event.chunk}: met: ${event.result.assertion.message}`)]
        : [
            info(
              `${event.chunk}: not met: ${event.result.assertion.message} (expected ${event.result.expected ?? 'unknown'}, actual ${event.result.actual ?? event.result.error ?? 'unknown'})`,
            ),
          ];
    case 'attempt-finished':
      return [
        info(
          `${event.chunk}: attempt ${event.report.number} of ${event.of} ${event.report.validation.passed ? 'passed' : 'failed'} (${event.report.stopReason})`,
        ),
        ...event.report.validation.problems.map((problem) => info(`${event.chunk}: ${formatProblem(problem)}`)),
        ...event.report.refusedWrites.map((write) =>
          info(`${event.chunk}: rejected write to ${write.path}: ${write.reason}`),
        ),
      ];
    case 'landed':
      return event.landing.conflicts.length > 0
        ? event.landing.conflicts.map((conflict) => warn(`${event.chunk}: conflict: ${formatConflicts([conflict])}`))
        : [info(`${event.chunk}: landed ${event.landing.files.join(', ')}`)];
    case 'gate': {
      const text = `${event.chunk}: gate ${event.report.id} (${event.report.mode}): ${event.report.verdict}: ${event.report.reasoning}`;
      return [event.report.verdict === 'PASS' || event.report.mode === 'informational' ? info(text) : warn(text)];
    }
    case 'choice-needed':
      return [warn(`${event.chunk}: a blocking gate failed in the last attempt: retry, skip or abort`)];
    case 'choice-made':
      return [info(`${event.chunk}: gate decision: ${event.choice}`)];
    case 'amendment-proposed':
      return [warn(`${event.chunk}: contract amendment proposed: ${event.id}`)];
    case 'note':
      return [event.level === 'warning' ? warn(event.message) : info(event.message)];
    case 'chunk-finished':
      return [
        info(`${event.result.chunk}: ${event.result.status}${event.result.reason ? `: ${event.result.reason}` : ''}`),
      ];
    case 'model-text':
    case 'model-reasoning':
      return [];
  }
}

function info(text: string): LogLine {
  return { level: 'info', text };
}

function warn(text: string): LogLine {
  return { level: 'warn', text };
}

function debug(text: string): LogLine {
  return { level: 'debug', text };
}
