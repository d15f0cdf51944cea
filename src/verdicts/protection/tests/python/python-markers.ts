import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { SkipReason } from '../interface/declared-test.ts';
import { combineSkips } from '../interface/skip-reasons.ts';
import { firstChildOf } from '../syntax/syntax-text.ts';
import { readCondition } from './python-conditions.ts';
import { namedArgument, positionalArguments } from './python-expressions.ts';
import type { PythonFileFacts } from './python-file-facts.ts';

/** What decorators and `pytestmark` say about tests. */
export interface PythonMarkers {
  readonly skip: SkipReason | undefined;
  /** The number of cases of their tables; `undefined` if the text does not show it. */
  readonly cases: number | undefined;
}

export const NO_MARKERS: PythonMarkers = { skip: undefined, cases: 1 };

const ALWAYS = /^(?:pytest\.mark\.skip|unittest\.skip|unittest\.expectedFailure)$/;
const TABLE = /^(?:pytest\.mark\.parametrize|parameterized(?:\.parameterized)?(?:\.expand)?|ddt\.data)$/;

/** Reads marks: decorators, or the elements of `pytestmark`. */
export function readMarkers(marks: readonly SyntaxNode[], facts: PythonFileFacts): PythonMarkers {
  let markers = NO_MARKERS;
  for (const mark of marks) {
    const { skip, cases } = readMark(facts.valueOf(mark), facts);
    markers = { skip: combineSkips(markers.skip, skip), cases: multiply(markers.cases, cases) };
  }
  return markers.cases === 0 ? { ...markers, skip: combineSkips(markers.skip, { kind: 'no-cases' }) } : markers;
}

export function multiply(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one * other;
}

function readMark(mark: SyntaxNode, facts: PythonFileFacts): PythonMarkers {
  const isCall = mark.type === 'call';
  const name = facts.qualifiedName(isCall ? mark.childForFieldName('function') : mark);
  if (name === undefined) return NO_MARKERS;
  const short = name.replace(/^(?:pytest\.mark|unittest)\./, '');
  if (ALWAYS.test(name)) return { ...NO_MARKERS, skip: { kind: 'modifier', name: short } };
  if (isCall && TABLE.test(name)) return { ...NO_MARKERS, cases: countCases(mark, name, facts) };
  const condition = isCall ? (namedArgument(mark, 'condition') ?? positionalArguments(mark)[0]) : undefined;
  if (name === 'pytest.mark.xfail' && condition === undefined) {
    // `run=False` and `strict=False` do not matter: a failure no longer counts.
    return { ...NO_MARKERS, skip: { kind: 'modifier', name: short } };
  }
  if (!/^(?:pytest\.mark\.(?:skipif|xfail)|unittest\.skip(?:If|Unless))$/.test(name)) return NO_MARKERS;
  const value = readCondition(condition ?? null);
  const isSkipped = value !== undefined && value.holds !== name.endsWith('Unless');
  if (value?.because !== 'constant') {
    return { ...NO_MARKERS, skip: { kind: 'conditional', whereJudged: value?.because === 'judged' && isSkipped } };
  }
  return { ...NO_MARKERS, skip: isSkipped ? { kind: 'modifier', name: short } : undefined };
}

function countCases(mark: SyntaxNode, name: string, facts: PythonFileFacts): number | undefined {
  const values = positionalArguments(mark);
  if (name === 'ddt.data') return values.some(({ type }) => type.endsWith('_splat')) ? undefined : values.length;
  const table = namedArgument(mark, 'argvalues') ?? values[name.startsWith('pytest') ? 1 : 0];
  return table && countElements(facts.valueOf(table), facts);
}

/** The number of elements of a literal that are not skipped; `undefined` if the text does not show it. */
export function countElements(table: SyntaxNode, facts: PythonFileFacts): number | undefined {
  if (!['list', 'tuple', 'set', 'dictionary'].includes(table.type)) return undefined;
  const elements = childrenOf(table);
  if (elements.some(({ type }) => type.endsWith('_splat'))) return undefined;
  return elements.filter((element) => !isSkippedCase(element, facts)).length;
}

/** `pytest.param(1, marks=pytest.mark.skip)` */
function isSkippedCase(element: SyntaxNode, facts: PythonFileFacts): boolean {
  if (element.type !== 'call' || facts.qualifiedName(element.childForFieldName('function')) !== 'pytest.param') {
    return false;
  }
  const marks = namedArgument(element, 'marks');
  const { skip } = marks === undefined ? NO_MARKERS : readMarkers(listMarks(marks), facts);
  return skip !== undefined && skip.kind !== 'conditional';
}

/** The marks of a value: one, or a list. */
export function listMarks(value: SyntaxNode): readonly SyntaxNode[] {
  return value.type === 'list' || value.type === 'tuple' ? childrenOf(value) : [value];
}

/** The expressions of the decorators of a definition. */
export function listDecorators(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).flatMap((one) => (one.type === 'decorator' ? (firstChildOf(one) ?? []) : []));
}

/** `@pytest.fixture(autouse=True)` */
export function isAutomaticFixture(decorator: SyntaxNode): boolean {
  return decorator.type === 'call' && namedArgument(decorator, 'autouse')?.type === 'true';
}
