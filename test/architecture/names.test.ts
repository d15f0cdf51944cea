import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import ts from 'typescript';
import { projectRoot } from '../scripts/project.ts';

/** An exported type, with the place of its declaration. */
interface ExportedType {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

describe('The exported types of src/', () => {
  it('have one name each: a word has one meaning', async () => {
    const files = (await glob('src/**/*.ts', { cwd: projectRoot, ignore: ['src/code/lexer/assembly/**'] })).sort();
    const types = await Promise.all(
      files.map(async (file) => listExportedTypes(file, await readFile(join(projectRoot, file), 'utf8'))),
    );
    assert.ok(types.flat().length > 1000, `only ${types.flat().length} types were read`);
    assert.deepEqual(findSharedNames(types.flat()), []);
  });

  it('are checked: a name that two files declare is reported with both places', () => {
    const first = `export interface Verdict {}
export const verdict = 1;
interface Snapshot {}
export type { Other } from './other.ts';
export enum Kind { A }`;
    const second = `export { Verdict, Kind } from './first.ts';
import type { Kind } from './first.ts';
type Kind = string;
export class Snapshot {}`;
    const third = `import { Snapshot } from './second.ts';
type Verdict = 'yes';
type Other = Verdict;
export type { Verdict, Other as Alias, Snapshot };
export abstract class Kind {}
export const Snapshot = 2;`;
    const texts = { 'a/first.ts': first, 'b/second.ts': second, 'c/third.ts': third };
    const types = Object.entries(texts).flatMap(([file, text]) => listExportedTypes(file, text));
    assert.deepEqual(findSharedNames(types), [
      'Kind is declared in a/first.ts:5 and in c/third.ts:5: name one of them after what it is in its room',
      'Verdict is declared in a/first.ts:1 and in c/third.ts:2: name one of them after what it is in its room',
    ]);
  });
});

/** The interfaces, type aliases, classes and enums that a file declares and exports. What it only re-exports is not listed. */
function listExportedTypes(file: string, text: string): readonly ExportedType[] {
  const source = ts.createSourceFile(file, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const declared = new Map<string, number>();
  // The local names by the exported ones.
  const exported = new Map<string, string>();
  for (const statement of source.statements) {
    if (isTypeDeclaration(statement) && statement.name !== undefined) {
      const name = statement.name.text;
      if (!declared.has(name)) declared.set(name, statement.name.getStart(source));
      if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) exported.set(name, name);
    } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier === undefined) {
      if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) continue;
      for (const { name, propertyName } of statement.exportClause.elements) {
        exported.set(name.text, (propertyName ?? name).text);
      }
    }
  }
  return [...exported].flatMap(([name, local]) => {
    const start = declared.get(local);
    return start === undefined ? [] : [{ name, file, line: source.getLineAndCharacterOfPosition(start).line + 1 }];
  });
}

function isTypeDeclaration(
  statement: ts.Statement,
): statement is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration | ts.EnumDeclaration {
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  );
}

/** A sentence for each name that several files declare. */
function findSharedNames(types: readonly ExportedType[]): readonly string[] {
  const byName = new Map<string, ExportedType[]>();
  for (const type of types) byName.set(type.name, [...(byName.get(type.name) ?? []), type]);
  return [...byName]
    .filter(([, same]) => same.length > 1)
    .map(([name, same]) => {
      const places = same.map(({ file, line }) => `in ${file}:${line}`).join(' and ');
      return `${name} is declared ${places}: name one of them after what it is in its room`;
    })
    .sort();
}
