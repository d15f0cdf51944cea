import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { DataPath, Problem } from '../contract/document.ts';
import { shapeProblems } from '../contract/shape-problems.ts';
import { parseSource } from '../contract/source/parse-source.ts';
import { boundedProblems } from '../contract/source/placed-document.ts';
import { dataOf } from '../contract/source/source-node.ts';
import { ProblemList, type SourceProblem } from '../contract/source/source-problem.ts';
import { SourceView } from '../contract/source/source-view.ts';
import { whyOutsideTree } from '../contract/tree-path.ts';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import { systemCodeOf } from '../shared/system-code.ts';
import { LineMap } from '../shared/position.ts';
import { isSecretName } from './secret-names.ts';
import { CONFIGURATION_FILE, settingsSchema, type Settings } from './settings.ts';

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
    if (systemCodeOf(cause) === 'ENOENT') return undefined;
    throw new HoldfastError('configuration', `Failed to read ${CONFIGURATION_FILE}: ${messageOf(cause)}`, {
      hint: 'Make the file readable, or remove it.',
      cause,
    });
  }
  return readConfiguration(text);
}

/** Reads the text of a configuration file. Never throws on a text. */
export function readConfiguration(text: string): ConfigurationDocument {
  const lines = new LineMap(text);
  const source = parseSource(CONFIGURATION_FILE, text, lines);
  const problems = new ProblemList();
  problems.add(source.problems);
  const view = new SourceView(source.root, text, (path) => String(path.at(-1)));
  const data = source.root === undefined ? {} : (dataOf(source.root) ?? {});
  const parsed = settingsSchema.safeParse(data);
  problems.add(parsed.success ? pathProblems(view, parsed.data) : mistakesOf(view, parsed.error));
  const placed = boundedProblems(problems.all, lines);
  const sound = parsed.success && !placed.some((problem) => problem.severity === 'error');
  return { file: CONFIGURATION_FILE, text, settings: sound ? parsed.data : undefined, problems: placed };
}

/** The settings of a document, undefined where there is no file. Throws where the file has mistakes, naming them all. */
export function settingsOf(document: ConfigurationDocument | undefined): Settings | undefined {
  if (document === undefined) return undefined;
  if (document.settings !== undefined) return document.settings;
  const errors = document.problems.filter((problem) => problem.severity === 'error');
  const listed = errors.map((problem) => `${document.file}:${problem.range.start.line}: ${problem.message}`);
  throw new HoldfastError('configuration', `Failed to read ${document.file}: it has mistakes\n${listed.join('\n')}`, {
    hint: 'Mend the lines named above and try again.',
  });
}

function mistakesOf(view: SourceView, error: z.ZodError): readonly SourceProblem[] {
  if (view.root?.kind !== 'map') {
    const problems = new ProblemList();
    const message = 'The file must hold settings as "name: value", one on each line.';
    problems.error('wrong-type', message, [], view.shortPlaceOf([]));
    return problems.all;
  }
  const [secrets, others] = separateSecrets(view, error);
  return [...secrets, ...shapeProblems(view, settingsSchema, [], new z.ZodError(others))];
}

type Issue = z.core.$ZodIssue;

/** Unknown keys that are named like secrets get an answer of their own, which never repeats the value. */
function separateSecrets(view: SourceView, error: z.ZodError): [readonly SourceProblem[], Issue[]] {
  const problems = new ProblemList();
  const others = error.issues.flatMap((issue): Issue[] => {
    if (issue.code !== 'unrecognized_keys') return [issue];
    for (const key of issue.keys.filter(isSecretName)) {
      const path: DataPath = [...issue.path.map(String), key];
      problems.error('secret', secretMessage(key), path, view.keyPlaceOf(path));
    }
    const keys = issue.keys.filter((key) => !isSecretName(key));
    return keys.length === 0 ? [] : [{ ...issue, keys }];
  });
  return [problems.all, others];
}

function secretMessage(key: string): string {
  return (
    `"${key}" looks like a secret, and secrets do not belong in this file: remove it, and revoke the key if the file ` +
    'was ever shared. Set the key as HOLDFAST_API_KEY in the environment, or in the editor with "Holdfast: Set API Key".'
  );
}

/** Paths of a shared file stay inside the workspace folder. */
function pathProblems(view: SourceView, settings: Settings): readonly SourceProblem[] {
  const problems = new ProblemList();
  const paths: (readonly [DataPath, string | undefined])[] = [
    [['replay'], settings.replay],
    [['record'], settings.record],
    ...(settings.attempt?.copy ?? []).map((path, index) => [['attempt', 'copy', index], path] as const),
  ];
  for (const [at, path] of paths) {
    const why = path === undefined ? undefined : whyOutsideTree(path);
    if (why === undefined) continue;
    const message = `"${path}" ${why}: write a path inside the workspace folder.`;
    problems.error('outside-tree', message, at, view.shortPlaceOf(at));
  }
  return problems.all;
}
