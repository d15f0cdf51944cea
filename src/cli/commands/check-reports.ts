import path from 'node:path';
import packageManifest from '../../../package.json' with { type: 'json' };
import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import { writeNamedFile } from '../../workspace/plain-files/plain-file.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { toFailureAnnotation, toGitHubAnnotations } from '../render/check-github.ts';
import type { CheckReport } from '../render/check-issues.ts';
import { toJUnit } from '../render/check-junit.ts';
import { toFailureMarkdown, toMarkdown } from '../render/check-markdown.ts';
import { toCheckSarif, toFailureSarif } from '../render/check-sarif.ts';

export type CheckFormat = OutputFormat | 'sarif' | 'junit' | 'github' | 'markdown';

/** A report in a file. */
export interface ReportFile {
  readonly format: Exclude<CheckFormat, 'text'>;
  /** As the user wrote it. */
  readonly file: string;
}

/** How a check is reported. */
export interface ReportFlags {
  readonly format: CheckFormat;
  /** Reports in files, in addition to the output. */
  readonly report?: readonly ReportFile[];
}

/** What was found, in the forms in which it can be reported. */
interface Findings {
  readonly report: CheckReport;
  readonly json: () => unknown;
  /** Prints it as text. */
  readonly print: () => void;
}

/** Reports the findings in the format of the output and in the requested files. */
export async function publish(
  context: CommandContext,
  { format, report: files }: ReportFlags,
  findings: Findings,
): CommandResult {
  const { report, json, print } = findings;
  if (format === 'text') print();
  else context.terminal.result(formatReport(format, report, json), { isCommand: format === 'github' });
  await writeReports(context, files, (ofFile) => formatReport(ofFile, report, json));
  return report.ok ? ExitCode.ok : ExitCode.findings;
}

function formatReport(format: ReportFile['format'], report: CheckReport, json: () => unknown): string {
  switch (format) {
    case 'json':
      return JSON.stringify(json(), null, 2);
    case 'sarif':
      return JSON.stringify(toCheckSarif(report, packageManifest.version), null, 2);
    case 'junit':
      return toJUnit(report);
    case 'github':
      return toGitHubAnnotations(report).join('\n');
    case 'markdown':
      return toMarkdown(report);
  }
}

async function writeReports(
  { workingDirectory }: CommandContext,
  reports: readonly ReportFile[] = [],
  render: (format: ReportFile['format']) => string,
): Promise<void> {
  for (const { format, file } of reports) {
    try {
      await writeNamedFile(path.resolve(workingDirectory, file), `${render(format)}\n`);
    } catch (cause) {
      throw new HoldfastError('storage', `Failed to write the report ${file}: ${messageOf(cause)}`, {
        hint: 'Set --report to <format>=<file> with a file in a folder that exists and can be written.',
        cause,
      });
    }
  }
}

/** [CHANGE-7] Writes why a check could not run, in the formats in which other tools and people read it. */
export async function reportFailedCheck(
  context: CommandContext,
  { format, report = [] }: ReportFlags,
  thrown: unknown,
): Promise<void> {
  if (thrown instanceof CancelledError || context.signal.aborted) return;
  const hint = thrown instanceof HoldfastError ? thrown.hint : undefined;
  const message = hint === undefined ? messageOf(thrown) : `${messageOf(thrown)}\n${hint}`;
  const render = (one: CheckFormat): string | undefined => {
    if (one === 'sarif') return JSON.stringify(toFailureSarif(message, packageManifest.version), null, 2);
    if (one === 'github') return toFailureAnnotation(message);
    return one === 'markdown' ? toFailureMarkdown(message) : undefined;
  };
  const text = render(format);
  if (text !== undefined) context.terminal.result(text, { isCommand: format === 'github' });
  const files = report.filter((one) => render(one.format) !== undefined);
  // A file that cannot be written must not hide why the check could not run.
  await writeReports(context, files, (one) => render(one) ?? '').catch(() => undefined);
}
