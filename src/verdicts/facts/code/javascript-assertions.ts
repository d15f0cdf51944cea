import type { ts } from 'ts-morph';
import type { ObservedAssertion } from '../interface/observed-code.ts';
import type { JavaScriptSyntax } from './javascript-syntax.ts';
import { JavaScriptValues } from './javascript-values.ts';
import { isLiteral, type Observer, type Place } from './observer.ts';

/** Reads the assertions of a module of JavaScript or TypeScript. */
export class JavaScriptAssertions {
  readonly #syntax: JavaScriptSyntax;
  readonly #found: Observer;
  readonly #values: JavaScriptValues;
  readonly #visit: (node: ts.Node, place: Place) => void;

  /** @param visit reads the parts of an assertion */
  constructor(syntax: JavaScriptSyntax, found: Observer, visit: (node: ts.Node, place: Place) => void) {
    this.#syntax = syntax;
    this.#found = found;
    this.#values = new JavaScriptValues(syntax, found);
    this.#visit = visit;
  }

  add(node: ts.Node, assertion: Pick<ObservedAssertion, 'subject' | 'matcher' | 'expected'>, place: Place): void {
    const { condition } = place;
    this.#found.assertions.push({ ...this.#syntax.placeOf(node, place), ...assertion, condition });
  }

  /** Reads `expect(…)` with everything after it. Returns false for other expressions. */
  readChain(node: ts.CallExpression | ts.PropertyAccessExpression, place: Place): boolean {
    const { isCallExpression, isPropertyAccessExpression, isIdentifier } = this.#syntax.ts;
    const names: string[] = [];
    let args: readonly ts.Expression[] = [];
    const visited: ts.Expression[] = [];
    let current: ts.Expression = node;
    for (;;) {
      if (isCallExpression(current)) {
        const { expression, arguments: own } = current;
        if (isIdentifier(expression) && expression.text === 'expect') {
          if (names.length === 0) return false;
          const matcher = names.reverse().join('.');
          const [checked, ...rest] = own;
          const split = checked && rest.length === 0 ? this.#syntax.splitComparison(checked) : undefined;
          const isTrue =
            /(?:^|\.)(?:toBeTruthy|ok|true)$/.test(matcher) ||
            (/(?:^|\.)(?:toBe|equal)$/.test(matcher) && args[0]?.kind === this.#syntax.ts.SyntaxKind.TrueKeyword);
          if (split !== undefined && isTrue) {
            for (const one of own) this.#visit(one, place);
            this.add(node, split, place);
            return true;
          }
          // `expect([1, 2]).toContain(value)` checks the value.
          const isSwapped =
            /toContain$/.test(matcher) &&
            checked !== undefined &&
            args[0] !== undefined &&
            isLiteral(this.#syntax.text(checked)) &&
            !isLiteral(this.#syntax.text(args[0]));
          const [subjects, expected] = isSwapped ? [args, own] : [own, args];
          for (const one of [...own, ...visited]) this.#visit(one, place);
          const subject = subjects.map((one) => this.#syntax.text(one)).join(', ');
          this.add(node, { subject, matcher, expected: expected.map((one) => this.#valueOf(one)) }, place);
          this.#found.calls.push({
            ...this.#syntax.placeOf(node, place),
            name: `expect.${matcher}`,
            args: [...own, ...args].map((one) => this.#syntax.text(one)),
            result: this.#syntax.resultOf(node),
          });
          if (matcher.endsWith('toBeCloseTo') && args[1] !== undefined)
            this.#values.addNumber('precision', args[1], place);
          return true;
        }
        if (args.length === 0 && own.length > 0) args = own;
        visited.push(...own);
        current = expression;
      } else if (isPropertyAccessExpression(current)) {
        if (current.name.text === 'should') {
          this.#readShould(node, { subject: current.expression, matcher: names.reverse().join('.'), args }, place);
          return true;
        }
        names.push(current.name.text);
        current = current.expression;
      } else return false;
    }
  }

  /** `value.should.equal(…)` */
  #readShould(
    node: ts.Node,
    {
      subject,
      matcher,
      args,
    }: { readonly subject: ts.Expression; readonly matcher: string; readonly args: readonly ts.Expression[] },
    place: Place,
  ): void {
    for (const one of [subject, ...args]) this.#visit(one, place);
    const expected = args.map((one) => this.#valueOf(one));
    this.add(node, { subject: this.#syntax.text(subject), matcher, expected }, place);
  }

  readCall(node: ts.CallExpression, matcher: string, place: Place): void {
    const [first, second, ...others] = node.arguments;
    if (first === undefined) return;
    // Some write what they expect first.
    const isSwapped =
      second !== undefined && isLiteral(this.#syntax.text(first)) && !isLiteral(this.#syntax.text(second));
    const [subject, expected] = isSwapped ? [second, first] : [first, second];
    const split = this.#syntax.splitComparison(first);
    if (split !== undefined && /^(?:assert|assert\.ok|t\.(?:assert\.)?(?:ok|truthy|true))$/.test(matcher)) {
      this.add(node, split, place);
      return;
    }
    const isSingle = /(?:^assert|\.(?:ok|notOk|truthy|falsy|true|false|isTrue|isFalse|isOk|exists))$/.test(matcher);
    const values = expected === undefined || isSingle ? [] : [this.#valueOf(expected)];
    this.add(node, { subject: this.#syntax.text(subject), matcher, expected: values }, place);
    const [third] = others;
    if (/(?:closeTo|approximately)$/i.test(matcher) && third !== undefined)
      this.#values.addNumber('tolerance', third, place);
  }

  /** The text of an expression without assertions of its type. */
  #valueOf(node: ts.Expression): string {
    const { isAsExpression, isNonNullExpression, isSatisfiesExpression } = this.#syntax.ts;
    const isWrapped = isAsExpression(node) || isNonNullExpression(node) || isSatisfiesExpression(node);
    return isWrapped ? this.#valueOf(node.expression) : this.#syntax.text(node);
  }
}
