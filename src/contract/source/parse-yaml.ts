import { isScalar, parseAllDocuments } from 'yaml';
import type { Document } from 'yaml';
import { TOO_DEEP_MESSAGE } from './parsed-source.ts';
import type { ParsedSource } from './parsed-source.ts';
import { ProblemList } from './source-problem.ts';
import { addSyntaxProblems } from './yaml-errors.ts';
import { YamlTreeBuilder } from './yaml-tree-builder.ts';

/** The maximum number of open brackets. The parser's time grows with the square of their number. */
const MAX_OPEN_BRACKETS = 2_000;

/** Parses YAML with the core schema of YAML 1.2, regardless of directives, and with merge keys. */
export function parseYaml(text: string, lineOf: (offset: number) => number): ParsedSource {
  const problems = new ProblemList();
  const excessBracket = findExcessBracket(text, MAX_OPEN_BRACKETS);
  if (excessBracket !== undefined) {
    problems.error('too-deep', TOO_DEEP_MESSAGE, [], { start: excessBracket, end: excessBracket + 1 });
    return { format: 'yaml', root: undefined, problems: problems.all, documentCount: 1 };
  }
  const parsed = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, schema: 'core', merge: false });
  const documents = 'empty' in parsed ? [] : parsed.filter(hasContent);
  const builder = new YamlTreeBuilder(text, problems, lineOf);
  const [first, second] = documents;
  const root = first?.contents ? builder.build(first.contents) : undefined;
  const errors = ('empty' in parsed ? [parsed] : parsed).flatMap((document) => [
    ...document.errors,
    ...document.warnings,
  ]);
  addSyntaxProblems(errors, { text, delimited: builder.delimited }, problems, lineOf);
  if (second) {
    const start = documentStart(text, second);
    const message = `The file contains ${documents.length} YAML documents, but only the first is read. Remove the "---" between them, or split the file.`;
    problems.error('multiple-documents', message, [], { start, end: Math.min(text.length, start + 3) });
  }
  return { format: 'yaml', root, problems: problems.all, documentCount: Math.max(1, documents.length) };
}

/** The offset of the first bracket that exceeds the limit of open brackets; `undefined` if none does. */
function findExcessBracket(text: string, limit: number): number | undefined {
  let open = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 91 || code === 123) open++;
    else if ((code === 93 || code === 125) && open > 0) open--;
    if (open > limit) return index;
  }
  return undefined;
}

function hasContent(document: Document.Parsed): boolean {
  const contents = document.contents;
  return contents !== null && !(isScalar(contents) && contents.value === null && contents.source === '');
}

/** The offset of the `---` before a document. */
function documentStart(text: string, document: Document.Parsed): number {
  const contentStart = document.contents?.range[0] ?? document.range[0];
  const marker = text.lastIndexOf('---', contentStart);
  return marker < 0 ? contentStart : marker;
}
