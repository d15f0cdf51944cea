import { loadTypeScript, parseScript } from '../../../code/language/typescript-parser.ts';
import { languageOf } from '../../../code/language/source-language.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import type {
  ExtractedInterface,
  ExtractedMessage,
  ExtractedValue,
  Quantity,
} from '../extraction/extracted-interfaces.ts';
import type { Diagnostic } from '../protocol/diagnostics.ts';
import type { InterfaceQuery } from '../protocol/methods.ts';
import type { MarkedDeclaration, MarkedValue } from './marked-declarations.ts';
import { TreeChanges } from './tree-changes.ts';

/** A cheap test, so that few files are parsed. */
const MAY_BE_MARKED = /@(?:interface|messages?)\s/;

export interface TypeScriptExtraction {
  readonly interfaces: readonly ExtractedInterface[];
  /** Marked declarations whose values cannot be read. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Reads the values and messages that JSDoc tags mark in scripts. Runs no code: a value is a literal, arithmetic of
 * literals, or a constant of the same file, and no code of the tree can give it another value.
 *
 * @param queries the interfaces of the registry; `undefined` to read all marks, for their problems
 */
export async function extractInterfaces(
  tree: SourceTree,
  queries: readonly InterfaceQuery[] | undefined,
  files: readonly string[],
): Promise<TypeScriptExtraction> {
  const found = new Map<string, { values: ExtractedValue[]; messages: ExtractedMessage[] }>();
  const problems: Diagnostic[] = [];
  const changes = new TreeChanges(tree, await loadTypeScript());
  for (const file of files) {
    const text = await tree.readText(file);
    const dialect = languageOf(file);
    if (text === undefined || !MAY_BE_MARKED.test(text)) continue;
    if (dialect !== 'ts' && dialect !== 'tsx' && dialect !== 'js') continue;
    const typescript = await loadTypeScript();
    for (const marked of await changes.findMarked(file, parseScript(typescript, text, dialect))) {
      problems.push(...findProblems(file, marked));
      const target = splitTarget(marked.target, queries);
      if (target === undefined) continue;
      let entry = found.get(target.id);
      if (entry === undefined) found.set(target.id, (entry = { values: [], messages: [] }));
      entry.values.push(...valuesOf(file, marked, target.name));
      entry.messages.push(...messagesOf(file, marked, target.name));
    }
  }
  const interfaces = [...found]
    .map(([id, { values, messages }]): ExtractedInterface => ({ id, values, messages }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { interfaces, problems };
}

/** The interface of a mark, and the parameter or message after it. An id may contain dots, so the longest one counts. */
function splitTarget(
  target: string,
  queries: readonly InterfaceQuery[] | undefined,
): { readonly id: string; readonly name: string | undefined } | undefined {
  if (queries === undefined) return undefined;
  const ids = queries.map(({ id }) => id).sort((a, b) => b.length - a.length);
  const id = ids.find((candidate) => target === candidate || target.startsWith(`${candidate}.`));
  if (id === undefined) return undefined;
  return { id, name: target === id ? undefined : target.slice(id.length + 1) };
}

function valuesOf(file: string, { tag, values }: MarkedDeclaration, name: string | undefined): ExtractedValue[] {
  if (tag !== 'interface') return [];
  if (name !== undefined && values.length > 1) return [];
  return values.flatMap((value) => {
    const quantity = toQuantity(value);
    if (quantity === undefined) return [];
    return [{ ...quantity, parameter: name ?? value.name, location: { artifact: file, line: value.line } }];
  });
}

function messagesOf(file: string, marked: MarkedDeclaration, name: string | undefined): ExtractedMessage[] {
  const messages =
    marked.tag === 'messages'
      ? marked.messages
      : marked.tag === 'message' && name !== undefined
        ? [{ name, line: marked.line, properties: marked.values }]
        : [];
  return messages.map(({ name: message, line, properties }) => ({
    name: message,
    properties: Object.fromEntries(
      properties.flatMap((property) => {
        const quantity = toQuantity(property);
        return quantity === undefined ? [] : [[property.name, quantity] as const];
      }),
    ),
    location: { artifact: file, line },
  }));
}

function toQuantity({ value, unit }: MarkedValue): Quantity | undefined {
  return value === undefined ? undefined : { value, ...(unit === undefined ? {} : { unit }) };
}

/** A mark without a readable value would make a constraint pass without a check. */
function findProblems(file: string, marked: MarkedDeclaration): readonly Diagnostic[] {
  const report = (line: number, message: string, severity: Diagnostic['severity'] = 'error'): Diagnostic => ({
    artifact: file,
    location: { line },
    severity,
    category: 'interface-value',
    message,
  });
  if (marked.target === '')
    return [report(marked.line, `@${marked.tag} names no interface. Write @${marked.tag} <interface>.`)];
  if (marked.values.length === 0 && marked.messages.length === 0) {
    return [report(marked.line, `@${marked.tag} ${marked.target} marks no constant, object or type that it can read.`)];
  }
  return [...marked.values, ...marked.messages.flatMap(({ properties }) => properties)]
    .filter(({ value }) => value === undefined)
    .map(({ name, line, change }) => {
      const value = `The value of ${name} for ${marked.target}`;
      switch (change) {
        case 'written':
          return report(line, `${value} changes: code of this tree writes to it. Write a constant.`);
        case 'received':
          return report(
            line,
            `${value} is unknown: other code receives its object and can change it. Write Object.freeze around the object.`,
            'warning',
          );
        case undefined:
          return report(
            line,
            `${value} cannot be read without running code. Write a literal, or arithmetic of literals and constants of this file.`,
          );
      }
    });
}
