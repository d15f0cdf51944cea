import { readDataFile } from '../../../contract/read/read-data-file.ts';
import type { StageMistake } from '../results/stage-mistake.ts';
import { specificationSchema, type SpecificationFrontMatter } from './specification.ts';

/** A specification as it was read. */
export interface SpecificationReading {
  /** The front matter; `undefined` if there are mistakes. */
  readonly facts: SpecificationFrontMatter | undefined;
  readonly mistakes: readonly StageMistake[];
  /** The line of a value of the front matter, in the document, from 1. */
  readonly lineOf: (path: StageMistake['path']) => number | undefined;
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m;

/** Reads a Markdown document with YAML front matter and reports all mistakes of its form, each with its line. */
export function readSpecificationDocument(file: string, text: string): SpecificationReading {
  const match = FRONT_MATTER.exec(text);
  if (match === null || match.index > 0) {
    const message = 'The document has no front matter. Start it with "---", the front matter in YAML, and "---".';
    const mistake: StageMistake = { code: 'shape', path: [], message, subjects: [], line: 1 };
    return { facts: undefined, mistakes: [mistake], lineOf: () => undefined };
  }
  const [whole, frontMatter = ''] = match;
  const body = text.slice(whole.length);
  // An empty line in place of the first `---` keeps the line numbers of the document.
  const yaml = `\n${frontMatter}`;
  const document = readDataFile({ file, text: yaml, schema: specificationSchema, findProblems: () => [] });
  const mistakes = document.problems.map(({ path, message, range }): StageMistake => ({
    code: 'shape',
    path,
    message,
    subjects: [],
    line: range.start.line,
  }));
  if (body.trim() === '') {
    const message = 'The document has no text after the front matter. Describe the design.';
    mistakes.push({ code: 'shape', path: [], message, subjects: [] });
  }
  return {
    facts: mistakes.length === 0 ? document.value : undefined,
    mistakes,
    lineOf: (path) => document.rangeOf(path).start.line,
  };
}
