import { posix } from 'node:path';
import {
  kindOfName,
  readProvingSteps,
  type ProvingStep,
  type ScriptTextReader,
  type StepKind,
} from '../commands/proving-steps.ts';
import { parseData } from './read-data-settings.ts';

/** A job of continuous integration, or another part of its file with commands. */
export interface PipelineJob {
  readonly name: string;
  readonly steps: readonly ProvingStep[];
}

/** What a file of continuous integration runs, and when. */
export interface CiPipeline {
  readonly jobs: readonly PipelineJob[];
  /** The events of GitHub that start it; `undefined` for other systems. */
  readonly events: readonly string[] | undefined;
}

/** The keys whose texts are commands. */
export const COMMAND_KEY = /^(?:run|script|before_script|commands?|cmds?|bash|pwsh|powershell|steps)$/;
/** The keys under which a failure does not count. */
export const IGNORED_KEY = /^(?:continue-on-error|continueOnError|allow_failure|soft_fail|ignore_error)$/;
/** Actions that judge the tree. */
const JUDGING_ACTION =
  /^(?:golangci\/golangci-lint-action|astral-sh\/ruff-action|chartboost\/ruff-action|psf\/black|pre-commit\/action|biomejs\/.*|super-linter\/.*|github\/super-linter.*|reviewdog\/.*|wagoid\/commitlint.*|crate-ci\/typos|cypress-io\/github-action|github\/codeql-action\/analyze|jakebailey\/pyright-action|tsuyoshicho\/.*|EndBug\/.*-lint|hynek\/build-and-inspect.*|ludeeus\/action-shellcheck|raven-actions\/actionlint)$/i;

interface Place {
  readonly job: string;
  readonly ignored: boolean;
  readonly conditional: boolean;
  readonly skipped: boolean;
}

/** Reads the steps of a file of continuous integration; `undefined` if it cannot be parsed. */
export function readPipeline(path: string, text: string, readScript?: ScriptTextReader): CiPipeline | undefined {
  const data = parseData(path, text);
  if (!isRecord(data)) return undefined;
  const jobs = new Map<string, ProvingStep[]>();
  const add = (place: Place, steps: readonly ProvingStep[]): void => {
    if (place.skipped) return;
    const list = jobs.get(place.job) ?? [];
    list.push(
      ...steps.map((step) => ({
        ...step,
        ignored: step.ignored || place.ignored,
        conditional: step.conditional || place.conditional,
      })),
    );
    jobs.set(place.job, list);
  };
  const visit = (value: unknown, key: string, place: Place): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, key, place);
      return;
    }
    if (typeof value === 'string') {
      if (COMMAND_KEY.test(key)) add(place, readProvingSteps(value, { stopsAtFailure: true }, readScript));
      return;
    }
    if (!isRecord(value)) return;
    const inner = { ...place, ...readConditions(value, place) };
    const { uses } = value;
    if (typeof uses === 'string') add(inner, readAction(uses, value['with']));
    for (const [name, child] of Object.entries(value)) {
      if (IGNORED_KEY.test(name) || name === 'with' || name === 'env' || name === 'defaults') continue;
      visit(child, name, inner);
    }
  };
  const { jobs: listed, ...others } = data;
  for (const [job, value] of Object.entries(isRecord(listed) ? listed : others)) {
    visit(value, isRecord(listed) ? 'job' : job, { job, ignored: false, conditional: false, skipped: false });
  }
  return { jobs: [...jobs].map(([name, steps]) => ({ name, steps })), events: readEvents(data) };
}

function readConditions(value: Readonly<Record<string, unknown>>, place: Place): Partial<Place> {
  const isSet = (one: unknown): boolean => one === true || one === 'true' || /^\$\{\{\s*true\s*\}\}$/.test(String(one));
  const isOff = (one: unknown): boolean =>
    one === false || one === 0 || /^(?:false|never|\$\{\{\s*(?:false|0|!\s*true)\s*\}\})$/.test(String(one));
  const keys = Object.entries(value);
  const condition = value['if'] ?? value['when'];
  return {
    ignored:
      place.ignored ||
      keys.some(([key, one]) => IGNORED_KEY.test(key) && isSet(one)) ||
      value['failure'] === 'ignore' ||
      value['when'] === 'manual',
    // An expression can allow the failure of some jobs of a matrix.
    conditional:
      place.conditional ||
      (condition !== undefined &&
        !isOff(condition) &&
        !/always\(\)|success\(\)|!cancelled\(\)/.test(JSON.stringify(condition))) ||
      keys.some(([key, one]) => IGNORED_KEY.test(key) && !isSet(one) && !isOff(one)),
    skipped: place.skipped || (condition !== undefined && isOff(condition)),
  };
}

/** An action or a reusable workflow, without its version. */
function readAction(uses: string, inputs: unknown): readonly ProvingStep[] {
  const name = uses.replace(/@[^@]*$/, '');
  const isWorkflow = /\.ya?ml$/.test(name);
  const args = isRecord(inputs) && typeof inputs['args'] === 'string' ? inputs['args'].split(/\s+/) : [];
  if (!isWorkflow && !JUDGING_ACTION.test(name)) return [];
  const kind = isWorkflow ? kindOfWorkflow(name) : 'lint';
  return [{ kind, program: name, args, ignored: false, conditional: false }];
}

/** What a workflow of another file proves, by its name. */
function kindOfWorkflow(name: string): StepKind {
  const base = posix.basename(name).replace(/\.ya?ml$/, '');
  const kind = kindOfName(base);
  return kind === 'other' && /(?:^|[^a-z])(?:ci|main|all|unit|quality)(?:[^a-z]|$)/i.test(base) ? 'tests' : kind;
}

/** The events of `on`, which YAML 1.1 reads as `true`. */
function readEvents(data: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const events = data['on'] ?? data['true'];
  if (typeof events === 'string') return [events];
  if (Array.isArray(events)) return events.map(String);
  return isRecord(events) ? Object.keys(events) : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
