import path from 'node:path';
import { HttpCalls } from '../../checks/evidence/http-calls.ts';
import { CancelledError, messageOf } from '../../../foundation/errors.ts';
import type { CommandRules } from '../../../workspace/processes/command-rules.ts';
import { runCommand, type CommandOutcome } from '../../../workspace/processes/run-command.ts';
import { describeWithheld } from '../../../workspace/processes/withheld.ts';
import { interpreterOf } from '../files/interpreters.ts';
import { findLoopbackProblem } from '../files/loopback.ts';
import type { ScenarioStep } from '../files/scenario-file.ts';
import { fillTemplates, fillTemplatesInData, splitTemplatedCommand, type TemplateValues } from '../files/templates.ts';
import type { StepObservation, StepProblem } from './step-observation.ts';

/** What the steps of one trajectory share. */
export interface StepSurroundings {
  /** Absolute path of the folder in which commands run. */
  readonly cwd: string;
  /** The folder with the scripts of the scenario. */
  readonly files: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly rules: CommandRules;
  readonly values: TemplateValues;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The program and the arguments of a command or script, with filled templates. */
export function commandLineOf(step: ScenarioStep, { files, values }: StepSurroundings): readonly string[] {
  if (step.command !== undefined) return splitTemplatedCommand(step.command)(values);
  const script = step.script ?? '';
  return [
    step.interpreter ?? interpreterOf(script) ?? script,
    path.join(files, ...script.split('/')),
    ...(step.arguments ?? []).map((argument) => fillTemplates(argument, values)),
  ];
}

/** The variables of a command or script. */
export function environmentOf(step: ScenarioStep, { variables, values }: StepSurroundings): Record<string, string> {
  return { ...variables, ...fillTemplatesInData(step.environment ?? {}, values) };
}

/**
 * Runs a step that ends: a command, a script or a request.
 *
 * @throws CancelledError if the signal is aborted
 */
export function runStep(step: ScenarioStep, surroundings: StepSurroundings): Promise<StepObservation> {
  return step.request === undefined ? runProgram(step, surroundings) : sendRequest(step, step.request, surroundings);
}

async function runProgram(step: ScenarioStep, surroundings: StepSurroundings): Promise<StepObservation> {
  const { cwd, rules, timeoutMs, signal, values } = surroundings;
  const command = commandLineOf(step, surroundings);
  const outcome = await runCommand({
    command,
    cwd,
    rules,
    timeoutMs,
    signal,
    variables: environmentOf(step, surroundings),
    ...(step.input === undefined ? {} : { input: fillTemplates(step.input, values) }),
  });
  if (outcome.cancelled) throw new CancelledError(`the step ${step.id}`);
  const { exitCode, endedBySignal, output, standardOutput, standardError } = outcome;
  return {
    step,
    kind: step.script === undefined ? 'command' : 'script',
    exitCode,
    endedBySignal,
    output,
    standardOutput,
    standardError,
    problem: problemOf(step, outcome, timeoutMs, command[0] ?? ''),
  };
}

function problemOf(
  step: ScenarioStep,
  outcome: CommandOutcome,
  timeoutMs: number,
  program: string,
): StepProblem | undefined {
  const { startError, timedOut, endedBySignal, exitCode, withheld } = outcome;
  if (startError !== undefined) {
    // A program of the tree is the code under test. Others must be installed.
    const isEnvironment = !/[\\/]/.test(program) || path.isAbsolute(program);
    return { category: 'start', message: startError, isEnvironment };
  }
  if (timedOut) return { category: 'timeout', message: `It did not end within ${formatSeconds(timeoutMs)}.` };
  const explanation = withheld === undefined ? undefined : describeWithheld(withheld);
  const more = explanation === undefined ? '' : ` ${explanation}`;
  if (endedBySignal !== undefined) return { category: 'signal', message: `It was ended by ${endedBySignal}.${more}` };
  const accepted = step.exitCodes ?? [0];
  if (accepted === 'any' || (exitCode !== undefined && accepted.includes(exitCode))) return undefined;
  return { category: 'exit-code', message: `It ended with exit code ${exitCode ?? 'unknown'}.${more}` };
}

async function sendRequest(
  step: ScenarioStep,
  request: NonNullable<ScenarioStep['request']>,
  { values, timeoutMs, signal }: StepSurroundings,
): Promise<StepObservation> {
  const { url, method, headers, body } = fillTemplatesInData(request, values);
  const observe = (part: Partial<StepObservation>): StepObservation => ({
    step,
    kind: 'request',
    output: '',
    standardOutput: '',
    standardError: '',
    problem: undefined,
    ...part,
  });
  const refusal = findLoopbackProblem(url);
  if (refusal !== undefined) return observe({ problem: { category: 'no-response', message: refusal } });
  const isJson = body !== undefined && typeof body !== 'string';
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  try {
    const reply = await new HttpCalls(true, () => undefined, signal).send({
      method,
      url,
      headers: isJson && !hasType ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      timeoutMs,
    });
    return observe({
      status: reply.status,
      output: reply.text,
      standardOutput: reply.text,
      problem: isAcceptedStatus(step.status, reply.status)
        ? undefined
        : { category: 'status', message: `${method} ${url} responded with ${reply.status}.` },
    });
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    return observe({ problem: { category: 'no-response', message: `${messageOf(thrown)}.` } });
  }
}

type StatusSetting = ScenarioStep['status'];

function isAcceptedStatus(setting: StatusSetting, status: number): boolean {
  return setting === undefined || matchesStatus(setting, status);
}

/** Whether a status is one of a list of statuses and classes such as `5xx`. */
export function matchesStatus(setting: NonNullable<StatusSetting>, status: number): boolean {
  return [setting]
    .flat()
    .some((item) => (typeof item === 'number' ? item === status : item.startsWith(String(Math.floor(status / 100)))));
}

function formatSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
