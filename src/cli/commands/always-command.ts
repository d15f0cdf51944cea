import path from 'node:path';
import type { AlwaysRule, AlwaysRuleKind, Engine, ProposedRule, RuleForm } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import type { Terminal } from '../base/terminal.ts';
import { openStartFolder } from '../base/open-start-folder.ts';
import { isInside } from '../base/workspace-folder.ts';
import { unifiedDiff } from '../render/unified-diff.ts';

export interface AlwaysFlags {
  /** The id of a comment whose place fills in the rest. */
  readonly comment?: string;
  readonly file?: string;
  readonly pattern?: string;
  readonly required?: boolean;
  readonly name?: string;
  readonly signature?: string;
  readonly message?: string;
  readonly write?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast always`: tries a rule for every change, shows what it would have refused, and writes it with `--write`. */
export async function alwaysCommand(context: CommandContext, kind: AlwaysRuleKind, flags: AlwaysFlags): CommandResult {
  const { terminal, signal } = context;
  const { folder, engine } = await openStartFolder(context);
  const file = flags.file === undefined ? undefined : toFolderFile(flags.file, context.workingDirectory, folder);
  const form = await readForm(engine, { ...flags, file });
  const rule = toRule(kind, form, flags.required === true);
  const proposed = await engine.rules.propose({ rule, message: form.message, signal });
  if (flags.write === true) await engine.rules.write(proposed);
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ ...proposed, written: flags.write === true }, null, 2));
  } else printProposal(terminal, proposed, flags.write === true);
  return ExitCode.ok;
}

/**
 * A path or a glob of the working directory as one of the workspace folder.
 *
 * @throws HoldfastError `configuration` if it leads out of the folder
 */
function toFolderFile(file: string, workingDirectory: string, folder: string): string {
  const absolute = path.resolve(workingDirectory, file);
  if (!isInside(folder, absolute)) {
    throw new HoldfastError('configuration', `Failed to make a rule: "${file}" leads out of ${folder}`, {
      hint: 'A rule is about files of its workspace folder.',
    });
  }
  const isPlain = workingDirectory === folder && !file.startsWith('.') && !path.isAbsolute(file);
  return isPlain || file === '' ? file : path.relative(folder, absolute).split(path.sep).join('/');
}

/** The values of the comment, replaced by those of the options. */
async function readForm(
  engine: Engine,
  flags: Omit<AlwaysFlags, 'file'> & { readonly file: string | undefined },
): Promise<RuleForm> {
  const empty: RuleForm = { file: '', message: '', pattern: '', name: '', signature: '' };
  const { file, message, pattern, name, signature } =
    flags.comment === undefined ? empty : await engine.rules.formOf(flags.comment);
  return {
    file: flags.file ?? file,
    message: flags.message ?? message,
    pattern: flags.pattern ?? pattern,
    name: flags.name ?? name,
    signature: flags.signature ?? signature,
  };
}

function toRule(kind: AlwaysRuleKind, form: RuleForm, isRequired: boolean): AlwaysRule {
  const { file, pattern, name, signature } = form;
  requireValue(form.message, 'message');
  requireValue(file, 'file');
  switch (kind) {
    case 'pattern':
      return { kind, files: file, pattern: requireValue(pattern, 'pattern'), isRequired };
    case 'scope':
      return { kind, files: file };
    case 'signature':
      return { kind, file, name: requireValue(name, 'name'), signature: requireValue(signature, 'signature') };
    case 'export':
      return { kind, file, name: requireValue(name, 'name') };
  }
}

function requireValue(value: string, option: string): string {
  if (value !== '') return value;
  throw new HoldfastError('configuration', `Failed to make a rule: it needs --${option}`, {
    hint: 'Name it, or name a comment that has it with --comment.',
  });
}

function printProposal(terminal: Terminal, proposed: ProposedRule, isWritten: boolean): void {
  const { file, before = '', after, holdsNow, matchesNow, triedCommits, refused } = proposed;
  for (const line of unifiedDiff(file, before, after)) terminal.result(line);
  terminal.result(
    `Tried on ${formatCount(triedCommits, 'commit')}: it would have refused ${formatCount(refused.length, 'commit')}.`,
  );
  for (const { commit, subject, files } of refused) {
    terminal.result(`  ${commit.slice(0, 10)} ${subject}${terminal.style('dim', ` ${files.join(', ')}`)}`);
  }
  if (!matchesNow) terminal.result(terminal.style('yellow', 'No file of the rule exists now.'));
  if (!holdsNow) terminal.result(terminal.style('yellow', 'The files do not satisfy it now.'));
  terminal.result(isWritten ? `Written to ${file}.` : 'Nothing is written. Add --write to write it.');
}
