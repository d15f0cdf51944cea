import { HoldfastError } from '../../foundation/errors.ts';
import { parseChangePermissions } from '../base/change-permissions.ts';
import type { CommandContext, CommandResult, EngineFlags } from '../base/command-context.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { checkCommand, type CheckFlags } from '../commands/check-command.ts';
import { reportFailedCheck, type ReportFile, type ReportFlags } from '../commands/check-reports.ts';
import { readWorkflowEvent } from './workflow-event.ts';

type Environment = CommandContext['environment'];

/** What a run on `pull_request_target` leaves out. */
const FOREIGN_NOTE =
  'pull_request_target: the files of the pull request are read, and nothing of them is executed: no build, command, gate, ' +
  'validator or request, and no compiler of its packages. Do not execute them in other steps of this job either.';

/** `holdfast action check`: judges the change of the event, with the inputs of the action in INPUT_… variables. */
export async function checkEventCommand(context: CommandContext): CommandResult {
  const inputs = new ActionInputs(context.environment);
  const output: ReportFlags = { format: 'github', report: listReports(context.environment, inputs) };
  let prepared: PreparedCheck;
  try {
    prepared = await prepareCheck(context, inputs);
  } catch (thrown) {
    await reportFailedCheck(context, output, thrown);
    throw thrown;
  }
  return checkCommand(prepared.context, [], { ...output, ...prepared.flags });
}

interface PreparedCheck {
  readonly context: CommandContext;
  readonly flags: Omit<CheckFlags, keyof ReportFlags>;
}

/** Reads the inputs and the event, and finds what the change starts from. */
async function prepareCheck(context: CommandContext, inputs: ActionInputs): Promise<PreparedCheck> {
  const full = inputs.isTrue('full');
  const strict = inputs.isTrue('strict');
  const failOn = inputs.choose('fail-on', ['fact']);
  const confinement = inputs.choose('confinement', ['auto', 'strict', 'off']);
  const mayChange = parseChangePermissions(inputs.read('may-change'), 'the input may-change');
  const { event, pullRequest, isForeign } = await readWorkflowEvent(context.environment);
  if (isForeign && full) throw createForeignFullError();
  if (isForeign) context.terminal.result(`::notice title=Holdfast::${FOREIGN_NOTE}`, { isCommand: true });
  const flags: EngineFlags = { confinement, ...(isForeign ? { trusted: false, packages: 'own' } : {}) };
  const judging: CommandContext = { ...context, openEngine: (folder) => context.openEngine(folder, flags) };
  const engine = await judging.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  const given = inputs.read('since');
  const since = given === '' ? await engine.changes.findEventBase(event, { signal: context.signal }) : given;
  // Without a base, only the contracts are checked.
  if (since === undefined) return { context: judging, flags: { full, strict } };
  return {
    context: judging,
    flags: {
      full,
      strict,
      since,
      // A title such as "feat!: …" announces a break of the public API.
      ...(pullRequest?.title === undefined ? {} : { title: pullRequest.title }),
      ...(mayChange === undefined ? {} : { mayChange }),
      ...(failOn === undefined ? {} : { failOn }),
    },
  };
}

/** The inputs of the action, in variables that are named as the runner of GitHub names them. */
class ActionInputs {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** An input that is not set is empty. */
  read(name: string): string {
    return this.#environment[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`]?.trim() ?? '';
  }

  isTrue(name: string): boolean {
    return this.choose(name, ['true', 'false']) === 'true';
  }

  /** @throws HoldfastError `configuration` for an unknown value */
  choose<Value extends string>(name: string, known: readonly Value[]): Value | undefined {
    const text = this.read(name);
    if (text === '') return undefined;
    const value = known.find((one) => one === text);
    if (value !== undefined) return value;
    throw new HoldfastError('configuration', `Failed to read the input ${name}: "${text}" is unknown.`, {
      hint: `Known values: ${known.join(', ')}.`,
    });
  }
}

/** The reports that the inputs ask for, the summary of the job, and the files for the next steps of the action. */
function listReports(environment: Environment, inputs: ActionInputs): readonly ReportFile[] {
  const folder = environment['HOLDFAST_ACTION_FILES'] ?? '';
  const files: readonly (readonly [format: ReportFile['format'], file: string])[] = [
    ['sarif', inputs.read('sarif')],
    ['junit', inputs.read('junit')],
    ['markdown', environment['GITHUB_STEP_SUMMARY'] ?? ''],
    ['json', folder === '' ? '' : `${folder}/result.json`],
    ['markdown', folder === '' ? '' : `${folder}/comment.md`],
  ];
  return files.flatMap(([format, file]) => (file === '' ? [] : [{ format, file }]));
}

function createForeignFullError(): HoldfastError {
  return new HoldfastError('configuration', 'Failed to check: "full" does not work with pull_request_target.', {
    hint: 'It would execute the pull request with the token and the secrets of this repository. Use the event pull_request.',
  });
}
