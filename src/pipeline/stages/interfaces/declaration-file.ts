import type { ts } from 'ts-morph';
import { isDeclarationFile, languageOf } from '../../../code/language/source-language.ts';
import { parseScript, type TypeScript } from '../../../code/language/typescript-parser.ts';
import type { ModuleRecord } from '../../../code/modules/module-record.ts';
import { readModule } from '../../../code/modules/read-module.ts';
import { parseModule } from '../../../code/parser/parse-module.ts';
import type { DeclarationFile } from './declarations-answer.ts';

/** Something in a declaration file that is code to run, or that hides errors. */
export interface ForbiddenCode {
  readonly line: number;
  /** The subject of a sentence: `The body of the function "parse"`. */
  readonly description: string;
}

/** A declaration file as it was parsed. */
export interface DeclarationFileReading {
  readonly record: ModuleRecord;
  readonly forbidden: readonly ForbiddenCode[];
}

/** Whether a file can be a declaration file: TypeScript, and not an installed package. */
export function isTypeScriptFile(path: string): boolean {
  const language = languageOf(path);
  return language === 'ts' || language === 'tsx';
}

/** Parses a declaration file: its exports and imports, and the code that it must not have. */
export function readDeclarationFile(typescript: TypeScript, { path, text }: DeclarationFile): DeclarationFileReading {
  const dialect = languageOf(path) === 'tsx' ? 'tsx' : 'ts';
  const record = readModule(path, text, (script) => parseModule(typescript, script, dialect), 'parser');
  const source = parseScript(typescript, text, dialect);
  const forbidden = [...findSuppressions(text), ...(isDeclarationFile(path) ? [] : findCode(typescript, source))];
  if (record === undefined) throw new Error(`The parser refused ${path}.`);
  return { record, forbidden };
}

function findSuppressions(text: string): readonly ForbiddenCode[] {
  return text.split('\n').flatMap((line, index) => {
    const found = /(?:\/\/|\/\*|\*).*(@ts-(?:nocheck|ignore|expect-error))\b/.exec(line)?.[1];
    return found === undefined ? [] : [{ line: index + 1, description: `The comment ${found}, which hides errors,` }];
  });
}

/** Finds function bodies and statements that run. TypeScript reports them itself in a file `*.d.ts`. */
function findCode(typescript: TypeScript, source: ts.SourceFile): readonly ForbiddenCode[] {
  const found: ForbiddenCode[] = [];
  const add = (node: ts.Node, description: string): void => {
    found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, description });
  };
  const visit = (node: ts.Node): void => {
    if (typescript.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const name = node.name?.getText(source);
      add(node, name === undefined ? 'The body of a function' : `The body of the function "${name}"`);
    } else if (typescript.isCallExpression(node) || typescript.isNewExpression(node)) {
      add(node, `The call "${node.getText(source).split('\n')[0] ?? ''}"`);
    } else if (node.parent === source && !isDeclaration(typescript, node)) {
      add(node, 'A statement that runs');
    } else typescript.forEachChild(node, visit);
  };
  typescript.forEachChild(source, visit);
  return found;
}

function isDeclaration(typescript: TypeScript, node: ts.Node): boolean {
  return (
    typescript.isDeclarationStatement(node) ||
    typescript.isVariableStatement(node) ||
    typescript.isEmptyStatement(node) ||
    node.kind === typescript.SyntaxKind.EndOfFileToken
  );
}
