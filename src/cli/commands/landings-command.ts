import type { Engine, PastLanding, UndoPreview, UndoReport } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import type { Terminal } from '../base/terminal.ts';
import { formatLandingLine, printUndo } from '../render/landing-report.ts';
import { unifiedDiff } from '../render/unified-diff.ts';

export interface LandingsFlags {
  readonly limit: number;
  readonly diff?: string;
  readonly json?: boolean;
  readonly format: OutputFormat;
}

export interface UndoFlags {
  readonly list?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast landings`: lists what landed in this folder, or prints the change of one landing. */
export async function landingsCommand(context: CommandContext, flags: LandingsFlags): CommandResult {
  const { terminal } = context;
  const engine = await openWorkspaceEngine(context);
  if (flags.diff === undefined) {
    const landings = await engine.landings.list(flags.limit);
    printLandings(terminal, landings, isJson(flags), 'Nothing has landed in this folder.');
    return ExitCode.ok;
  }
  const { id } = await requireLanding(engine, flags.diff);
  const changes = await engine.landings.changes(id);
  if (isJson(flags)) terminal.result(JSON.stringify({ landing: id, changes }, null, 2));
  else {
    for (const { path, before, after } of changes) {
      const lines = unifiedDiff(path, before ?? '', after ?? '');
      for (const line of lines.length === 0 ? [`${path}: binary, or no text changed`] : lines) terminal.result(line);
    }
  }
  return ExitCode.ok;
}

/** `holdfast undo`: takes a landing out of the files. Exits with 1 if nothing changed because of conflicts or dependents. */
export async function undoCommand(context: CommandContext, id: string | undefined, flags: UndoFlags): CommandResult {
  const { terminal, signal } = context;
  const engine = await openWorkspaceEngine(context);
  if (flags.list === true) {
    const landings = (await engine.landings.list()).filter(({ state }) => state === 'landed');
    printLandings(terminal, landings, isJson(flags), 'No landing can be undone.');
    return ExitCode.ok;
  }
  for (const note of await engine.recover()) terminal.progressLine(note);
  const landing = await (id === undefined ? requireNewest(engine) : requireLanding(engine, id));
  if (flags.dryRun === true) {
    const preview = await engine.landings.previewUndo(landing.id, { signal });
    report(terminal, preview, flags);
    return isPossible(preview) ? ExitCode.ok : ExitCode.findings;
  }
  let undone = await engine.landings.undo(landing.id, { force: flags.force === true, signal });
  if (!undone.isUndone && undone.conflicts.length === 0 && (await confirmsBreaking(context, undone))) {
    undone = await engine.landings.undo(landing.id, { force: true, signal });
  }
  report(terminal, undone, flags);
  return undone.isUndone ? ExitCode.ok : ExitCode.findings;
}

function isPossible({ conflicts, dependents }: UndoPreview): boolean {
  return conflicts.length === 0 && dependents.length === 0;
}

/** On a terminal, a person decides about an undo that breaks other chunks. */
async function confirmsBreaking({ terminal, signal }: CommandContext, { dependents }: UndoPreview): Promise<boolean> {
  if (!terminal.interactive) return false;
  const names = dependents.map(({ chunk }) => `"${chunk.title}"`).join(', ');
  const answer = await terminal.prompt(`The undo breaks ${names}. Undo anyway? [y/N] `, signal);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

function report(terminal: Terminal, preview: UndoPreview | UndoReport, flags: UndoFlags): void {
  if (isJson(flags)) terminal.result(JSON.stringify(preview, null, 2));
  else printUndo(terminal, preview);
}

function printLandings(terminal: Terminal, landings: readonly PastLanding[], json: boolean, empty: string): void {
  if (json) terminal.result(JSON.stringify({ landings }, null, 2));
  else if (landings.length === 0) terminal.result(empty);
  else for (const landing of landings) terminal.result(formatLandingLine(terminal, landing));
}

function isJson({ json, format }: Pick<UndoFlags, 'json' | 'format'>): boolean {
  return json === true || format === 'json';
}

function openWorkspaceEngine(context: CommandContext): Promise<Engine> {
  return context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
}

async function requireNewest(engine: Engine): Promise<PastLanding> {
  const newest = (await engine.landings.list(Number.MAX_SAFE_INTEGER)).find(({ state }) => state === 'landed');
  if (newest !== undefined) return newest;
  throw new HoldfastError('not-found', 'Failed to undo a landing: nothing that landed is part of the current files.', {
    hint: 'Run "holdfast landings" to list the landings.',
  });
}

/** Finds the landing whose id or commit starts with a text. Throws if there is none, or more than one. */
async function requireLanding(engine: Engine, prefix: string): Promise<PastLanding> {
  const all = await engine.landings.list(Number.MAX_SAFE_INTEGER);
  const found = all.filter(({ id, commit }) => id.startsWith(prefix) || commit?.startsWith(prefix) === true);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const reason = only === undefined ? 'there is none' : `${found.length} landings start with this text`;
  throw new HoldfastError('not-found', `Failed to find the landing "${prefix}": ${reason}.`, {
    hint: 'Run "holdfast landings" to list the landings.',
  });
}
