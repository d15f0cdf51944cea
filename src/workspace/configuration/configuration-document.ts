import { join } from 'node:path';
import * as z from 'zod';
import { findTreeEscape } from '../../contract/contract-paths.ts';
import type { DataPath, Problem } from '../../contract/document.ts';
import { shapeProblems } from '../../contract/problems/shape-problems.ts';
import { readDataFile, requireValue } from '../../contract/read/read-data-file.ts';
import { ProblemList, type SourceProblem } from '../../contract/source/source-problem.ts';
import type { SourceView } from '../../contract/source/source-view.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { systemErrorCode } from '../../foundation/system-error.ts';
import { readPlainText } from '../plain-files/plain-file.ts';
import { isSecretName } from './secret-names.ts';
import { CONFIGURATION_FILE, settingsSchema, type Settings } from './settings.ts';

/** A parsed `holdfast.config.yaml`: its problems with their positions, and its settings if it has no errors. */
export interface ConfigurationDocument {
  /** Relative to the workspace folder. */
  readonly file: string;
  readonly text: string;
  /** `undefined` if the file has errors: a partial configuration could have the wrong limits. */
  readonly settings: Settings | undefined;
  readonly problems: readonly Problem[];
}

/** Reads the configuration file of a workspace folder; `undefined` if it does not exist. */
export async function loadConfiguration(folder: string): Promise<ConfigurationDocument | undefined> {
  let text: string;
  try {
    text = await readPlainText(join(folder, CONFIGURATION_FILE));
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return undefined;
    throw new HoldfastError('configuration', `Failed to read ${CONFIGURATION_FILE}: ${messageOf(cause)}`, {
      hint: 'Replace it with a readable file or delete it.',
      cause,
    });
  }
  return readConfiguration(text);
}

/** Parses the text of a configuration file. Never throws: errors are reported as problems. */
export function readConfiguration(text: string): ConfigurationDocument {
  const file = CONFIGURATION_FILE;
  const document = readDataFile({
    file,
    text,
    schema: settingsSchema,
    findProblems: findPathProblems,
    toShapeProblems,
  });
  return { file, text, settings: document.value, problems: document.problems };
}

/** Returns the settings of a document; `undefined` if there is no file. Throws an error that lists all errors of the file. */
export function requireSettings(document: ConfigurationDocument | undefined): Settings | undefined {
  return document && requireValue({ ...document, value: document.settings });
}

function toShapeProblems(view: SourceView, error: z.ZodError): readonly SourceProblem[] {
  const [secrets, others] = separateSecrets(view, error);
  return [...secrets, ...shapeProblems(view, settingsSchema, [], new z.ZodError(others))];
}

type Issue = z.core.$ZodIssue;

/** Reports unknown keys that are named like secrets, without their values. Returns these problems and the other issues. */
function separateSecrets(view: SourceView, error: z.ZodError): [readonly SourceProblem[], Issue[]] {
  const problems = new ProblemList();
  const otherIssues = error.issues.flatMap((issue): Issue[] => {
    if (issue.code !== 'unrecognized_keys') return [issue];
    for (const key of issue.keys.filter(isSecretName)) {
      const path: DataPath = [...issue.path.map(String), key];
      problems.error('secret', createSecretMessage(key), path, view.keyRangeOf(path));
    }
    const keys = issue.keys.filter((key) => !isSecretName(key));
    return keys.length === 0 ? [] : [{ ...issue, keys }];
  });
  return [problems.all, otherIssues];
}

function createSecretMessage(key: string): string {
  return (
    `"${key}" looks like a secret. Remove it from this file, and revoke the key if the file was shared. ` +
    'Set the key as HOLDFAST_API_KEY in the environment, or with "Holdfast: Set API Key" in the editor.'
  );
}

/** Settings that only a user can set, with their variables. */
const USER_PATHS = [
  ['confinementRead', 'HOLDFAST_CONFINEMENT_READ'],
  ['confinementWrite', 'HOLDFAST_CONFINEMENT_WRITE'],
] as const;

/** Reports paths that lead out of the workspace folder, and a setting that a repository must not have. */
function findPathProblems(view: SourceView, settings: Settings): readonly SourceProblem[] {
  const problems = new ProblemList();
  for (const [key, variable] of USER_PATHS) {
    if (settings[key] === undefined) continue;
    const message = `"${key}" opens folders of the user, so a repository cannot set it. Remove it, and set ${variable} or the user setting holdfast.${key}.`;
    problems.error('outside-tree', message, [key], view.keyRangeOf([key]));
  }
  const paths: (readonly [DataPath, string | undefined])[] = [
    [['replay'], settings.replay],
    [['record'], settings.record],
    ...(settings.attempt?.copy ?? []).map((path, index) => [['attempt', 'copy', index], path] as const),
  ];
  for (const [dataPath, path] of paths) {
    const escape = path === undefined ? undefined : findTreeEscape(path);
    if (escape === undefined) continue;
    const message = `"${path}" ${escape.description}. Use a path inside the workspace folder.`;
    problems.error('outside-tree', message, dataPath, view.highlightRangeOf(dataPath));
  }
  return problems.all;
}
