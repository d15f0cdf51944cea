import type { ts } from 'ts-morph';
import { readNested } from '../../foundation/errors.ts';
import { isDeclarationFile, languageOf } from '../language/source-language.ts';
import { loadTypeScript, type TypeScript } from '../language/typescript-parser.ts';
import { constantTruth } from './dead-code.ts';

/**
 * Why importers of a module receive nothing from it: a statement at its top level always throws. `undefined` if it can be
 * loaded.
 */
export async function whyNeverLoads(file: string, text: string): Promise<string | undefined> {
  const language = languageOf(file);
  const isScript = language === 'ts' || language === 'tsx' || language === 'js';
  if (!isScript || isDeclarationFile(file) || !mayThrow(text)) return undefined;
  const typescript = await loadTypeScript();
  return readNested(file, () => {
    const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
    const thrown = findThrow(typescript, source.statements);
    if (thrown === undefined || thrown === 'end') return undefined;
    const { line } = source.getLineAndCharacterOfPosition(thrown.getStart(source));
    return `${file} always throws an error when it is loaded, in line ${line + 1}`;
  });
}

/** Strings, comments, brackets and `throw`. A text that this reads wrongly is parsed, or has an unusual literal. */
const TOKENS =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|[{}]|(?<![\w$.])throw(?![\w$:])/g;
/** The text before the block of a statement that can run at the top level, without a function around it. */
const BLOCK = /(?:^|[;{}]|\belse|\btry|\bfinally|\bdo|\b(?:if|while)\s*\(\s*(?:true|!|1|'|")[^)]*\))\s*$/;

/** Whether a `throw` can be at the top level of a text: in no block, or in blocks of statements. */
function mayThrow(text: string): boolean {
  let opaque = 0;
  const blocks: boolean[] = [];
  let end = 0;
  let before = '';
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    before = (before + text.slice(end, index)).slice(-80);
    end = index + token.length;
    if (token === '{') {
      const isBlock = BLOCK.test(before.trimEnd());
      blocks.push(isBlock);
      if (!isBlock) opaque++;
      before = '{';
    } else if (token === '}') {
      if (blocks.pop() === false) opaque--;
      before = '}';
    } else if (token === 'throw') {
      if (opaque === 0) return true;
    } else if (!token.startsWith('/')) before += token;
  }
  return false;
}

/** The statement of a list that always throws; `end` if the list can end before one. */
function findThrow(typescript: TypeScript, statements: readonly ts.Statement[]): ts.Statement | 'end' | undefined {
  for (const statement of statements) {
    const found = findThrowIn(typescript, statement);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findThrowIn(typescript: TypeScript, statement: ts.Statement): ts.Statement | 'end' | undefined {
  if (typescript.isThrowStatement(statement)) return statement;
  if (typescript.isBlock(statement)) return findThrow(typescript, statement.statements);
  if (typescript.isIfStatement(statement)) {
    const truth = constantTruth(typescript, statement.expression);
    const { thenStatement, elseStatement } = statement;
    if (truth === true) return findThrowIn(typescript, thenStatement);
    if (truth === false) return elseStatement && findThrowIn(typescript, elseStatement);
    const [one, other] = [thenStatement, elseStatement].map((part) => part && findThrowIn(typescript, part));
    if (one !== undefined && one !== 'end' && other !== undefined && other !== 'end') return one;
  }
  if (typescript.isTryStatement(statement)) {
    const inFinally = statement.finallyBlock && findThrow(typescript, statement.finallyBlock.statements);
    if (inFinally !== undefined) return inFinally;
    const { tryBlock, catchClause } = statement;
    const found = findThrow(typescript, tryBlock.statements);
    if (found === 'end' || (found !== undefined && catchClause === undefined)) return found;
    return found && catchClause && findThrow(typescript, catchClause.block.statements);
  }
  return mayEnd(typescript, statement) ? 'end' : undefined;
}

/** Whether a statement can end the module or the loop around it: `return` in CommonJS, `break`. */
export function mayEnd(typescript: TypeScript, node: ts.Node): boolean {
  if (typescript.isFunctionLike(node) || typescript.isClassLike(node)) return false;
  if (typescript.isReturnStatement(node) || typescript.isBreakOrContinueStatement(node)) return true;
  return typescript.forEachChild(node, (child) => mayEnd(typescript, child) || undefined) === true;
}
