import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';

const GROWING: ReadonlySet<string> = new Set(['push', 'unshift', 'splice']);

/** The arrays and objects that the constants of a file contain, by name. */
export class FileLiterals {
  readonly #ts: TypeScript;
  readonly #values = new Map<string, ts.Expression>();
  /** The arrays that the file adds elements to. */
  readonly #grown = new Set<string>();

  constructor(typescript: TypeScript, source: ts.SourceFile) {
    this.#ts = typescript;
    this.#collect(source);
    for (const name of this.#grown) this.#values.delete(name);
  }

  /** The array that an expression is or names; `undefined` if the text does not show it. */
  findArray(node: ts.Node): ts.ArrayLiteralExpression | undefined {
    const value = this.#resolve(node);
    return value !== undefined && this.#ts.isArrayLiteralExpression(value) ? value : undefined;
  }

  /** The object that an expression is or names; `undefined` if the text does not show it. */
  findObject(node: ts.Node): ts.ObjectLiteralExpression | undefined {
    const value = this.#resolve(node);
    return value !== undefined && this.#ts.isObjectLiteralExpression(value) ? value : undefined;
  }

  /** The number of elements of the array that an expression is or names; `undefined` if the text does not show it. */
  countElements(node: ts.Node): number | undefined {
    if (this.#isEmptyCollection(node)) return 0;
    const array = this.findArray(node);
    if (array === undefined) return undefined;
    const counts = array.elements.map((element) =>
      this.#ts.isSpreadElement(element) ? (this.#isEmptyCollection(element.expression) ? 0 : undefined) : 1,
    );
    return counts.reduce<number | undefined>(
      (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
      0,
    );
  }

  /** `new Set()`, `new Array(0)`, `Array.from([])`, `Object.keys({})`, `[1].slice(0, 0)` */
  #isEmptyCollection(node: ts.Node): boolean {
    const value = this.#resolve(node);
    if (value === undefined) return false;
    const ts = this.#ts;
    if (!ts.isCallExpression(value) && !ts.isNewExpression(value)) return false;
    const [first, second] = value.arguments ?? [];
    const callee = value.expression.getText();
    if (/^(?:Set|Map|Array)$/.test(callee)) {
      return (
        first === undefined ||
        first.getText() === '0' ||
        (callee !== 'Array' && this.findArray(first)?.elements.length === 0)
      );
    }
    if (first === undefined) return false;
    if (/^Object\.(?:keys|values|entries)$/.test(callee)) return this.findObject(first)?.properties.length === 0;
    if (callee === 'Array.from') return this.findArray(first)?.elements.length === 0;
    return /\.slice$/.test(callee) && first.getText() === '0' && second?.getText() === '0';
  }

  #resolve(node: ts.Node, depth = 0): ts.Node | undefined {
    const ts = this.#ts;
    if (depth > 10) return undefined;
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node)) {
      return this.#resolve(node.expression, depth + 1);
    }
    if (!ts.isIdentifier(node)) return node;
    const value = this.#values.get(node.text);
    return value && this.#resolve(value, depth + 1);
  }

  #collect(node: ts.Node): void {
    const ts = this.#ts;
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      const isConstant = (node.parent.flags & ts.NodeFlags.Const) !== 0;
      if (isConstant) this.#values.set(node.name.text, node.initializer);
    }
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && GROWING.has(node.name.text)) {
      this.#grown.add(node.expression.text);
    }
    ts.forEachChild(node, (child) => this.#collect(child));
  }
}
