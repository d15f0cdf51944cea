import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ContractDocument } from '../../contract/document.ts';
import type { ChangePermission, ChunkReference, ContractCheck, Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { readChangePermissions } from '../base/change-permissions.ts';
import { FolderDocuments } from '../base/folder-documents.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { findConfiguredFolder, findRepositoryFolder, findWorkspaceFolder, isInside } from '../base/workspace-folder.ts';
import { changeReportJson, printChangeReport } from '../render/change-report.ts';
import type { CheckedFolder, JudgedFolder } from '../render/check-issues.ts';
import { checkReportJson, printCheckReport } from '../render/check-report.ts';
import { createProgressListener } from '../render/run-progress.ts';
import { publish, reportFailedCheck, type ReportFlags } from './check-reports.ts';

export interface CheckFlags extends ReportFlags {
  readonly chunk?: string;
  readonly full?: boolean;
  readonly judge?: boolean;
  readonly strict?: boolean;
  /** `fact`: a fact about the change makes the check fail, too. */
  readonly failOn?: 'fact';
  /** Checks the index instead of the files on disk. */
  readonly staged?: boolean;
  /** The revision that the change starts from. */
  readonly since?: string;
  /** The title of the pull request. Default: the variable HOLDFAST_CHANGE_TITLE. */
  readonly title?: string;
  readonly mayChange?: readonly ChangePermission[];
  /** Runs the affected tests, confined. */
  readonly runTests?: boolean;
  /** Lists every finding and fact. */
  readonly all?: boolean;
}

/** The contract files to check, by workspace folder. `undefined` means every contract of the folder. */
type FilesByFolder = Map<string, readonly string[] | undefined>;

/**
 * `holdfast check`: checks the files on disk or the index against contracts, or a change. Writes nothing in the workspace. If it
 * cannot run, the reports for other tools say so.
 */
export async function checkCommand(
  context: CommandContext,
  paths: readonly string[],
  flags: CheckFlags,
): CommandResult {
  try {
    return await check(context, paths, flags);
  } catch (thrown) {
    await reportFailedCheck(context, flags, thrown);
    throw thrown;
  }
}

async function check(context: CommandContext, paths: readonly string[], flags: CheckFlags): CommandResult {
  requireUsableFlags(flags);
  const targets = paths.length > 0 ? paths : ['.'];
  const documents = new FolderDocuments(context);
  const files = await findContracts(context, targets, documents);
  if (flags.since !== undefined) {
    return checkChange(context, { files, targets: paths }, { ...flags, since: flags.since });
  }
  const folders: CheckedFolder[] = [];
  for (const [folder, selected] of files) {
    const contracts = await checkFolder(context, folder, { files: selected, documents }, flags);
    folders.push({ prefix: findRepositoryPrefix(folder), contracts });
  }
  const checks = folders.flatMap(({ contracts }) => contracts);
  if (checks.length === 0) {
    const plans = await countPlans(context, files);
    if (plans === 0) throw createNoContractError(targets);
    if (flags.format === 'text')
      context.terminal.result(
        `No contract, and no active plan: ${formatCount(plans, 'plan')} closed, or unchanged since the merge base.`,
      );
  }
  if (flags.chunk !== undefined) requireChunk(checks, flags.chunk);
  const selected = folders.map((folder) => ({
    ...folder,
    contracts: folder.contracts.filter((check) => concernsChunk(check, flags.chunk)),
  }));
  const shown = selected.flatMap(({ contracts }) => contracts);
  const ok = shown.every((check) => check.ok);
  return publish(context, flags, {
    report: { ok, strict: flags.strict === true, folders: selected },
    json: () => checkReportJson(ok, selected),
    print: () => printCheckReport(context.terminal, selected),
  });
}

/** The files that the globs of plans name in the folders that are checked as a whole. */
async function countPlans(context: CommandContext, files: FilesByFolder): Promise<number> {
  let count = 0;
  for (const [folder, selected] of files) {
    if (selected !== undefined && selected.length > 0) continue;
    const engine = await context.openEngine(folder);
    count += (await engine.plans.listNamed()).length;
  }
  return count;
}

function requireUsableFlags({ judge, full, since, mayChange, failOn, runTests, all }: CheckFlags): void {
  if (judge === true && full !== true) {
    throw new HoldfastError('configuration', 'Failed to check: --judge needs --full.', {
      hint: 'Only a full check judges gates.',
    });
  }
  if (judge === true && since !== undefined) {
    throw new HoldfastError('configuration', 'Failed to check: --judge does not work with --since.', {
      hint: 'Judge the gates with "holdfast check --full --judge".',
    });
  }
  const ofChange = { '--may-change': mayChange, '--fail-on': failOn, '--run-tests': runTests, '--all': all };
  const [needsChange] = Object.entries(ofChange).flatMap(([option, value]) => (value === undefined ? [] : [option]));
  if (needsChange !== undefined && since === undefined) {
    throw new HoldfastError('configuration', `Failed to check: ${needsChange} needs --since.`, {
      hint: 'Without --since, no change is judged.',
    });
  }
}

async function checkFolder(
  context: CommandContext,
  folder: string,
  { files, documents }: { readonly files: readonly string[] | undefined; readonly documents: FolderDocuments },
  flags: CheckFlags,
): Promise<readonly ContractCheck[]> {
  const engine = await context.openEngine(folder);
  const options = {
    ...(flags.chunk === undefined ? {} : { chunk: flags.chunk }),
    full: flags.full === true,
    judge: flags.judge === true,
    strict: flags.strict === true,
    contradictions: true,
    signal: context.signal,
    onEvent: createProgressListener(context.terminal, { verbose: false }),
  };
  if (flags.staged === true) {
    return engine.changes.checkIndex({ ...options, contracts: files, indexFile: findIndexFile(context) });
  }
  const checks: ContractCheck[] = [];
  const known = files === undefined || documents.isRead(folder) ? await documents.read(folder) : [];
  const read = new Map(known.map((document) => [document.file, document]));
  for (const file of files ?? read.keys()) {
    checks.push(await engine.checks.check(file, { ...options, document: read.get(file) }));
  }
  return checks;
}

/** `holdfast check --since`: judges a change of each folder, and only what the change can affect. */
async function checkChange(
  context: CommandContext,
  { files, targets }: { readonly files: FilesByFolder; readonly targets: readonly string[] },
  flags: CheckFlags & { readonly since: string },
): CommandResult {
  const { terminal, signal } = context;
  const folders: JudgedFolder[] = [];
  const indexFile = findIndexFile(context);
  // Git names the index for a commit hook. What the hook prints can reach an agent that commits.
  const facts = indexFile === undefined || flags.failOn === 'fact';
  for (const [folder, contracts] of files) {
    if (contracts?.length === 0 && files.size === 1) throw createNoContractError(targets);
    const engine = await context.openEngine(folder);
    const prefix = findRepositoryPrefix(folder);
    const isBelow = prefix !== '' && files.size === 1 && contracts === undefined;
    if (
      isBelow &&
      (await isContractFree(engine)) &&
      !(await isContractFree(await openRepositoryEngine(context, folder)))
    ) {
      throw createNoContractsBelow(prefix);
    }
    const change = await engine.changes.judge({
      base: await engine.changes.findBase(flags.since, { signal }),
      head: flags.staged === true ? 'index' : 'work-tree',
      indexFile,
      active: flags.chunk === undefined ? undefined : await findActiveChunk(engine, contracts, flags.chunk),
      contracts,
      contractsElsewhere: contracts?.length === 0 && files.size > 1,
      depth: flags.full === true ? 'full' : 'checks',
      mayChange: flags.mayChange ?? readChangePermissions(context),
      planCommands: flags.full === true,
      strict: flags.strict,
      // A commit hook has to be fast, and its index has no packages.
      types: flags.staged !== true,
      title: flags.title ?? context.environment['HOLDFAST_CHANGE_TITLE'],
      tests: flags.runTests === true ? 'run' : flags.staged === true ? undefined : 'list',
      facts,
      failOn: flags.failOn,
      onEvent: createProgressListener(terminal, { verbose: false }),
      signal,
    });
    folders.push({ prefix, contracts: [], change });
  }
  const ok = folders.every(({ change }) => change.ok);
  return publish(context, flags, {
    report: { ok, strict: flags.strict === true, failOn: flags.failOn, folders },
    json: () => changeReportJson(ok, folders),
    print: () => {
      const options = { isNamed: folders.length > 1, all: flags.all === true };
      for (const folder of folders) printChangeReport(terminal, folder, options);
    },
  });
}

async function isContractFree(engine: Engine): Promise<boolean> {
  return (await engine.contracts.readAll()).length === 0;
}

function openRepositoryEngine(context: CommandContext, folder: string): Promise<Engine> {
  return context.openEngine(findRepositoryFolder(folder) ?? folder);
}

/**
 * The index that git names for a hook, which is not always that of the work tree (`git commit --only`). A relative path starts
 * at the top level of the repository, where git starts hooks.
 */
function findIndexFile({ environment, workingDirectory }: CommandContext): string | undefined {
  const file = environment['GIT_INDEX_FILE'];
  if (file === undefined || file === '') return undefined;
  const top = findRepositoryFolder(workingDirectory) ?? workingDirectory;
  return [workingDirectory, top].map((folder) => path.resolve(folder, file)).find((absolute) => existsSync(absolute));
}

/** Finds the only contract that has a chunk. */
async function findActiveChunk(
  engine: Engine,
  files: readonly string[] | undefined,
  chunk: string,
): Promise<ChunkReference> {
  const documents = (await engine.contracts.readAll()).filter(({ file }) => files?.includes(file) ?? true);
  const [found, ...others] = documents.filter(({ contract }) => contract?.chunks.some(({ id }) => id === chunk));
  if (found !== undefined && others.length === 0) return { contract: found.file, chunk };
  if (found === undefined) throw createNoChunkError(documents, chunk);
  const names = [found, ...others].map(({ file }) => file).join(', ');
  throw new HoldfastError('configuration', `Failed to check: several contracts have the chunk "${chunk}": ${names}`, {
    hint: 'Name the contract as an argument.',
  });
}

/** The folder relative to the top level of its repository: empty, or with a final `/`. */
function findRepositoryPrefix(folder: string): string {
  const relative = path
    .relative(findRepositoryFolder(folder) ?? folder, folder)
    .split(path.sep)
    .join('/');
  return relative === '' ? '' : `${relative}/`;
}

async function findContracts(
  context: CommandContext,
  targets: readonly string[],
  documents: FolderDocuments,
): Promise<FilesByFolder> {
  const byFolder: FilesByFolder = new Map();
  for (const target of targets) {
    const absolute = path.resolve(context.workingDirectory, target);
    const folder = findWorkspaceFolder(target, context.workingDirectory);
    if (!existsSync(folder)) throw new HoldfastError('not-found', `File not found: ${target}`);
    // The engine reports a missing file with a suggestion.
    if (existsSync(absolute) && statSync(absolute).isDirectory()) {
      const files = (await documents.read(folder)).map(({ file }) => file);
      const contained = files.filter((file) => isInside(absolute, path.join(folder, file)));
      // A folder below with its own configuration is a workspace folder: the paths of its contracts are relative to it.
      const folderOf = (file: string): string => findConfiguredFolder(path.dirname(path.join(folder, file))) ?? folder;
      const nested = new Set(contained.map(folderOf).filter((one) => isInside(folder, one) && one !== folder));
      const own = contained.filter((file) => !nested.has(folderOf(file)));
      if (folder === absolute && nested.size === 0) byFolder.set(folder, undefined);
      else addFiles(byFolder, folder, own);
      for (const one of nested) byFolder.set(one, undefined);
    } else {
      addFiles(byFolder, folder, [path.relative(folder, absolute).split(path.sep).join('/')]);
    }
  }
  return byFolder;
}

function addFiles(byFolder: FilesByFolder, folder: string, files: readonly string[]): void {
  if (byFolder.has(folder) && byFolder.get(folder) === undefined) return;
  byFolder.set(folder, [...new Set([...(byFolder.get(folder) ?? []), ...files])]);
}

function createNoContractError(targets: readonly string[]): HoldfastError {
  return new HoldfastError('not-found', `No contract found in ${targets.join(', ')}`, {
    hint: [
      'Without a contract, "holdfast check --since main" judges what a change breaks.',
      '"holdfast init" proposes what is missing here. Contracts end in .contract.yaml,',
      '.contract.yml or .contract.json; manifests are plan.json or *.manifest.json.',
    ].join('\n'),
  });
}

/** A folder below the top level without contracts is mostly the wrong working directory. */
function createNoContractsBelow(prefix: string): HoldfastError {
  return new HoldfastError('not-found', `Failed to check the change: the workspace folder ${prefix} has no contract.`, {
    hint: 'Run the command in the folder that the paths of the contracts are relative to, or name that folder as an argument.',
  });
}

/** Whether a contract is part of the report on a chunk: it has the chunk, or is invalid and may have it. */
function concernsChunk({ chunks, document }: ContractCheck, chunk: string | undefined): boolean {
  return chunk === undefined || chunks.length > 0 || document.contract === undefined;
}

/** Throws if no contract has the chunk, and none is invalid: a misspelled chunk must not count as success. */
function requireChunk(checks: readonly ContractCheck[], chunk: string): void {
  if (checks.some((check) => concernsChunk(check, chunk))) return;
  throw createNoChunkError(
    checks.map(({ document }) => document),
    chunk,
  );
}

function createNoChunkError(documents: readonly Pick<ContractDocument, 'contract'>[], chunk: string): HoldfastError {
  const known = documents.flatMap(({ contract }) => contract?.chunks.map(({ id }) => id) ?? []);
  return new HoldfastError('not-found', `Chunk not found in any contract: "${chunk}"`, {
    hint: `Available chunks: ${known.join(', ') || 'none'}.`,
  });
}
