import type { ts } from 'ts-morph';
import { isDeclarationFile, languageOf } from '../../code/language/source-language.ts';
import { loadTypeScript, parseScript } from '../../code/language/typescript-parser.ts';
import { withGoTree } from '../../code/languages/go/go-tree.ts';
import { withPythonTree } from '../../code/languages/python/python-tree.ts';
import { loadGrammar } from '../../code/languages/tree-sitter/load-grammar.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../../code/languages/tree-sitter/syntax-nodes.ts';
import type { FileVersions, ProtectedChange } from './changes/protected-change.ts';
import { settingsFileOf } from './settings/settings-files.ts';
import { testLanguageOf } from './tests/test-languages.ts';

/** What only a run of tests has: variables, modules and names of a runner, and its arguments. */
const OF_RUNNER =
  /\b(?:JEST_WORKER_ID|VITEST(?:_WORKER_ID|_POOL_ID|_MODE)?|PYTEST_CURRENT_TEST|PYTEST_VERSION|NODE_TEST_CONTEXT|HOLDFAST_\w+)\b|\btypeof\s+(?:jest|vi|mocha|describe|it|beforeEach|afterEach|expect)\b|["'](?:jest|vi|mocha|describe|it|beforeAll|beforeEach|afterEach|expect)["']\s+in\s+(?:globalThis|global|window)\b|\b(?:globalThis|global)\.(?:jest|vi|mocha|describe|it|beforeEach|afterEach|expect|__vitest\w*)\b|["'](?:_?pytest|unittest)["']\s+(?:not\s+)?in\s+sys\.modules\b|\btesting\.Testing\(\)|\bflag\.Lookup\("test\.|"test\.v"/;
/** What shows who runs or calls a module. */
const CALLER =
  /\.stack\b|\bprepareStackTrace\b|\bgetCallSites\b|\bprocess\.(?:argv|mainModule)\b|\brequire\.main\b|\bmodule\.parent\b|\binspect\.(?:stack|currentframe)\b|\b_getframe\b|\bextract_stack\b|\bsys\.argv\b|\bruntime\.Callers?\b|\bdebug\.Stack\b|\bos\.Args\b/;
/** The name of a test, its file or its runner, in a text or an expression. */
const TEST_NAME =
  /["'`/][^"'`\n]*(?:\btests?\b|\btest_|_test\b|__tests__|\bspec\b|pytest|unittest|\bjest\b|vitest|mocha)/i;
/** A text without any such word does not have to be parsed. */
const ANY =
  /JEST_|VITEST|PYTEST|NODE_TEST|HOLDFAST_|\btypeof\s+\w|\bin\s+global|\bglobal(?:This)?\.|sys\.modules|testing\.Testing|"test\.v|flag\.Lookup|\.stack\b|StackTrace|CallSites|\bargv\b|mainModule|require\.main|module\.parent|inspect\.|_getframe|extract_stack|runtime\.Caller|debug\.Stack|os\.Args/;

interface Choice {
  readonly line: number;
  readonly text: string;
}

/**
 * [PROOF-3] Finds conditions of shipped code that recognize a run of tests and that decide what a function returns: what tests
 * run is then not what users run. A condition for something else, such as the output, is a fact.
 */
export async function findRecognizedTests(files: readonly FileVersions[]): Promise<readonly ProtectedChange[]> {
  const changes: ProtectedChange[] = [];
  for (const { path, previousPath = path, before = '', after } of files) {
    if (after === undefined || before === after || !ANY.test(after) || !isShipped(path)) continue;
    const known = new Set((await listChoices(path, before)).map(({ text }) => text));
    for (const { line, text } of await listChoices(path, after)) {
      if (known.has(text)) continue;
      changes.push({
        area: 'tests',
        kind: 'conditional',
        direction: 'less',
        subject: text,
        file: path,
        line,
        originalFile: previousPath,
        affectsOtherFiles: true,
        expected: 'Tests run the code that users run',
        actual: 'The code recognizes tests, and chooses a result for them',
      });
    }
  }
  return changes;
}

function isShipped(path: string): boolean {
  const isOther =
    /(?:^|\/)(?:tests?|testing|__tests__|specs?|scripts?|tools?|dist|build|vendor|examples?|docs?)\//.test(path);
  return !isOther && settingsFileOf(path) === undefined && testLanguageOf(path)?.isTestPath(path) === false;
}

async function listChoices(path: string, text: string): Promise<readonly Choice[]> {
  if (!ANY.test(text)) return [];
  const { isRecognizing, isChosen } = createTest(text);
  if (path.endsWith('.go')) {
    return withGoTree(await loadGrammar('go'), text, (root) => listInTree(root, { isRecognizing, isChosen }));
  }
  if (path.endsWith('.py')) {
    return withPythonTree(await loadGrammar('python'), text, (root) => listInTree(root, { isRecognizing, isChosen }));
  }
  const language = languageOf(path);
  if ((language !== 'ts' && language !== 'tsx' && language !== 'js') || isDeclarationFile(path)) return [];
  const ts = await loadTypeScript();
  const source = parseScript(ts, text, language);
  const choices: Choice[] = [];
  const add = (node: ts.Node, isFound = isRecognizing): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const content = node.getText(source);
    if (isFound(content)) choices.push({ line: line + 1, text: content });
  };
  // A return without a value leaves work out, such as a message. Another condition chooses a setting, such as a log level.
  const returns = (node: ts.Statement): boolean =>
    (ts.isReturnStatement(node) && node.expression !== undefined) ||
    (ts.isBlock(node) && node.statements.some(returns));
  const isReturned = (node: ts.Node): boolean =>
    ts.isReturnStatement(node.parent) ||
    (ts.isArrowFunction(node.parent) && node.parent.body === node) ||
    ((ts.isConditionalExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) && isReturned(node.parent));
  const visit = (node: ts.Node): void => {
    if (ts.isConditionalExpression(node) && isReturned(node)) add(node.condition);
    else if (ts.isIfStatement(node) && returns(node.thenStatement)) add(node.expression);
    else if (ts.isBinaryExpression(node) && isReturned(node)) add(node, isChosen);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return choices;
}

function listInTree(root: SyntaxNode, { isRecognizing, isChosen }: Recognition): readonly Choice[] {
  const returns = (node: SyntaxNode | null): boolean =>
    node !== null &&
    childrenOf(node).some(
      (one) =>
        (one.type === 'return_statement' && one.namedChildCount > 0) || (one.type === 'statement_list' && returns(one)),
    );
  return root.descendantsOfType(CHOOSING).flatMap((node): readonly Choice[] => {
    if (node === null) return [];
    if (node.type === 'return_statement')
      return isChosen(node.text) ? [{ line: positionOf(node).line, text: node.text }] : [];
    const isExpression = node.type === 'conditional_expression';
    const isChoice = isExpression
      ? node.parent?.type === 'return_statement' || node.parent?.type === 'lambda'
      : returns(node.childForFieldName('consequence'));
    if (!isChoice) return [];
    const condition = isExpression ? childrenOf(node)[1] : node.childForFieldName('condition');
    const text = condition?.text ?? '';
    return isRecognizing(text) ? [{ line: positionOf(node).line, text }] : [];
  });
}

interface Recognition {
  /** Whether a condition recognizes tests: itself, or through a variable of the file with what recognizes them. */
  readonly isRecognizing: (condition: string) => boolean;
  /** Whether a result is computed with a variable whose value depends on such a condition. */
  readonly isChosen: (result: string) => boolean;
}

const CHOOSING = ['if_statement', 'conditional_expression', 'return_statement'];

function createTest(text: string): Recognition {
  const names = new Set<string>();
  const factors = new Set<string>();
  const usesCaller = CALLER.test(text);
  const recognizes = (expression: string): boolean =>
    OF_RUNNER.test(expression) || (usesCaller && TEST_NAME.test(expression));
  const ASSIGNED = /^[ \t]*(?:export\s+)?(?:const|let|var)?\s*(\w+)(?:\s*:\s*\w+)?\s*:?=(?!=)\s*(.+)$/gm;
  for (const [, name = '', value = ''] of text.matchAll(ASSIGNED)) {
    if (!recognizes(value)) continue;
    names.add(name);
    if (isSign(value) && !isParameter(text, name)) factors.add(name);
  }
  return {
    isRecognizing: (condition) => recognizes(condition) || wordsOf(condition).some((word) => names.has(word)),
    isChosen: (result) => factors.size > 0 && factorsOf(result).some((word) => factors.has(word)),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\b\w+\b/g) ?? [];
}

/** Whether a number has another sign in tests. Other values can be settings, such as a shorter delay. */
function isSign(value: string): boolean {
  const [, one, other] =
    /\?\s*(-?)\d[\d._]*\s*:\s*(-?)\d[\d._]*\s*;?\s*$/.exec(value) ??
    /^\(?(-?)\d[\d._]*\s+if\s.*\selse\s+(-?)\d[\d._]*\)?\s*$/.exec(value) ??
    [];
  return one !== undefined && one !== other;
}

/** Whether a function has a parameter of this name, which is another variable. */
function isParameter(text: string, name: string): boolean {
  return new RegExp(`\\((?:[^()]*,)?\\s*${name}\\s*(?:[,:=][^()]*)?\\)\\s*(?:=>|\\{|:|->)`).test(text);
}

/** The names that a number is computed with. */
function factorsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?<=[*/%-]\s*)\b\w+|\b\w+\b(?=\s*[*/%-])/g)].map(([name]) => name);
}
