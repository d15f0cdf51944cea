import type { AcceptedLanding, Engine, PendingFile, PendingFiles } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { formatResultLine, printPendingFiles, printAcceptedLanding } from '../render/result-report.ts';

interface FormatFlag {
  readonly format: OutputFormat;
}

export interface AcceptResultFlags extends FormatFlag {
  /** Paths, or paths with the number or the hash of a change. */
  readonly only?: readonly string[];
  /** False with `--no-commit`. */
  readonly commit: boolean;
  readonly apply?: boolean;
  readonly anyBranch?: boolean;
  readonly close?: boolean;
}

/** `holdfast results list`: lists the results that wait for review, oldest first. */
export async function listResultsCommand(context: CommandContext, { format }: FormatFlag): CommandResult {
  const { terminal } = context;
  const results = await (await openEngine(context)).results.pending();
  if (format === 'json') terminal.result(JSON.stringify({ results }, null, 2));
  else if (results.length === 0) terminal.result('No result waits for review.');
  else for (const result of results) terminal.result(formatResultLine(result));
  return ExitCode.ok;
}

/** `holdfast results show`: prints the changes of a result, with the decisions on them. */
export async function showResultCommand(context: CommandContext, run: string, { format }: FormatFlag): CommandResult {
  const engine = await openEngine(context);
  const review = await engine.results.filesOf(await findRunId(engine, run));
  if (format === 'json') context.terminal.result(JSON.stringify(review, null, 2));
  else printPendingFiles(context.terminal, review);
  return ExitCode.ok;
}

/** `holdfast results accept`: lands a result or a part of it, or writes it without a landing. */
export async function acceptResultCommand(
  context: CommandContext,
  run: string,
  flags: AcceptResultFlags,
): CommandResult {
  const { terminal, signal } = context;
  const engine = await openEngine(context);
  for (const note of await engine.recover()) terminal.progressLine(note);
  const runId = await findRunId(engine, run);
  const named = flags.only && findNamedChanges(await engine.results.filesOf(runId), flags.only);
  const part = { signal, ...(named === undefined ? {} : { only: named }) };
  const landing: AcceptedLanding =
    flags.apply === true
      ? await engine.results.applyWithoutLanding(runId, part)
      : await engine.results.accept(runId, flags.commit ? 'commit' : 'working-tree', {
          ...part,
          anyBranch: flags.anyBranch,
        });
  const isWritten = landing.conflicts.length === 0;
  if (isWritten && flags.apply === true && flags.close === true) await engine.results.closeApplied(runId);
  if (flags.format === 'json') terminal.result(JSON.stringify(landing, null, 2));
  else printAcceptedLanding(terminal, landing);
  return isWritten ? ExitCode.ok : ExitCode.findings;
}

/** `holdfast results discard`: discards a result. */
export async function discardResultCommand(
  context: CommandContext,
  run: string,
  { format }: FormatFlag,
): CommandResult {
  const engine = await openEngine(context);
  const runId = await findRunId(engine, run);
  await engine.results.discard(runId);
  context.terminal.result(format === 'json' ? JSON.stringify({ discarded: runId }, null, 2) : `Discarded ${runId}.`);
  return ExitCode.ok;
}

function openEngine(context: CommandContext): Promise<Engine> {
  return context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
}

/** Finds the pending result whose run id starts with `prefix`. Throws if there is none, or more than one. */
export async function findRunId(engine: Engine, prefix: string): Promise<string> {
  const found = (await engine.results.pending()).map(({ runId }) => runId).filter((runId) => runId.startsWith(prefix));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const message =
    found.length === 0
      ? `No result waits for review under the run ${prefix}.`
      : `Ambiguous run id: ${found.length} results start with "${prefix}"`;
  throw new HoldfastError('not-found', message, { hint: 'Run "holdfast results list" to list the results.' });
}

/**
 * The ids of the changes that arguments name: `<path>` for all changes of a file, `<path>:<number>` or `<path>:<hash>` for one.
 * A file name can contain a colon, so a whole path takes precedence.
 *
 * @throws HoldfastError `not-found` if the result has no such change
 */
function findNamedChanges({ files }: PendingFiles, names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => findOne(files, name.replace(/^\.\//, ''))))];
}

function findOne(files: readonly PendingFile[], name: string): readonly string[] {
  const whole = files.find(({ path, previousPath }) => path === name || previousPath === name);
  if (whole !== undefined) return whole.hunks.map(({ id }) => id);
  const separator = name.lastIndexOf(':');
  const [path, hunk] = [name.slice(0, separator), name.slice(separator + 1)];
  const file = separator < 0 ? undefined : files.find((candidate) => candidate.path === path);
  if (file === undefined) {
    throw new HoldfastError('not-found', `The result does not change ${separator < 0 ? name : path}.`, {
      hint: `It changes: ${files.map((candidate) => candidate.path).join(', ')}.`,
    });
  }
  const found = file.hunks[Number(hunk) - 1] ?? findByHash(file, hunk);
  if (found !== undefined) return [found.id];
  throw new HoldfastError('not-found', `${path} has no change "${hunk}".`, {
    hint: `Use a number from 1 to ${file.hunks.length}, as "holdfast results show" prints them.`,
  });
}

function findByHash({ path, hunks }: PendingFile, hash: string): PendingFile['hunks'][number] | undefined {
  const matching = hash.length < 4 ? [] : hunks.filter(({ id }) => id.slice(path.length + 1).startsWith(hash));
  return matching.length === 1 ? matching[0] : undefined;
}
