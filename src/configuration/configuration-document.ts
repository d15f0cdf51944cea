import { readFile } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import * as z from 'zod';
import type { DataPath, Problem } from '../contract/document.ts';
import { dataOf, nodeAt, entryOf, type SourceNode } from '../contract/source/source-node.ts';
import { placedProblems, ProblemList } from '../contract/source/source-problem.ts';
import { parseYaml } from '../contract/source/parse-yaml.ts';
import { HoldfastError } from '../shared/errors.ts';
import { didYouMean } from '../shared/nearest.ts';
import { LineMap } from '../shared/position.ts';
import { CONFIGURATION_FILE, isSecretName, settingsSchema, type Settings } from './settings.ts';

/** `holdfast.config.yaml` as it was read: every mistake at its place, and the settings where there is none. */
export interface ConfigurationDocument {
  /** Relative to the workspace folder. */
  readonly file: string;
  readonly text: string;
  /** Absent where the file has mistakes: half a configuration would run under the wrong limits. */
  readonly settings: Settings | undefined;
  readonly problems: readonly Problem[];
}

/** Reads the configuration of a workspace folder; undefined where it has none. */
export async function loadConfiguration(folder: string): Promise<ConfigurationDocument | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, CONFIGURATION_FILE), 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new HoldfastError('configuration', `Failed to read ${CONFIGURATION_FILE}: ${String(cause)}`, {
      hint: 'Make the file readable, or remove it.',
      cause,
    });
  }
  return readConfiguration(text);
}

/** Reads the text of a configuration file. */
export function readConfiguration(text: string, file = CONFIGURATION_FILE): ConfigurationDocument {
  const lines = new LineMap(text);
  const source = parseYaml(text, (offset) => lines.positionAt(offset).line);
  const problems = new ProblemList();
  problems.add(source.problems);
  const data = source.root === undefined ? {} : dataOf(source.root);
  const parsed = settingsSchema.safeParse(data ?? {});
  if (!parsed.success) addIssues(parsed.error.issues, source.root, problems);
  else addPathProblems(parsed.data, source.root, problems);
  const placed = placedProblems(problems.all, lines);
  const sound = parsed.success && !placed.some((problem) => problem.severity === 'error');
  return { file, text, settings: sound ? parsed.data : undefined, problems: placed };
}

/** The settings of a document, or undefined where there is no file. Throws where the file has mistakes, naming all. */
export function settingsOf(document: ConfigurationDocument | undefined): Settings | undefined {
  if (document === undefined) return undefined;
  if (document.settings !== undefined) return document.settings;
  const errors = document.problems.filter((problem) => problem.severity === 'error');
  const listed = errors.map((problem) => `${document.file}:${problem.range.start.line}: ${problem.message}`);
  throw new HoldfastError('configuration', `Failed to read ${document.file}: it has mistakes\n${listed.join('\n')}`, {
    hint: 'Mend the lines named above and try again.',
  });
}

type Issue = z.core.$ZodIssue;

function addIssues(issues: readonly Issue[], root: SourceNode | undefined, problems: ProblemList): void {
  for (const issue of issues) {
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) addUnknownKey(path, key, root, problems);
      continue;
    }
    const name = path.join('.');
    const message = name === '' ? `The file must hold settings as "name: value"` : `"${name}": ${explain(issue)}`;
    problems.error('wrong-type', `${message}.`, path, placeOf(root, path));
  }
}

function explain(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `write one of ${issue.values.map((value) => String(value)).join(', ')}`;
    case 'invalid_union':
      return 'write a text, or a list of texts';
    case 'invalid_type':
      return issue.input === undefined && issue.message.includes('undefined')
        ? `it is missing: write a ${issue.expected}`
        : `write a ${issue.expected === 'int' ? 'whole number' : issue.expected}`;
    case 'too_small':
      return `it must be ${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}`;
    case 'too_big':
      return `it must be at most ${String(issue.maximum)}`;
    default:
      return issue.message;
  }
}

function addUnknownKey(path: DataPath, key: string, root: SourceNode | undefined, problems: ProblemList): void {
  const full = [...path, key];
  const entry = entryOf(nodeAt(root, path), key);
  const place = entry ? { start: entry.keyStart, end: entry.keyEnd } : placeOf(root, path);
  if (isSecretName(key)) {
    const message =
      `"${key}" looks like a key, and keys do not belong in a file: remove it, and make the key invalid if the file ` +
      'was ever committed. Set it in the environment (HOLDFAST_API_KEY) or with the command "Holdfast: Set API Key".';
    problems.error('secret', message, full, place);
    return;
  }
  const known = knownKeys(path);
  const message = `"${[...path, key].join('.')}" is not a setting.${didYouMean(key, known)} Known here: ${known.join(', ')}.`;
  problems.error('unknown-key', message, full, place);
}

/** The keys that may stand at a path of the configuration. */
function knownKeys(path: DataPath): readonly string[] {
  let schema: z.core.$ZodType = settingsSchema;
  for (const step of path) {
    const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.core.$ZodType>) : {};
    const next = shape[String(step)];
    if (next === undefined) return [];
    schema = next instanceof z.ZodOptional ? next.unwrap() : next;
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Paths of a shared file stay inside the workspace folder. */
function addPathProblems(settings: Settings, root: SourceNode | undefined, problems: ProblemList): void {
  const paths: (readonly [DataPath, string | undefined])[] = [
    [['replay'], settings.replay],
    [['record'], settings.record],
    ...(settings.attempt?.copy ?? []).map((path, index) => [['attempt', 'copy', index], path] as const),
  ];
  for (const [at, path] of paths) {
    if (path === undefined || !leadsOut(path)) continue;
    const message = `"${path}" leads out of the workspace folder: write a path inside it.`;
    problems.error('outside-tree', message, at, placeOf(root, at));
  }
}

function leadsOut(path: string): boolean {
  const plain = normalize(path.replaceAll('\\', '/')).replaceAll('\\', '/');
  return isAbsolute(path) || /^[A-Za-z]:/.test(path) || plain === '..' || plain.startsWith('../');
}

/** The place of a node, or of its nearest ancestor that stands in the text. */
function placeOf(root: SourceNode | undefined, path: DataPath): { start: number; end: number } {
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(root, path.slice(0, length));
    if (node !== undefined) return { start: node.start, end: node.end };
  }
  return { start: 0, end: 0 };
}
