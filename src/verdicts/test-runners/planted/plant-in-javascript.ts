import type { ts } from 'ts-morph';
import { languageOf } from '../../../code/language/source-language.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../../../code/language/typescript-parser.ts';
import { findLibraryNames } from '../../protection/tests/javascript/library-names.ts';
import { findRunnerAliases } from '../../protection/tests/javascript/runner-aliases.ts';
import { findRunner, readCallee, type RunnerReference } from '../../protection/tests/javascript/runner-names.ts';
import { pick, pickNumbers, type PlantedTest, type PlantOptions } from './planted-test.ts';

/** A place for a test: after the last statement of the module or of a suite that has tests. */
interface Place {
  /** The index after which the test is inserted. */
  readonly end: number;
  readonly indentation: string;
  /** What declares tests there: `it`, `test`, `test.serial`. */
  readonly declares: string;
  readonly title: string;
  readonly isArrow: boolean;
  readonly isAsync: boolean;
}

/** Assertions that compare two values, by the form in which the file uses them. */
const EXPECTATIONS: ReadonlySet<string> = new Set(['toBe', 'toEqual', 'toStrictEqual']);
const CHAINED: ReadonlySet<string> = new Set(['equal', 'eql', 'equals', 'eq']);
const COMPARISONS: ReadonlySet<string> = new Set(['equal', 'strictEqual', 'deepEqual', 'deepStrictEqual', 'is']);

/** Adds a test after the last statement of the module, or of a suite. What precedes it can keep it from running. */
export async function plantInJavaScript(
  file: string,
  text: string,
  options: PlantOptions,
): Promise<PlantedTest | undefined> {
  const language = languageOf(file);
  if (language !== 'ts' && language !== 'tsx' && language !== 'js') return undefined;
  const ts = await loadTypeScript();
  const source = parseScript(ts, text, language);
  const [first, ...others] = listPlaces(ts, source);
  if (first === undefined) return undefined;
  const { end, indentation, declares, title, isArrow, isAsync } = pick([first, ...others], options);
  const [one, other] = pickNumbers(options);
  const [assertion, ...more] = options.throws === true ? [] : listAssertions(ts, source, `${one}`, `${other}`);
  const quote = (text.match(/"/g)?.length ?? 0) > (text.match(/'/g)?.length ?? 0) ? '"' : "'";
  const semicolon = /;[ \t]*\r?$/m.test(text) ? ';' : '';
  const unit = /^(\t| {2,4})\S/m.exec(text)?.[1] ?? '  ';
  const name = `${title} ${other}`;
  // Rules for the style of code see what they see in the other tests.
  const waits = isAsync && options.random() < 0.5;
  const start = `${waits ? 'async ' : ''}${isArrow ? '() =>' : 'function ()'} {`;
  const statements = [
    ...(waits ? ['await Promise.resolve()'] : []),
    assertion === undefined ? `throw new Error(${quote}got ${one}${quote})` : pick([assertion, ...more], options),
  ];
  const test = [
    `${declares}(${quote}${name}${quote}, ${start}`,
    ...statements.map((statement) => `${unit}${statement}${semicolon}`),
    `})${semicolon}`,
  ].map((line) => indentation + line);
  const rest = text.slice(end);
  const planted = `${text.slice(0, end)}\n\n${test.join('\n')}${rest === '' ? '\n' : rest}`;
  return { text: planted, name, asserts: assertion !== undefined };
}

/** The places in which the file already has a test at the same level. */
function listPlaces(ts: TypeScript, source: ts.SourceFile): readonly Place[] {
  const aliases = findRunnerAliases(ts, source);
  const places: Place[] = [];
  const visit = (statements: ts.NodeArray<ts.Statement>, hidden: ReadonlySet<string>): void => {
    let place: Place | undefined;
    for (const statement of statements) {
      const called = findCalledFunction(ts, statement);
      if (called !== undefined) visit(called.statements, new Set([...hidden, ...called.parameters]));
      const call = findCall(ts, statement);
      const runner = call && findRunningRunner(ts, call, aliases);
      if (call === undefined || runner === undefined) continue;
      const [title] = call.arguments;
      const body = call.arguments.find((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument));
      const declares = call.expression.getText(source);
      const isPlain = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(declares);
      if (body === undefined || !isPlain || hidden.has(declares.split('.')[0] ?? '')) continue;
      if (runner.kind === 'test' && title !== undefined && ts.isStringLiteralLike(title)) {
        const indentation = /[ \t]*$/.exec(source.text.slice(0, call.getStart(source)))?.[0] ?? '';
        const words = title.text.replaceAll(/\W+/g, ' ').trim();
        const isAsync = body.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
        place = {
          end: statement.end,
          indentation,
          declares,
          title: words === '' ? 'works' : words.slice(0, 60),
          isArrow: ts.isArrowFunction(body),
          isAsync,
        };
      } else if (runner.kind === 'suite' && ts.isBlock(body.body)) {
        const names = body.parameters.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
        visit(body.body.statements, new Set([...hidden, ...names]));
      }
    }
    const last = statements.at(-1);
    if (place !== undefined && last !== undefined) places.push({ ...place, end: last.end });
  };
  visit(source.statements, new Set());
  return places;
}

/** `it('adds', …)`, `await test('adds', …)`, `void test('adds', …)`. */
function findCall(ts: TypeScript, statement: ts.Statement): ts.CallExpression | undefined {
  if (!ts.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  const inner =
    ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(inner) ? inner : undefined;
}

/** The body of a function that a statement calls where it is: `(function () { … })();`. */
function findCalledFunction(
  ts: TypeScript,
  statement: ts.Statement,
): { readonly statements: ts.NodeArray<ts.Statement>; readonly parameters: readonly string[] } | undefined {
  if (!ts.isExpressionStatement(statement)) return undefined;
  const withoutParentheses = (node: ts.Expression): ts.Expression =>
    ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;
  const call = withoutParentheses(statement.expression);
  if (!ts.isCallExpression(call) || call.arguments.length > 0) return undefined;
  const called = withoutParentheses(call.expression);
  const isFunction = ts.isFunctionExpression(called) || ts.isArrowFunction(called);
  if (!isFunction || !ts.isBlock(called.body)) return undefined;
  // A test that is declared later may not run.
  const isLater = called.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  if (isLater || called.asteriskToken !== undefined) return undefined;
  const parameters = called.parameters.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  return { statements: called.body.statements, parameters };
}

function findRunningRunner(
  ts: TypeScript,
  call: ts.CallExpression,
  aliases: ReadonlyMap<string, RunnerReference>,
): RunnerReference | undefined {
  const callee = readCallee(ts, call.expression);
  if (callee.tables.length > 0 || callee.conditions.length > 0) return undefined;
  const runner = findRunner(callee, aliases);
  return runner === undefined || runner.skip !== undefined || runner.conditional ? undefined : runner;
}

/** Failing assertions in the forms that the file uses, with the names that its modules have. */
function listAssertions(ts: TypeScript, source: ts.SourceFile, one: string, other: string): readonly string[] {
  const { library } = findLibraryNames(ts, source);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isIdentifier(expression) && COMPARISONS.has(expression.text) && library.has(expression.text)) {
        found.add(`${expression.text}(${one}, ${other})`);
      } else if (ts.isPropertyAccessExpression(expression)) {
        const assertion = readMember(ts, expression, library);
        if (assertion !== undefined) found.add(assertion(one, other));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

function readMember(
  ts: TypeScript,
  { expression: owner, name }: ts.PropertyAccessExpression,
  library: ReadonlySet<string>,
): ((one: string, other: string) => string) | undefined {
  if (ts.isIdentifier(owner) && COMPARISONS.has(name.text) && library.has(owner.text)) {
    return (one, other) => `${owner.text}.${name.text}(${one}, ${other})`;
  }
  const root = readExpectation(ts, owner);
  if (root === undefined) return undefined;
  if (root.members.length === 0 && EXPECTATIONS.has(name.text)) {
    return (one, other) => `${root.name}(${one}).${name.text}(${other})`;
  }
  const isChained = root.members[0] === 'to' && CHAINED.has(name.text) && !root.members.includes('not');
  return isChained ? (one, other) => `${root.name}(${one}).to.equal(${other})` : undefined;
}

/** `expect(value)` with the members that follow: `to`, `be`. */
function readExpectation(
  ts: TypeScript,
  expression: ts.Expression,
): { readonly name: string; readonly members: readonly string[] } | undefined {
  const members: string[] = [];
  let node = expression;
  while (ts.isPropertyAccessExpression(node)) {
    members.unshift(node.name.text);
    node = node.expression;
  }
  const isCall = ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'expect';
  return isCall ? { name: 'expect', members } : undefined;
}
