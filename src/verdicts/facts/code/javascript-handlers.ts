import type { ts } from 'ts-morph';
import type { JavaScriptSyntax } from './javascript-syntax.ts';
import type { Observer, Place } from './observer.ts';
import { compactText } from './statement-text.ts';

/** A statement that does nothing with an error, and at most returns a value for it. */
const LEAVES = /^(?:continue|break|return(?: (?:null|undefined|true|false|\[\]|\{\}|''|""|-?\d+))?);?$/;

/** Reads what a module of JavaScript or TypeScript does with errors. */
export class JavaScriptHandlers {
  readonly #syntax: JavaScriptSyntax;
  readonly #found: Observer;

  constructor(syntax: JavaScriptSyntax, found: Observer) {
    this.#syntax = syntax;
    this.#found = found;
  }

  /** @param first the first statement whose error is handled */
  readCatch(clause: ts.CatchClause, first: ts.Statement | undefined, place: Place): void {
    const { block, variableDeclaration } = clause;
    const name = variableDeclaration && this.#syntax.text(variableDeclaration.name);
    this.#found.handlers.push({
      ...this.#syntax.placeOf(clause, place),
      tried: first === undefined ? '' : compactText(this.#syntax.headOf(first)),
      text: this.#syntax.text(clause),
      isEmpty: block.statements.every((one) => LEAVES.test(this.#syntax.text(one))),
      ...this.#syntax.handlingOf(block, name),
    });
  }

  /** `stream.on('error', () => {})` */
  readErrorListener(node: ts.CallExpression, place: Place): void {
    const { isArrowFunction, isFunctionExpression } = this.#syntax.ts;
    const [event, handler] = node.arguments;
    if (event === undefined || handler === undefined || !/^['"]error['"]$/.test(this.#syntax.text(event))) return;
    if (!isArrowFunction(handler) && !isFunctionExpression(handler)) return;
    const name = handler.parameters[0] && this.#syntax.text(handler.parameters[0].name);
    const { body } = handler;
    this.#found.handlers.push({
      ...this.#syntax.placeOf(handler, place),
      tried: compactText(`${this.#syntax.text(node.expression)}(error)`),
      text: this.#syntax.text(node),
      isEmpty: this.#syntax.ts.isBlock(body) && body.statements.length === 0,
      ...this.#syntax.handlingOf(handler.body, name),
    });
  }

  /** `promise.catch(() => {})` */
  readEmptyCatch(node: ts.CallExpression, place: Place): void {
    const { isPropertyAccessExpression, isArrowFunction, isFunctionExpression, isBlock } = this.#syntax.ts;
    const { expression } = node;
    const [handler] = node.arguments;
    if (!isPropertyAccessExpression(expression) || expression.name.text !== 'catch' || handler === undefined) return;
    if (/(?:^|\.)noop$/i.test(this.#syntax.text(handler))) {
      const text = `.catch(${this.#syntax.text(handler)})`;
      const tried = compactText(this.#syntax.text(expression.expression));
      const lost = { isEmpty: true, logs: false, passesOn: false };
      this.#found.handlers.push({ ...this.#syntax.placeOf(expression.name, place), tried, text, ...lost });
    }
    if (!isArrowFunction(handler) && !isFunctionExpression(handler)) return;
    const { body, parameters } = handler;
    const name = parameters[0] && this.#syntax.text(parameters[0].name);
    this.#found.handlers.push({
      ...this.#syntax.placeOf(expression.name, place),
      tried: compactText(this.#syntax.text(expression.expression)),
      text: `.catch(${this.#syntax.text(handler)})`,
      isEmpty: isBlock(body)
        ? body.statements.every((one) => LEAVES.test(this.#syntax.text(one)))
        : /^(?:undefined|null|void 0|\{\})$/.test(this.#syntax.text(body)),
      ...this.#syntax.handlingOf(handler, name === undefined ? undefined : name),
    });
  }
}
