import path from 'node:path';
import type { ContractDraft, Engine, GeneratedContract } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { printWrittenContract, toShownPath } from '../base/written-contract.ts';
import { findNewContractFolder } from '../base/workspace-folder.ts';
import { printStrength } from '../render/plan-report.ts';

export interface InitFlags {
  /** The id of a template. */
  readonly template?: string;
  /** What must be done, in a sentence. */
  readonly task?: string;
  readonly from?: readonly string[];
  /** `true` without a range. */
  readonly fromDiff?: string | true;
  /** The name of the contract file, without extension. */
  readonly name?: string;
  readonly actions?: boolean;
  readonly preCommit?: boolean;
  /** The command that starts Holdfast. */
  readonly program?: string;
  readonly remove?: boolean;
  readonly package?: string;
  readonly force?: boolean;
  /** Prints the contract and writes nothing. */
  readonly dryRun?: boolean;
  readonly format: OutputFormat;
}

/** What the contract starts from. */
type Start =
  | { readonly kind: 'template'; readonly template: string | undefined; readonly task: string | undefined }
  | { readonly kind: 'code'; readonly files: readonly string[] }
  | { readonly kind: 'diff'; readonly range: string | undefined };

/**
 * `holdfast init`: writes a contract from a template, from code or from a diff. Without flags, it prompts on a terminal. An
 * existing file is replaced only with `--force`.
 */
export async function initCommand(context: CommandContext, flags: InitFlags): CommandResult {
  const { terminal, workingDirectory, signal } = context;
  const folder = findNewContractFolder(workingDirectory);
  const engine = await context.openEngine(folder);
  const start = readStart(flags) ?? (await promptForStart(context, engine));
  if (start === undefined) return ExitCode.cancelled;
  const contract = await createText(engine, start, flags, signal, (file) =>
    toFolderPath(folder, workingDirectory, file),
  );
  const report = 'notes' in contract ? toReport(contract) : { file: contract.file };
  if (flags.dryRun === true) {
    const { text } = contract;
    terminal.result(flags.format === 'json' ? JSON.stringify({ ...report, text }, null, 2) : text.trimEnd());
    return ExitCode.ok;
  }
  const { configuration } = await engine.authoring.create(contract.file, contract.text, { overwrite: flags.force });
  if (flags.format === 'json') {
    const written = configuration === undefined ? {} : { configuration };
    terminal.result(JSON.stringify({ ...report, ...written }, null, 2));
    return ExitCode.ok;
  }
  printWrittenContract(context, folder, { file: contract.file, configuration });
  if ('notes' in contract) {
    const { chunks, requirements, notes } = contract;
    terminal.result(
      `${formatCount(chunks, 'chunk')} with ${formatCount(requirements, 'requirement')}. The code satisfies all of them.`,
    );
    for (const note of notes) terminal.result(`Not stated: ${note}`);
    return ExitCode.ok;
  }
  const { placeholder } = contract;
  const { strengths = [] } = placeholder === undefined ? await engine.plans.check(contract.file) : {};
  for (const strength of strengths) printStrength(terminal, strength);
  const next = placeholder === undefined ? '' : `replace the values that begin with "${placeholder}", then `;
  terminal.result(`Next: ${next}run "holdfast run ${toShownPath(context, folder, contract.file)} --all".`);
  return ExitCode.ok;
}

function toReport({ file, chunks, requirements, notes }: GeneratedContract): Omit<GeneratedContract, 'text'> {
  return { file, chunks, requirements, notes };
}

/** What the flags start from; `undefined` if they do not say it. */
function readStart({ template, task, from, fromDiff }: InitFlags): Start | undefined {
  if (from !== undefined) return { kind: 'code', files: from };
  if (fromDiff !== undefined) return { kind: 'diff', range: fromDiff === true ? undefined : fromDiff };
  return template === undefined && task === undefined ? undefined : { kind: 'template', template, task };
}

function createText(
  { authoring }: Engine,
  start: Start,
  { name }: InitFlags,
  signal: AbortSignal,
  toPath: (file: string) => string,
): Promise<ContractDraft | GeneratedContract> {
  const id = name === undefined ? {} : { id: name };
  switch (start.kind) {
    case 'template':
      return authoring.draft({ ...id, template: start.template, task: start.task });
    case 'code':
      return authoring.fromCode({ ...id, files: start.files.map(toPath), signal });
    case 'diff':
      return authoring.fromDiff({ ...id, range: start.range, signal });
  }
}

/** Prompts for the start. Returns `undefined` if the person cancels. */
async function promptForStart({ terminal, signal }: CommandContext, { authoring }: Engine): Promise<Start | undefined> {
  if (!terminal.interactive) {
    throw new HoldfastError('configuration', 'Failed to write a contract: nothing says what it starts from', {
      hint: 'Use --template, --task, --from or --from-diff. On a terminal, init without flags prompts for it.',
    });
  }
  const templates = await authoring.templates();
  const choices = [
    ...templates.map(({ title, description }) => `${title} - ${description}`),
    'From code - state the exports of files',
    'From a diff - state what a commit or a branch did',
  ];
  for (const [index, choice] of choices.entries()) terminal.progressLine(`  ${index + 1}  ${choice}`);
  const number = await promptUntil(
    () => terminal.prompt(`What does the contract start from? [1-${choices.length}] `, signal),
    (answer) => /^\d+$/.test(answer) && choices[Number(answer) - 1] !== undefined,
  );
  if (number === undefined) return undefined;
  const template = templates[Number(number) - 1];
  if (template !== undefined) {
    const task = await promptUntil(
      () => terminal.prompt('What must be done, in a sentence? ', signal),
      (answer) => answer !== '',
    );
    return task === undefined ? undefined : { kind: 'template', template: template.id, task };
  }
  if (Number(number) === templates.length + 1) {
    const files = await promptUntil(
      () => terminal.prompt('Files or folders, separated by spaces: ', signal),
      (answer) => answer !== '',
    );
    return files === undefined ? undefined : { kind: 'code', files: files.split(/\s+/) };
  }
  const range = await promptUntil(
    () => terminal.prompt('Commit, branch or range (empty: the current branch against the default branch): ', signal),
    () => true,
  );
  return range === undefined ? undefined : { kind: 'diff', range: range === '' ? undefined : range };
}

async function promptUntil(
  ask: () => Promise<string | undefined>,
  isValid: (answer: string) => boolean,
): Promise<string | undefined> {
  for (;;) {
    const answer = (await ask())?.trim();
    if (answer === undefined || isValid(answer)) return answer;
  }
}

/** A path as the user wrote it, relative to the workspace folder. */
function toFolderPath(folder: string, workingDirectory: string, file: string): string {
  return path.relative(folder, path.resolve(workingDirectory, file)).split(path.sep).join('/');
}
