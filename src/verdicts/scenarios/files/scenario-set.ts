import type { Problem } from '../../../contract/document.ts';
import { exportName } from '../../../contract/requirements.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { readScenario, type ScenarioDocument } from './scenario-document.ts';
import type { ScenarioFile } from './scenario-file.ts';
import type { ScenarioSource } from './scenario-source.ts';
import { readTwins, type TwinsDocument } from './twins-document.ts';
import type { Twin } from './twins-file.ts';

const TWINS_FILE = /^twins\.(?:yaml|yml|json)$/;
/** Scenario files, and every data file directly in the folder. Data in its folders belongs to scripts. */
const SCENARIO_FILE = /(?:^|\/)[^/]+\.scenario\.(?:yaml|yml|json)$|^[^/]+\.(?:yaml|yml|json)$/;

/** A scenario without errors. */
export interface Scenario {
  readonly file: string;
  /** The folder of the file, relative to the folder of scenarios: `''`, or a path that ends with `/`. */
  readonly folder: string;
  readonly definition: ScenarioFile;
}

/** All files of a source, broken ones included. */
export interface ScenarioSet {
  /** Sorted by path. `file` of a document is the path in reports. */
  readonly documents: readonly ScenarioDocument[];
  readonly twinDocuments: readonly TwinsDocument[];
  /** The scenarios without errors, sorted by path. */
  readonly scenarios: readonly Scenario[];
  /** The declared twins without errors. */
  readonly twins: readonly Twin[];
}

/** What a file of the folder of scenarios declares; `undefined` for the files of scripts and twins. */
export function kindOfScenarioFile(file: string): 'scenario' | 'twins' | undefined {
  if (TWINS_FILE.test(file)) return 'twins';
  return SCENARIO_FILE.test(file) ? 'scenario' : undefined;
}

/** Reads all scenarios and twins of a source. Errors are problems of the documents. */
export async function readScenarioSet(source: ScenarioSource): Promise<ScenarioSet> {
  const files = [...(await source.listFiles())].sort();
  const read = async (file: string): Promise<string> => (await source.readFile(file))?.toString('utf8') ?? '';
  const twinDocuments: TwinsDocument[] = [];
  for (const file of files.filter((one) => kindOfScenarioFile(one) === 'twins')) {
    twinDocuments.push(readTwins({ file: source.prefix + file, text: await read(file) }));
  }
  const checkedTwins = withDuplicates(twinDocuments, (document) =>
    (document.value?.twins ?? []).map(({ id }, index) => ({ id, path: ['twins', index, 'id'] })),
  );
  // A file of twins with errors declares an unknown number of them, so that none is reported as unknown.
  const isComplete = checkedTwins.every(({ value }) => value !== undefined);
  const twins = checkedTwins.flatMap(({ value }) => value?.twins ?? []);
  const documents: ScenarioDocument[] = [];
  const paths: string[] = [];
  for (const file of files.filter((one) => kindOfScenarioFile(one) === 'scenario')) {
    const names = isComplete ? twins.map(({ id }) => id) : undefined;
    documents.push(readScenario({ file: source.prefix + file, text: await read(file), twins: names }));
    paths.push(file);
  }
  const checked = withDuplicates(documents, ({ value }) =>
    value === undefined ? [] : [{ id: value.id, path: ['id'] }],
  );
  return {
    documents: checked,
    twinDocuments: checkedTwins,
    twins,
    scenarios: checked.flatMap(({ value, file }, index) => {
      if (value === undefined) return [];
      const relative = paths[index] ?? '';
      return [{ file, folder: relative.slice(0, relative.lastIndexOf('/') + 1), definition: value }];
    }),
  };
}

/**
 * Throws an error that lists all errors of the files with their lines: scenarios that are partly readable would give a
 * score that says less than it seems.
 *
 * @throws HoldfastError `configuration`
 */
export function requireValidSet(set: ScenarioSet): void {
  const errors = [...set.twinDocuments, ...set.documents].flatMap(({ file, problems }) =>
    problems.filter(({ severity }) => severity === 'error').map((problem) => ({ file, problem })),
  );
  if (errors.length === 0) return;
  const lines = errors.map(({ file, problem }) => `${file}:${problem.range.start.line}: ${problem.message}`);
  throw new HoldfastError('configuration', `Failed to read the scenarios: they have errors\n${lines.join('\n')}`, {
    hint: 'Fix the lines above. "holdfast scenarios check" lists them again.',
    details: errors.map(({ file, problem }) => ({ message: problem.message, file, line: problem.range.start.line })),
  });
}

/**
 * [ASSERT-SCEN-001] Selects the scenarios that cover at least one of the interfaces, in the order of their files.
 *
 * @param covers names of exports, which can be written as `name()`, or ids of the registry; `undefined` selects all
 * @param ids `undefined` selects all
 */
export function selectScenarios<Selected extends Pick<Scenario, 'definition'>>(
  scenarios: readonly Selected[],
  { covers, ids }: { readonly covers?: readonly string[] | undefined; readonly ids?: readonly string[] | undefined },
): readonly Selected[] {
  const names = covers?.map(exportName);
  return scenarios.filter(
    ({ definition }) =>
      (names === undefined || definition.covers.some((name) => names.includes(exportName(name)))) &&
      (ids === undefined || ids.includes(definition.id)),
  );
}

interface Named {
  readonly id: string;
  readonly path: Problem['path'];
}

/** Adds a problem to every document whose id another document has, too. */
function withDuplicates<Document extends ScenarioDocument | TwinsDocument>(
  documents: readonly Document[],
  namesOf: (document: Document) => readonly Named[],
): readonly Document[] {
  return documents.map((document) => {
    const others = documents.filter((other) => other !== document);
    const problems = namesOf(document).flatMap(({ id, path }): Problem[] => {
      const other = others.find((one) => namesOf(one).some((named) => named.id === id));
      if (other === undefined) return [];
      const message = `The id "${id}" is also used in ${other.file}. Use a unique id.`;
      return [{ code: 'duplicate-id', severity: 'error', message, path, range: document.rangeOf(path) }];
    });
    if (problems.length === 0) return document;
    return { ...document, value: undefined, problems: [...document.problems, ...problems] };
  });
}
