import type { Pipeline, RunRequest, StageAnswer } from '../../pipeline.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { withPipeline } from './open-pipeline.ts';
import { formatDecision, formatItem, formatProblem, printItemDetails } from './pipeline-report.ts';

export interface FormatFlag {
  readonly format: OutputFormat;
}

/**
 * `holdfast items`: lists the work items of the pipeline, oldest first. Mistakes in the configuration and items that cannot
 * be read are findings: they are reported, and the other items are listed.
 */
export function itemsCommand(context: CommandContext, flags: FormatFlag & { readonly all?: boolean }): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const problem = await pipeline.problem();
    const items = await pipeline.items({ all: flags.all === true });
    const isComplete = problem === undefined && items.every((item) => item.problem === undefined);
    const code = isComplete ? ExitCode.ok : ExitCode.findings;
    if (flags.format === 'json') {
      terminal.result(JSON.stringify({ items, ...(problem === undefined ? {} : { problem }) }, null, 2));
      return code;
    }
    if (items.length === 0) terminal.result('No work items are in the pipeline.');
    for (const item of items) for (const line of formatItem(terminal, item)) terminal.result(line);
    if (problem !== undefined) for (const line of formatProblem(terminal, problem)) terminal.progressLine(line);
    return code;
  });
}

export interface ShowItemFlags extends FormatFlag {
  readonly document?: string;
}

/** `holdfast item show`: prints an item, or the document of one of its stages. */
export function showItemCommand(context: CommandContext, id: string, flags: ShowItemFlags): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const item = await pipeline.item(id);
    if (flags.document !== undefined) terminal.result(findDocument(item.answers, flags.document).text.trimEnd());
    else if (flags.format === 'json') terminal.result(JSON.stringify(item, null, 2));
    else printItemDetails(terminal, item);
    return ExitCode.ok;
  });
}

function findDocument(answers: readonly StageAnswer[], stage: string): StageAnswer {
  const found = answers.find((answer) => answer.stage === stage);
  if (found !== undefined) return found;
  const known = answers.map((answer) => answer.stage).join(', ');
  throw new HoldfastError('not-found', `The item has no document of the stage ${stage}.`, {
    hint: known === '' ? 'No stage has an accepted answer yet.' : `These stages have one: ${known}.`,
  });
}

/** `holdfast item audit`: prints what is recorded about an item, or about all items, as JSON lines. */
export function auditCommand(context: CommandContext, id: string | undefined): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    for (const line of await pipeline.audit(id)) terminal.result(JSON.stringify(line));
    return ExitCode.ok;
  });
}

export interface DecisionFlags extends FormatFlag {
  readonly hash?: string;
  readonly reason?: string;
}

/** `holdfast item approve` and `holdfast item reject`: answers what waits for a person. */
export function decideCommand(
  context: CommandContext,
  verdict: 'approve' | 'reject',
  id: string,
  flags: DecisionFlags,
): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const decision =
      verdict === 'approve'
        ? await pipeline.approve(id, flags.hash)
        : await pipeline.reject(id, flags.reason ?? '', flags.hash);
    if (flags.format === 'json') terminal.result(JSON.stringify({ verdict, decision }, null, 2));
    else {
      terminal.result(`${verdict === 'approve' ? 'Approved' : 'Rejected'}: ${formatDecision(decision)}`);
      terminal.progressLine(`The next step applies it: holdfast step ${id}`);
    }
    return ExitCode.ok;
  });
}

const ACTS = {
  restart: { perform: (pipeline: Pipeline, id: string) => pipeline.restart(id), done: 'restarts with its next step' },
  cancel: { perform: (pipeline: Pipeline, id: string) => pipeline.cancel(id), done: 'is cancelled by its next step' },
  close: {
    perform: (pipeline: Pipeline, id: string) => pipeline.setOpen(id, false),
    done: 'is closed. Its next step ends the work on it',
  },
  reopen: {
    perform: (pipeline: Pipeline, id: string) => pipeline.setOpen(id, true),
    done: 'is open. "holdfast item run" starts a new round if a step has cancelled it meanwhile',
  },
} as const;

/** `holdfast item restart|cancel|close|reopen`: what a person does with an item. Its next step applies it. */
export function itemActCommand(
  context: CommandContext,
  act: keyof typeof ACTS,
  id: string,
  flags: FormatFlag,
): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    await ACTS[act].perform(pipeline, id);
    terminal.result(
      flags.format === 'json' ? JSON.stringify({ item: id, act }, null, 2) : `The item ${id} ${ACTS[act].done}.`,
    );
    if (flags.format === 'text') terminal.progressLine(`Perform it with: holdfast step ${id}`);
    return ExitCode.ok;
  });
}

const RUN_REQUESTS: Readonly<Record<RunRequest, string>> = {
  starts: 'starts with its next step',
  resumes: 'resumes with its next step at the stage where it failed',
  restarts: 'starts a new round with its next step, because it was cancelled',
  continues: 'runs already: nothing changed',
  finished: 'is finished: nothing happens',
};

/** `holdfast item run`: adds the run label, and says what follows. */
export function runItemCommand(context: CommandContext, id: string, flags: FormatFlag): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const effect = await pipeline.requestRun(id);
    if (flags.format === 'json') {
      terminal.result(JSON.stringify({ item: id, act: 'run', effect }, null, 2));
      return ExitCode.ok;
    }
    terminal.result(`The item ${id} ${RUN_REQUESTS[effect]}.`);
    const next =
      effect === 'finished' ? `Start a new round with: holdfast item restart` : 'Perform it with: holdfast step';
    terminal.progressLine(`${next} ${id}`);
    return ExitCode.ok;
  });
}
