import type { RunEvent } from '../../run/events.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'debug';
  readonly text: string;
}

/** What the log says of an event; the gate's blockers, each one, among it (ENF-GATE-4). Streamed text is not logged. */
export function logLines(event: RunEvent): readonly LogLine[] {
  switch (event.type) {
    case 'chunk-started':
      return [info(`${event.chunk}: started, at most ${event.maxAttempts} attempts`)];
    case 'blocked':
      return [
        warn(`${event.chunk}: the gate blocks, the model was not called`),
        ...event.blockedBy.map((blocker) => warn(`${event.chunk}: ${blocker.type}: ${blocker.details}`)),
      ];
    case 'attempt-started':
      return [info(`${event.chunk}: attempt ${event.number} of ${event.of}`)];
    case 'stage':
      return [debug(`${event.chunk}: ${event.stage}${event.detail ? `: ${event.detail}` : ''}`)];
    case 'tool':
      return [
        debug(`${event.chunk}: ${event.name} ${event.subject}${event.ok ? '' : ` refused: ${event.note ?? ''}`}`),
      ];
    case 'model-retry':
      return [warn(`${event.chunk}: the model is called again in ${event.delayMs} ms: ${event.reason}`)];
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
        ? [debug(`${event.chunk}: holds: ${event.result.assertion.message}`)]
        : [
            info(
              `${event.chunk}: does not hold: ${event.result.assertion.message} (expected ${event.result.expected ?? 'unknown'}, actual ${event.result.actual ?? event.result.error ?? 'unknown'})`,
            ),
          ];
    case 'attempt-finished':
      return [
        info(
          `${event.chunk}: attempt ${event.report.number} of ${event.of} ${event.report.validation.passed ? 'passed' : 'failed'} (${event.report.stopReason})`,
        ),
        ...event.report.validation.problems.map((problem) =>
          info(`${event.chunk}: ${problem.stage}: ${problem.message}`),
        ),
        ...event.report.refusedWrites.map((write) =>
          info(`${event.chunk}: refused to write ${write.path}: ${write.reason}`),
        ),
      ];
    case 'landed':
      return event.landing.conflicts.length > 0
        ? event.landing.conflicts.map((conflict) =>
            warn(`${event.chunk}: conflict in ${conflict.file}: ${conflict.reason}`),
          )
        : [info(`${event.chunk}: landed ${event.landing.files.join(', ')}`)];
    case 'gate': {
      const text = `${event.chunk}: gate ${event.report.id} (${event.report.mode}): ${event.report.verdict}: ${event.report.reasoning}`;
      return [event.report.verdict === 'PASS' || event.report.mode === 'informational' ? info(text) : warn(text)];
    }
    case 'choice-needed':
      return [warn(`${event.chunk}: the attempts of a blocking gate are used up: retry, skip or abort`)];
    case 'choice-made':
      return [info(`${event.chunk}: the choice for the gates: ${event.choice}`)];
    case 'amendment-proposed':
      return [warn(`${event.chunk}: a change of the contract is proposed: ${event.id}`)];
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
