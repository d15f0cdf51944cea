import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Pipeline, StageAnswer } from '../../engine.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { withPipeline } from '../base/open-pipeline.ts';
import { formatDecision, formatItem, formatProblem, printItemDetails } from '../render/pipeline-report.ts';

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

export interface NewItemFlags extends FormatFlag {
  readonly title: string;
  readonly body?: string;
  readonly bodyFile?: string;
  readonly run?: boolean;
}

/** `holdfast item new`: creates an item of the local forge. */
export function newItemCommand(context: CommandContext, flags: NewItemFlags): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const body = await readBody(context, flags);
    const id = await pipeline.createItem({ title: flags.title, body, start: flags.run === true });
    if (flags.format === 'json') {
      terminal.result(JSON.stringify({ id }, null, 2));
      return ExitCode.ok;
    }
    terminal.result(`Created the item ${id}.`);
    terminal.progressLine(
      flags.run === true
        ? `Perform its steps with "holdfast step ${id}" or "holdfast watch".`
        : `Start it with "holdfast item run ${id}".`,
    );
    return ExitCode.ok;
  });
}

async function readBody(
  { workingDirectory }: CommandContext,
  { body, bodyFile }: Pick<NewItemFlags, 'body' | 'bodyFile'>,
): Promise<string> {
  if (bodyFile === undefined) return body ?? '';
  if (bodyFile === '-') return text(process.stdin);
  try {
    return await readFile(path.resolve(workingDirectory, bodyFile), 'utf8');
  } catch (thrown) {
    throw new HoldfastError('not-found', `Failed to read the text of the item: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
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
  run: { perform: (pipeline: Pipeline, id: string) => pipeline.setRunning(id, true), done: 'has the run label' },
  restart: { perform: (pipeline: Pipeline, id: string) => pipeline.restart(id), done: 'restarts with its next step' },
  cancel: { perform: (pipeline: Pipeline, id: string) => pipeline.cancel(id), done: 'is cancelled by its next step' },
} as const;

/** `holdfast item run|restart|cancel`: what a person does with an item. Its next step applies it. */
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
