import packageManifest from '../../../package.json' with { type: 'json' };
import { toSarif, type FolderReview, type ReviewEvent, type ReviewOptions } from '../../engine.ts';

import { formatCount } from '../../foundation/format-count.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';
import type { Terminal } from '../base/terminal.ts';
import { readNamedFile } from '../base/read-input.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { printReviewReport, reviewReportJson } from '../render/review-report.ts';

export interface ReviewFlags {
  readonly base?: string;
  readonly head?: string;
  readonly specification?: string;
  readonly mayChange?: NonNullable<ReviewOptions['mayChange']>;
  /** `false` with `--no-model`. */
  readonly model?: string | false;
  readonly baseUrl?: string;
  readonly maxCost?: number;
  readonly record?: string;
  /** `fact`: a fact makes the command exit with 1, too. */
  readonly failOn?: 'fact';
  readonly format: 'text' | 'json' | 'sarif';
}

/** The decision on a review without changes is to proceed. */
const EXIT_CODES: Readonly<Record<'proceed' | 'remediate' | 'broken', ExitCodeValue>> = {
  proceed: ExitCode.ok,
  remediate: ExitCode.findings,
  broken: ExitCode.couldNotRun,
};

/** `holdfast review`: reviews the change of the current files, or of a commit. Changes no file. */
export async function reviewCommand(context: CommandContext, flags: ReviewFlags): CommandResult {
  const { terminal, workingDirectory, signal, onProgress } = context;
  const folder = findWorkspaceFolder('.', workingDirectory);
  const model = flags.model === false ? undefined : flags.model;
  const engine = await context.openEngine(folder, { model, baseUrl: flags.baseUrl, record: flags.record });
  const specification =
    flags.specification === undefined
      ? undefined
      : {
          file: flags.specification,
          text: await readNamedFile(context, {
            file: flags.specification,
            subject: `the specification ${flags.specification}`,
            hint: 'Set --specification to a text file.',
          }),
        };
  const review = await engine.reviews.review({
    base: flags.base,
    head: flags.head,
    specification,
    useModel: flags.model !== false,
    model,
    maxCostUsd: flags.maxCost,
    mayChange: flags.mayChange,
    signal,
    onEvent: (event) => {
      reportProgress(terminal, event);
      if (event.type === 'pass-started') onProgress({ what: `Reviewing: ${event.pass}` });
    },
  });
  printReview(terminal, review, flags.format);
  const code = EXIT_CODES[review.report?.decision ?? 'proceed'];
  return code === ExitCode.ok && flags.failOn === 'fact' && review.facts.length > 0 ? ExitCode.findings : code;
}

function printReview(terminal: Terminal, review: FolderReview, format: ReviewFlags['format']): void {
  switch (format) {
    case 'json':
      terminal.result(JSON.stringify(reviewReportJson(review), null, 2));
      break;
    case 'sarif':
      terminal.result(JSON.stringify(toSarif(review.report, packageManifest.version, review.facts), null, 2));
      break;
    case 'text':
      printReviewReport(terminal, review);
  }
}

function reportProgress(terminal: Terminal, event: ReviewEvent): void {
  if (event.type === 'pass-started') {
    const { pass, requests } = event;
    const details = requests === undefined || requests < 2 ? '' : ` (${formatCount(requests, 'request')})`;
    terminal.progressLine(terminal.style('dim', `${pass}: started${details}`));
    return;
  }
  const { report, findings } = event;
  const outcome = report.status === 'broken' ? `broken: ${report.reason ?? ''}` : formatCount(findings, 'finding');
  terminal.progressLine(terminal.style(report.status === 'broken' ? 'red' : 'dim', `${report.pass}: ${outcome}`));
}
