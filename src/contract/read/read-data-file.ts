import type * as z from 'zod';
import { HoldfastError } from '../../foundation/errors.ts';
import { LineMap } from '../../foundation/position.ts';
import { formatDataPath } from '../data-path.ts';
import type { Problem } from '../document.ts';
import { shapeProblems } from '../problems/shape-problems.ts';
import { parseSource } from '../source/parse-source.ts';
import { dataOf } from '../source/source-node.ts';
import { ProblemList, type SourceProblem } from '../source/source-problem.ts';
import { SourceView } from '../source/source-view.ts';
import { createDocumentRanges, toDocumentProblems, type DocumentRanges } from './create-document.ts';

/** A parsed configuration file: its problems with their positions, and its value if it has no errors. */
export interface DataFileDocument<Value> extends DocumentRanges {
  /** Relative to the workspace folder, with `/`. */
  readonly file: string;
  readonly text: string;
  /** `undefined` if the file has errors: a partial configuration could have the wrong limits. */
  readonly value: Value | undefined;
  readonly problems: readonly Problem[];
}

export interface DataFileInput<Schema extends z.ZodType> {
  /** The extension decides between JSON and YAML. */
  readonly file: string;
  readonly text: string;
  /** The schema of a map. An empty file is an empty map. */
  readonly schema: Schema;
  /** Finds mistakes that the schema does not describe, in a value of the right shape. */
  readonly findProblems: (view: SourceView, value: z.infer<Schema>) => readonly SourceProblem[];
  /** Converts the errors of the shape. Default: one problem for each. */
  readonly toShapeProblems?: ((view: SourceView, error: z.ZodError) => readonly SourceProblem[]) | undefined;
}

/** Reads a configuration file in YAML or JSON and reports all its problems. Never throws because of the text. */
export function readDataFile<Schema extends z.ZodType>(
  input: DataFileInput<Schema>,
): DataFileDocument<z.infer<Schema>> {
  const { file, text, schema } = input;
  const lines = new LineMap(text);
  const source = parseSource(file, text, lines);
  const problems = new ProblemList();
  problems.add(source.problems);
  const view = new SourceView(source.root, text, (path) => String(path.at(-1)));
  const data = source.root === undefined ? {} : (dataOf(source.root) ?? {});
  const parsed = schema.safeParse(data);
  if (parsed.success) problems.add(input.findProblems(view, parsed.data));
  else if (view.root?.kind !== 'map') problems.add(notAMapProblems(view));
  else problems.add(input.toShapeProblems?.(view, parsed.error) ?? shapeProblems(view, schema, [], parsed.error));
  const documentProblems = toDocumentProblems(problems.all, lines);
  const isValid = parsed.success && !documentProblems.some(isError);
  return {
    file,
    text,
    value: isValid ? parsed.data : undefined,
    problems: documentProblems,
    ...createDocumentRanges(view, lines),
  };
}

/** Returns the value of a document. Throws an error that lists all errors of the file with their lines. */
export function requireValue<Value>({
  file,
  value,
  problems,
}: Omit<DataFileDocument<Value>, keyof DocumentRanges>): Value {
  if (value !== undefined) return value;
  const errors = problems.filter(isError);
  const lines = errors.map((problem) => `${file}:${problem.range.start.line}: ${problem.message}`);
  throw new HoldfastError('configuration', `Failed to read ${file}: it has errors\n${lines.join('\n')}`, {
    hint: 'Fix the lines above and try again.',
    details: errors.map(({ path, message, range }) => ({
      ...(path.length === 0 ? {} : { path: formatDataPath(path) }),
      message,
      file,
      line: range.start.line,
    })),
  });
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

function notAMapProblems(view: SourceView): readonly SourceProblem[] {
  const problems = new ProblemList();
  const message = 'The file must contain settings as "name: value", one per line.';
  problems.error('wrong-type', message, [], view.highlightRangeOf([]));
  return problems.all;
}
