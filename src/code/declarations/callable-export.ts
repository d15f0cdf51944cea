import type { ts } from 'ts-morph';
import { readNested } from '../../foundation/errors.ts';
import { isDeclarationFile, languageOf } from '../language/source-language.ts';
import { loadTypeScript, type TypeScript } from '../language/typescript-parser.ts';
import { CallableTypeReader } from './callable-type.ts';
import { NEVER_ASSIGNED, readCommonJsExport, type CommonJsExport } from './commonjs-values.ts';
import type { CommonJsValue } from './commonjs-writes.ts';
import { hasModifier, readDeclaredNames, type DeclaredNames } from './declared-names.ts';
import { isDeadCode } from './dead-code.ts';
import { unwrapExpression } from './unwrap-expression.ts';

/** A variable that is initialized with another variable is followed this many times. */
const MAX_STEPS = 5;

/** Whether an export is a function with a body: it is, the syntax of its file does not decide it, or the reason why not. */
export type Callability = 'callable' | 'undecided' | { readonly reason: string };

/**
 * Whether an export of a file is a function with a body, from the syntax of the file.
 *
 * @param name the exported name in the file that declares it
 */
export async function readCallability(
  file: string,
  text: string,
  name: string,
  localName: string | undefined,
): Promise<Callability> {
  const language = languageOf(file);
  if (language !== 'ts' && language !== 'tsx' && language !== 'js') return 'undecided';
  const typescript = await loadTypeScript();
  return readNested(file, () => {
    const names = readDeclaredNames(typescript, file, text);
    return new CallableReader(typescript, names, isDeclarationFile(file)).read(name, localName);
  });
}

/** Why a member of the value that is a whole module is no function, as far as the syntax of the file decides it. */
export async function whyNoFunctionMember(file: string, text: string, name: string): Promise<string | undefined> {
  if (!/\bdeclare\b/.test(text)) return undefined;
  const typescript = await loadTypeScript();
  return readNested(file, () => {
    const names = readDeclaredNames(typescript, file, text);
    return new CallableReader(typescript, names, isDeclarationFile(file)).reasonForMember(name);
  });
}

/** Texts without a match have no variable or export with a plain value whose type can say that it is a function. */
const MAY_HIDE_VALUE = /@type\b|\bas\b|<[^>]*=>|\bmodule\b|\bexports\b/;

/**
 * Why the value of an export certainly is no function, even if its text or its comment gives it a function type. `undefined` if it can
 * be one.
 */
export async function whyNoFunctionValue(
  file: string,
  text: string,
  name: string,
  localName: string | undefined,
): Promise<string | undefined> {
  const language = languageOf(file);
  if ((language !== 'ts' && language !== 'tsx' && language !== 'js') || !MAY_HIDE_VALUE.test(text)) return undefined;
  const typescript = await loadTypeScript();
  return readNested(file, () => {
    const names = readDeclaredNames(typescript, file, text);
    return new CallableReader(typescript, names, isDeclarationFile(file)).reasonForValueOf(name, localName);
  });
}

class CallableReader {
  readonly #ts: TypeScript;
  readonly #names: DeclaredNames;
  readonly #isDeclarationFile: boolean;
  readonly #types: CallableTypeReader;

  constructor(typescript: TypeScript, names: DeclaredNames, isDeclarationFile: boolean) {
    this.#ts = typescript;
    this.#names = names;
    this.#types = new CallableTypeReader(typescript, names);
    this.#isDeclarationFile = isDeclarationFile;
  }

  read(name: string, localName: string | undefined): Callability {
    const { declared, localNames, reexported, source } = this.#names;
    if (reexported.has(name)) return 'undecided';
    const local = localName ?? localNames.get(name) ?? name;
    if (declared.has(local)) {
      const reason = this.#reasonForDeclared(local, MAX_STEPS) ?? this.#reasonForType(local);
      return toCallability(reason, this.#isDeclaredCallable(local, MAX_STEPS));
    }
    const reasonForAlias = this.#reasonForAlias(local);
    if (reasonForAlias !== undefined) return { reason: reasonForAlias };
    const found: CommonJsExport =
      name === 'default'
        ? { values: this.#defaultValues(), openPlace: undefined }
        : readCommonJsExport(this.#ts, source, name);
    if (found.lost !== undefined) return found.lostUnlessIn ? 'undecided' : { reason: found.lost };
    const { values, openPlace } = found;
    if (values.length === 0 || openPlace !== undefined) return 'undecided';
    const live = values.filter((value) => !isDeadCode(this.#ts, value));
    if (live.length === 0) return { reason: NEVER_ASSIGNED };
    const reasons = live.map(
      (value) =>
        this.#reasonForValue(value, MAX_STEPS) ??
        (this.#ts.isMethodDeclaration(value) ? undefined : this.#types.reasonForValue(value)),
    );
    const reason = reasons.includes(undefined) ? undefined : reasons.at(-1);
    return toCallability(
      reason,
      live.every((value) => this.#isCallable(value, MAX_STEPS)),
    );
  }

  /** Why a member of the value that is the whole module is no function: it is only declared. */
  reasonForMember(name: string): string | undefined {
    const ts = this.#ts;
    if (this.#isDeclarationFile) return undefined;
    const declarations = this.#names.declared.get(this.#names.localNames.get('export=') ?? '')?.declarations ?? [];
    const reasons = declarations.flatMap((node) => {
      if (!ts.isModuleDeclaration(node)) return [this.#isAmbient(node) ? 'it is only declared' : undefined];
      const body = node.body && ts.isModuleBlock(node.body) ? node.body.statements : [];
      return body.flatMap((one) =>
        ts.isFunctionDeclaration(one) && one.name?.text === name ? [this.#reasonForDeclaration(name, one, 0)] : [],
      );
    });
    return reasons.includes(undefined) ? undefined : reasons[0];
  }

  /** Why the value of a name is no function, without its type. Declarations without a body have signatures. */
  reasonForValueOf(name: string, localName: string | undefined): string | undefined {
    const { declared, localNames, reexported, source } = this.#names;
    if (reexported.has(name)) return undefined;
    const local = localName ?? localNames.get(name) ?? name;
    const declarations = declared.get(local)?.declarations ?? [];
    if (declarations.length > 0) {
      const [node, ...more] = declarations;
      const isVariable = node !== undefined && more.length === 0 && this.#ts.isVariableDeclaration(node);
      return isVariable && node.initializer !== undefined
        ? this.#reasonForValue(node.initializer, MAX_STEPS)
        : undefined;
    }
    const { values, openPlace, lost, lostUnlessIn } = readCommonJsExport(this.#ts, source, name);
    if (lost !== undefined) return lostUnlessIn ? undefined : lost;
    const reasons = values.map((value) => this.#reasonForValue(value, MAX_STEPS));
    return openPlace !== undefined || reasons.includes(undefined) ? undefined : reasons.at(-1);
  }

  /** Whether a name is certainly declared as a function or class with a body, or as a variable that holds one. */
  #isDeclaredCallable(name: string, steps: number): boolean {
    const ts = this.#ts;
    const declarations = this.#names.declared.get(name)?.declarations ?? [];
    return declarations.some((node) => {
      if (ts.isFunctionDeclaration(node)) return true;
      if (ts.isClassDeclaration(node)) return this.#hasKnownConstructor(node);
      if (!ts.isVariableDeclaration(node)) return false;
      const type = this.#types.typeOf(node);
      if (type !== undefined) return this.#types.isFunction(type);
      return node.initializer !== undefined && this.#isCallable(node.initializer, steps);
    });
  }

  /** Whether a value certainly is a function or a class, for its importers too. */
  #isCallable(value: CommonJsValue, steps: number): boolean {
    const ts = this.#ts;
    if (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isMethodDeclaration(value)) return true;
    if (ts.isClassExpression(value)) return this.#hasKnownConstructor(value);
    const type = this.#types.castTypeOf(value);
    if (type !== undefined) return this.#types.isFunction(type);
    if (ts.isParenthesizedExpression(value) || ts.isSatisfiesExpression(value) || ts.isNonNullExpression(value)) {
      return this.#isCallable(value.expression, steps);
    }
    if (ts.isConditionalExpression(value)) {
      return this.#isCallable(value.whenTrue, steps) && this.#isCallable(value.whenFalse, steps);
    }
    if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return this.#isCallable(value.right, steps);
    }
    return ts.isIdentifier(value) && steps > 0 && this.#isDeclaredCallable(value.text, steps - 1);
  }

  #defaultValues(): readonly ts.Expression[] {
    return this.#names.source.statements.flatMap((statement) =>
      this.#ts.isExportAssignment(statement) && !statement.isExportEquals ? [statement.expression] : [],
    );
  }

  #reasonForDeclared(name: string, steps: number): string | undefined {
    const declarations = this.#names.declared.get(name)?.declarations ?? [];
    const reasons = declarations.map((node) => this.#reasonForDeclaration(name, node, steps));
    return reasons.length === 0 || reasons.includes(undefined) ? undefined : reasons[0];
  }

  /** Why the type of a variable is no function type. */
  #reasonForType(name: string): string | undefined {
    const [node, ...more] = this.#names.declared.get(name)?.declarations ?? [];
    return node !== undefined && more.length === 0 && this.#ts.isVariableDeclaration(node)
      ? this.#types.reasonForVariable(node)
      : undefined;
  }

  #reasonForDeclaration(name: string, node: ts.Node, steps: number): string | undefined {
    const ts = this.#ts;
    if (ts.isFunctionDeclaration(node)) {
      if (node.body !== undefined || this.#isDeclarationFile) return undefined;
      return this.#isAmbient(node) ? 'it is only declared, without a body' : 'it has a signature but no body';
    }
    if (ts.isClassDeclaration(node)) {
      return this.#isAmbient(node) ? 'the class is only declared' : this.#reasonForConstructor(node);
    }
    if (!ts.isVariableDeclaration(node)) return ts.isBindingElement(node) ? undefined : 'it is not a function';
    if (this.#isDeclarationFile) return undefined;
    const assigned = this.#lastAssigned(name);
    if (assigned !== undefined) return this.#reasonForValue(assigned, steps);
    if (node.initializer !== undefined) return this.#reasonForValue(node.initializer, steps);
    if (this.#isAmbient(node)) return 'the variable is only declared';
    return this.#isAssigned(name) ? undefined : 'the variable has no value';
  }

  /** Whether a class has its own constructor, or the default one: not one that it inherits. */
  #hasKnownConstructor(node: ts.ClassLikeDeclaration): boolean {
    const ts = this.#ts;
    const isDerived = node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) === true;
    return !isDerived || node.members.some((member) => ts.isConstructorDeclaration(member));
  }

  /** Why importers cannot call the constructor of a class. */
  #reasonForConstructor(node: ts.ClassLikeDeclaration): string | undefined {
    const ts = this.#ts;
    if (hasModifier(ts, node, ts.SyntaxKind.AbstractKeyword)) return 'the class is abstract';
    const constructor = node.members.find((member) => ts.isConstructorDeclaration(member));
    if (constructor === undefined) return undefined;
    if (hasModifier(ts, constructor, ts.SyntaxKind.PrivateKeyword)) return 'its constructor is private';
    return hasModifier(ts, constructor, ts.SyntaxKind.ProtectedKeyword) ? 'its constructor is protected' : undefined;
  }

  /** Why `import name = Namespace.member` is no function: the namespace is only declared. */
  #reasonForAlias(name: string): string | undefined {
    const ts = this.#ts;
    const alias = this.#names.source.statements.find(
      (one): one is ts.ImportEqualsDeclaration => ts.isImportEqualsDeclaration(one) && one.name.text === name,
    );
    let reference: ts.Node | undefined = alias?.moduleReference;
    while (reference !== undefined && ts.isQualifiedName(reference)) reference = reference.left;
    if (reference === undefined || !ts.isIdentifier(reference)) return undefined;
    const declarations = this.#names.declared.get(reference.text)?.declarations ?? [];
    const isAmbient = declarations.length > 0 && declarations.every((node) => this.#isAmbient(node));
    return isAmbient ? 'it is only declared, without a body' : undefined;
  }

  /** Why a value cannot be called. */
  #reasonForValue(expression: CommonJsValue, steps: number): string | undefined {
    const ts = this.#ts;
    if (ts.isMethodDeclaration(expression)) return undefined;
    const value = unwrapExpression(this.#ts, expression);
    if (ts.isIdentifier(value)) {
      if (value.text === 'undefined') return 'its value is undefined';
      return steps > 0 && this.#names.declared.has(value.text)
        ? this.#reasonForDeclared(value.text, steps - 1)
        : undefined;
    }
    if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return this.#reasonForValue(value.right, steps);
    }
    if (ts.isConditionalExpression(value)) {
      const reason = this.#reasonForValue(value.whenTrue, steps);
      return reason && this.#reasonForValue(value.whenFalse, steps);
    }
    if (ts.isClassExpression(value)) return this.#reasonForConstructor(value);
    return this.#isPlainValue(value) ? `its value is not a function: ${shorten(value.getText())}` : undefined;
  }

  /** Whether an expression always has a value that cannot be called. */
  #isPlainValue(value: ts.Expression): boolean {
    const ts = this.#ts;
    const { SyntaxKind } = ts;
    if (ts.isLiteralExpression(value) || ts.isTemplateExpression(value)) return true;
    if (ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value)) return true;
    if (ts.isPrefixUnaryExpression(value) || ts.isTypeOfExpression(value) || ts.isVoidExpression(value)) return true;
    if (ts.isJsxElement(value) || ts.isJsxSelfClosingElement(value) || ts.isJsxFragment(value)) return true;
    if (ts.isNewExpression(value)) return !['Proxy', 'Function'].includes(value.expression.getText());
    return [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword].includes(value.kind);
  }

  /** The value that a statement at top level gives a variable, after all others. */
  #lastAssigned(name: string): ts.Expression | undefined {
    const ts = this.#ts;
    const values = this.#names.source.statements.flatMap((one) => {
      const assignment = ts.isExpressionStatement(one) && ts.isBinaryExpression(one.expression) && one.expression;
      if (!assignment || assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
      return ts.isIdentifier(assignment.left) && assignment.left.text === name ? [assignment.right] : [];
    });
    return values.at(-1);
  }

  /** Whether a variable is assigned somewhere in the file. */
  #isAssigned(name: string): boolean {
    const ts = this.#ts;
    const assigns = (node: ts.Node): boolean =>
      (ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && node.left.text === name) ||
      ts.forEachChild(node, (child) => assigns(child) || undefined) === true;
    return assigns(this.#names.source);
  }

  #isAmbient(node: ts.Node): boolean {
    const { DeclareKeyword } = this.#ts.SyntaxKind;
    return this.#ts.findAncestor(node, (outer) => hasModifier(this.#ts, outer, DeclareKeyword)) !== undefined;
  }
}

function toCallability(reason: string | undefined, isCallable: boolean): Callability {
  if (reason !== undefined) return { reason };
  return isCallable ? 'callable' : 'undecided';
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
