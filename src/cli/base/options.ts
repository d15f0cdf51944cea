import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ContinueOptions } from '../../engine.ts';
import type { LandingMode } from '../../run/report/run-result.ts';
import type { OutputFormat } from './command-context.ts';

/** The values of the options that `addContinueOptions` defines. */
export interface ContinueFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly maxCost?: number;
  readonly jobs?: number;
  readonly apply?: LandingMode;
  readonly record?: string;
  readonly verbose?: boolean;
  readonly format: OutputFormat;
}

/** Converts flags to the options of a run. An omitted flag stays absent, so that configured or earlier values apply. */
export function toRunOptions(flags: ContinueFlags): Pick<ContinueOptions, 'model' | 'maxCostUsd' | 'jobs' | 'landing'> {
  return {
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.maxCost === undefined ? {} : { maxCostUsd: flags.maxCost }),
    ...(flags.jobs === undefined ? {} : { jobs: flags.jobs }),
    ...(flags.apply === undefined ? {} : { landing: flags.apply }),
  };
}

export const RECORD_DESCRIPTION = "record the model's replies in a file for the replay provider";
export const VERBOSE_DESCRIPTION = "show the model's output as it streams";

export function createFormatOption(): Option {
  return new Option('--format <format>', 'output format').choices(['text', 'json']).default('text');
}

/** The formats of a check that other programs read. */
export const REPORT_FORMATS = ['json', 'sarif', 'junit', 'github', 'markdown'] as const;

/** A format and a file: `sarif=holdfast.sarif`. */
export function parseReportFile(text: string): {
  readonly format: (typeof REPORT_FORMATS)[number];
  readonly file: string;
} {
  const separator = text.indexOf('=');
  const format = REPORT_FORMATS.find((known) => known === text.slice(0, separator));
  const file = text.slice(separator + 1);
  if (separator >= 0 && format !== undefined && file !== '') return { format, file };
  throw new InvalidArgumentError(`Expected <format>=<file> with a format of: ${REPORT_FORMATS.join(', ')}.`);
}

export function createLandingOption(description: string): Option {
  return new Option('--apply <mode>', description).choices(['commit', 'working-tree', 'none']);
}

export function parsePositiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Expected a positive integer.');
  return value;
}

/** A day or a time in ISO 8601, such as `2026-11-01`. */
export function parseDate(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Expected a date such as 2026-11-01.');
}

/** A text that says something to a person or a model. */
export function parseNonEmptyText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected a text that is not empty.');
  return text;
}

export function parsePositiveNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('Expected a positive number.');
  return value;
}

/** Adds the options of a command that continues an earlier run. Omitted options keep the values of that run. */
export function addContinueOptions(command: Command): Command {
  return command
    .option('--model <provider:model>', 'the model (default: the model of the run)')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option(
      '--jobs <n>',
      'the maximum number of chunks that run in parallel (default: as in the run)',
      parsePositiveInteger,
    )
    .option('--max-cost <usd>', 'the cost limit from now on, in US dollars', parsePositiveNumber)
    .addOption(createLandingOption('how results land (default: as in the run)'))
    .option('--record <file>', RECORD_DESCRIPTION)
    .option('--verbose', VERBOSE_DESCRIPTION)
    .addOption(createFormatOption());
}
