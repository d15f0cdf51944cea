import type { FileVersions } from '../changes/protected-change.ts';
import { compareSteps } from '../commands/compare-steps.ts';
import { isProof, readProvingSteps, type ProvingStep } from '../commands/proving-steps.ts';
import type { Direction } from '../direction/direction.ts';
import { findDataDifferences, type DataDifference } from './data-differences.ts';
import { isJudgingName, isTask, isVariable, readCommandJobs, TEXT_JOB } from './command-jobs.ts';
import type { SettingsBase } from './find-overrides.ts';
import {
  COMMAND_KEY,
  IGNORED_KEY,
  isRecord,
  readPipeline,
  type CiPipeline,
  type PipelineJob,
} from './pipeline-steps.ts';
import { parseData } from './read-data-settings.ts';
import { DEFAULT_TARGET } from './read-text-settings.ts';
import type { Setting, FileSettings } from './setting.ts';
import { settingsFileOf, type SettingsFile } from './settings-files.ts';

/** One setting of a file before and after a change. */
export interface SettingDifference {
  readonly key: string;
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
}

/** The texts of a file. An empty text is one without settings. */
export type ComparedTexts = Readonly<Record<'path' | 'previousPath' | 'before' | 'after', string>>;

/** The keys of a job that decide what it runs and whether its failure counts. */
const RUNNING_KEY =
  /^(?:steps|run|uses|script|before_script|commands?|cmds|if|when|rules|only|except|failure|needs|continue-on-error|continueOnError|allow_failure|soft_fail|ignore_error|deps)$/;
/** The events of GitHub by which a change itself is judged. */
const JUDGING_EVENT = /^(?:push|pull_request|pull_request_target|merge_group|workflow_call|workflow_run)$/;

/** The keys that have no influence on what a job proves. */
const NEUTRAL_KEY =
  /^(?:permissions|name|run-name|concurrency|timeout-minutes|persist-credentials|description|author|branding)$/;

/** Compares the commands of the changed files: scripts, targets and jobs. */
export class CommandComparison {
  readonly #files: readonly FileVersions[];
  readonly #base: SettingsBase;
  #pipelines: readonly (readonly [path: string, pipeline: CiPipeline])[] | undefined;

  constructor(files: readonly FileVersions[], base: SettingsBase) {
    this.#files = files;
    this.#base = base;
  }

  /** Returns the direction of each difference that is one of commands; `undefined` if the file has none. */
  compare(
    file: SettingsFile,
    texts: ComparedTexts,
    { original, changed }: { readonly original: FileSettings; readonly changed: FileSettings },
  ): ((difference: SettingDifference) => Direction | undefined) | undefined {
    const before = readCommandJobs(file, texts.previousPath, texts.before, original);
    if (before === undefined) return file.tool === 'script' ? () => directionOfProgram(texts) : undefined;
    const after = readCommandJobs(file, texts.path, texts.after, changed) ?? [];
    if (file.tool === 'pipeline' || file.tool === 'task') return this.#comparePipeline(texts, before, after);
    const hasOtherSettings = file.tool === 'deno' || file.tool === 'python';
    return (difference) => {
      const setting = difference.before ?? difference.after;
      if (hasOtherSettings && setting !== undefined && !isTask(setting)) return undefined;
      const name = hasOtherSettings ? difference.key : nameOf(file, difference);
      if (name === undefined) return directionOfVariable(difference);
      const isGone = difference.after === undefined;
      const added = after.filter((job) => !before.some((one) => one.name === job.name));
      // A script that is gone can have another name. One that is left must prove something itself.
      const others = (isGone ? [...added, ...after] : after.filter((job) => job.name !== name)).flatMap(
        ({ steps }) => steps,
      );
      return compareJob(name, stepsOf(before, name), stepsOf(after, name), { steps: others, canReplaceAll: isGone });
    };
  }

  #comparePipeline(
    { path, previousPath, before: text, after: changedText }: ComparedTexts,
    before: readonly PipelineJob[],
    after: readonly PipelineJob[],
  ): (difference: SettingDifference) => Direction {
    const events = readPipeline(previousPath, text)?.events;
    const added = after.filter((job) => !before.some((one) => one.name === job.name));
    const others = [...this.#listPipelines(path, events).flatMap(({ jobs }) => jobs), ...added].flatMap(
      ({ steps }) => steps,
    );
    const directions = new Map(
      before.map(({ name, steps }): [string, Direction] => {
        const rest = after.filter((job) => job.name !== name).flatMap((job) => job.steps);
        return [name, compareSteps(steps, stepsOf(after, name), { steps: [...others, ...rest], canReplaceAll: true })];
      }),
    );
    const losesEvents = provesNothing(events, readPipeline(path, changedText)?.events);
    const proves = before.some(({ steps }) => steps.some((step) => isProof(step) && !step.ignored));
    const isRelevant = proves || after.some(({ steps }) => steps.some(isProof));
    return ({ before: one, after: other }) => {
      const names = (one ?? other)?.path ?? [];
      if (!isRelevant || concernsOnly(NEUTRAL_KEY, one, other)) return 'tighter';
      if (names[0] === 'on' || names[0] === 'true') return losesEvents && proves ? 'less' : 'unknown';
      const job = names[0] === 'jobs' ? (names[1] ?? '') : (names[0] ?? '');
      const isGone = other === undefined && !after.some(({ name }) => name === job);
      const decides = isGone ? RUNNING_KEY.test(names.at(-1) ?? '') : names.some((name) => RUNNING_KEY.test(name));
      const direction = directions.get(job);
      if (decides && direction === 'less') return 'less';
      return direction !== 'less' && one !== undefined && other !== undefined && onlyGains(one, other)
        ? 'tighter'
        : 'unknown';
    };
  }

  /** The other pipelines after the change that start at one of the events. */
  #listPipelines(except: string, events: readonly string[] | undefined): readonly CiPipeline[] {
    this.#pipelines ??= this.#readPipelines();
    const needed = events?.filter((event) => JUDGING_EVENT.test(event));
    const starting = needed?.includes('pull_request') === true ? ['pull_request'] : needed;
    return this.#pipelines.flatMap(([path, pipeline]) => {
      const isStarted = starting === undefined || pipeline.events?.some((event) => starting.includes(event)) !== false;
      return path !== except && isStarted ? [pipeline] : [];
    });
  }

  #readPipelines(): readonly (readonly [path: string, pipeline: CiPipeline])[] {
    const changed = new Set(this.#files.map(({ path, previousPath = path }) => previousPath));
    const texts = [
      ...this.#files.map(({ path, after }) => ({ path, text: after })),
      ...this.#base.settings.filter(({ path }) => !changed.has(path)),
    ];
    return texts.flatMap(({ path, text }) => {
      const isPipeline = text !== undefined && settingsFileOf(path)?.tool === 'pipeline';
      const pipeline = isPipeline ? readPipeline(path, text) : undefined;
      return pipeline === undefined ? [] : [[path, pipeline] as const];
    });
  }
}

/** Whether all parts in which two versions of a job differ prove more: added proofs, and failures that count again. */
function onlyGains(before: Setting, after: Setting): boolean {
  const [one, other] = [before, after].map(({ value }) => parseData('value.json', value));
  const key = before.path.at(-1) ?? '';
  const differences = findDataDifferences(one, other);
  return differences.length > 0 && differences.every((difference) => isGain(difference, key));
}

function isGain({ path, before, after }: DataDifference, outer: string): boolean {
  const key = path.at(-1) ?? outer;
  if (NEUTRAL_KEY.test(key)) return true;
  if (IGNORED_KEY.test(key)) return after === undefined || after === false;
  const stepsOfText = (text: string): readonly ProvingStep[] => readProvingSteps(text, { stopsAtFailure: true });
  if (typeof before === 'string' && typeof after === 'string') {
    return COMMAND_KEY.test(key) && compareSteps(stepsOfText(before), stepsOfText(after)) === 'tighter';
  }
  const added =
    isRecord(after) && Object.keys(after).every((name) => /^(?:run|name)$/.test(name)) ? after['run'] : after;
  if (before !== undefined || typeof added !== 'string') return false;
  const steps = stepsOfText(added);
  return steps.length > 0 && steps.every((step) => isProof(step) && !step.ignored);
}

/** Whether all parts in which two values of data differ have a key of a kind. */
function concernsOnly(key: RegExp, before: Setting | undefined, after: Setting | undefined): boolean {
  const path = (before ?? after)?.path ?? [];
  if (path.some((name) => key.test(name))) return true;
  if (before === undefined || after === undefined) return false;
  const [one, other] = [before, after].map(({ value }) => parseData('value.json', value));
  return findDataDifferences(one, other).every(
    ({ path: inner, before: from, after: to }) =>
      inner.some((name) => key.test(name)) || [from, to].every((value) => isRecordOf(value, key)),
  );
}

function isRecordOf(value: unknown, key: RegExp): boolean {
  if (value === undefined) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((name) => key.test(name))
  );
}

function stepsOf(jobs: readonly PipelineJob[], name: string): readonly ProvingStep[] {
  return jobs.find((job) => job.name === name)?.steps ?? [];
}

/** The script or the target that a setting is. */
function nameOf(file: SettingsFile, { before, after }: SettingDifference): string | undefined {
  const { path = [], value = '' } = before ?? after ?? {};
  if (file.format === 'package') return path.slice(1).join('.');
  if (file.format === 'text') return TEXT_JOB;
  const isNoTarget = isVariable(value) || path[0] === '' || path[0] === DEFAULT_TARGET || path[0]?.startsWith('.');
  return isNoTarget === true ? undefined : path[0];
}

function compareJob(
  name: string,
  before: readonly ProvingStep[],
  after: readonly ProvingStep[],
  others: Parameters<typeof compareSteps>[2],
): Direction {
  const direction = compareSteps(before, after, others);
  if (before.some(isProof) || after.some(isProof) || direction === 'less') return direction;
  if (!isJudgingName(name)) return 'tighter';
  const runs = (steps: readonly ProvingStep[]): boolean => steps.some(({ ignored }) => !ignored);
  return runs(before) && !runs(after) && others?.canReplaceAll !== true ? 'less' : direction;
}

/** What a variable or a special target of make does with every rule. */
export function directionOfVariable({ before, after }: Pick<SettingDifference, 'before' | 'after'>): Direction {
  const { path = [], value = '' } = after ?? before ?? {};
  const [name = ''] = path;
  if (after === undefined) return 'unknown';
  if (name === '.IGNORE') return 'less';
  if (/^(?:GNU)?MAKEFLAGS$/.test(name))
    return /(?:^|[\s=])-?\w*[nik]\w*(?:\s|$)|--(?:dry-run|ignore-errors|keep-going|just-print)/.test(
      value.replace(/^[^=]*=/, '='),
    )
      ? 'less'
      : 'unknown';
  if (name === 'SHELL') return /(?:true|:|echo)\s*$/.test(value) ? 'less' : 'unknown';
  return 'unknown';
}

/** A script that is no shell text: without any code, it proves nothing. */
function directionOfProgram({ before, after }: ComparedTexts): Direction {
  const codeOf = (text: string): string =>
    text
      .replaceAll(/\/\*[^]*?\*\/|(?:^|\s)(?:\/\/|#).*$/gm, '')
      .replaceAll(/(?:process\.|sys\.|os\.)?exit\(?\s*0?\s*\)?;?/g, '')
      .trim();
  return codeOf(before) !== '' && codeOf(after) === '' ? 'less' : 'unknown';
}

/** Whether nothing that happens to a change starts a workflow any longer. */
function provesNothing(before: readonly string[] | undefined, after: readonly string[] | undefined): boolean {
  const isJudging = (events: readonly string[] | undefined): boolean =>
    events?.some((event) => JUDGING_EVENT.test(event)) === true;
  return isJudging(before) && !isJudging(after);
}
