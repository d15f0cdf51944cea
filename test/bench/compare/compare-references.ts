import { join } from 'node:path';
import ts from 'typescript';
import type { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { findUses } from '../../../src/code/impact/find-impact.ts';
import type { ImpactSources } from '../../../src/code/impact/impact.ts';
import { createLanguageService, toTreePath, type ComparedTree } from './compared-program.ts';
import type { DeclaredExport } from './random-exports.ts';

/** A line that only Holdfast or only the language service reports as a use of an export. */
export interface ReferenceDifference {
  readonly exportId: string;
  /** `file:line` */
  readonly location: string;
  readonly text: string;
  readonly foundBy: 'us' | 'language service';
  /** Why both results are right. `undefined` if that is not known. */
  readonly reason: string | undefined;
}

/** The number of results that both found, and that only one of them found. */
export interface Agreement {
  readonly both: number;
  readonly onlyOurs: number;
  readonly onlyTheirs: number;
}

export interface ReferenceComparison {
  readonly files: Agreement;
  readonly lines: Agreement;
  /** Only lines whose code names the export. The language service also reports links in comments and `this`. */
  readonly code: Agreement;
  readonly differences: readonly ReferenceDifference[];
}

const reasons = {
  link: 'a link in a comment, which no change of the code breaks',
  staticThis: '`this` in a static member, which refers to the class without its name',
  byType: 'a member of a value whose type is the module: only a type checker can find it',
  destructuredImport: 'destructured from `import()`: the language service may stop at the pattern or the callback',
  component: 'in a component, which the language service does not read',
  cast: 'a module that is cast to another type: the language service does not follow the cast',
};

/** Compares the uses of exports, per file and per line, with the references that the TypeScript language service finds. */
export async function compareReferences(
  sources: ImpactSources & { readonly graph: ModuleIndex },
  tree: ComparedTree,
  exports: readonly DeclaredExport[],
): Promise<ReferenceComparison> {
  const { root } = tree;
  const peer = new LanguageServiceReferences(tree);
  const files = new AgreementCounter();
  const lines = new AgreementCounter();
  const code = new AgreementCounter();
  const differences: ReferenceDifference[] = [];
  for (const each of exports) {
    const exportId = `${each.file}#${each.name}`;
    const theirs = peer.find(each);
    const { uses } = await findUses(sources, each.file, each.name);
    const ours = new Set(uses.map(({ file, line }) => `${file}:${line}`));
    const others = (paths: readonly string[]): ReadonlySet<string> =>
      new Set(paths.filter((path) => path !== each.file));
    const named = new Set([...theirs].filter(([, reason]) => !isUnnamedUse(reason)).map(([location]) => location));
    files.add(
      others(uses.map(({ file }) => file)),
      others([...named].map((location) => location.slice(0, location.lastIndexOf(':')))),
    );
    lines.add(ours, new Set(theirs.keys()));
    code.add(ours, named);
    for (const [location, reason] of theirs) {
      if (!ours.has(location))
        differences.push({ exportId, location, text: readLine(root, location), foundBy: 'language service', reason });
    }
    for (const { file, line, column } of uses) {
      const location = `${file}:${line}`;
      if (theirs.has(location)) continue;
      const reason = peer.missedReason(file, line, column);
      differences.push({ exportId, location, text: readLine(root, location), foundBy: 'us', reason });
    }
  }
  peer.dispose();
  return { files, lines, code, differences };
}

/** Whether the reason is that the code does not name the export. */
function isUnnamedUse(reason: string | undefined): boolean {
  return reason === reasons.link || reason === reasons.staticThis;
}

/** Computes the share of the peer's results that Holdfast also found. */
export function computeRecall({ both, onlyTheirs }: Agreement): number {
  return both / (both + onlyTheirs);
}

/** Computes the share of Holdfast's results that the peer also found. */
export function computePrecision({ both, onlyOurs }: Agreement): number {
  return both / (both + onlyOurs);
}

class AgreementCounter implements Agreement {
  both = 0;
  onlyOurs = 0;
  onlyTheirs = 0;

  add(own: ReadonlySet<string>, peer: ReadonlySet<string>): void {
    for (const each of own) {
      if (peer.has(each)) this.both++;
      else this.onlyOurs++;
    }
    for (const each of peer) if (!own.has(each)) this.onlyTheirs++;
  }
}

class LanguageServiceReferences {
  readonly #root: string;
  readonly #service: ts.LanguageService;
  readonly #program: ts.Program;

  constructor(tree: ComparedTree) {
    this.#root = tree.root;
    this.#service = createLanguageService(tree);
    const program = this.#service.getProgram();
    if (program === undefined) throw new Error('The language service has no program.');
    this.#program = program;
  }

  /** Returns every reference except the declarations, as `file:line`, with the reason if it is not a use. */
  find({ file, line, column, exported }: DeclaredExport): ReadonlyMap<string, string | undefined> {
    const source = this.#source(join(this.#root, file));
    const found = new Map<string, string | undefined>();
    // Queries each of several merged declarations: for the service, a value and a type of one name are separate.
    const declared = [...this.#findDeclarations(source, source.getPositionOfLineAndCharacter(line - 1, column - 1))];
    // In CommonJS, the service finds the importers only from the `module.exports` entry, not from the declaration.
    const queried = [...declared];
    if (isJavaScript(source)) {
      queried.push(source.getPositionOfLineAndCharacter(exported.line - 1, exported.column - 1));
    }
    for (const offset of queried) {
      for (const { references } of this.#service.findReferences(source.fileName, offset) ?? []) {
        for (const { fileName, textSpan } of references) {
          const path = toTreePath(this.#root, fileName);
          const at = this.#source(fileName);
          const location = `${path}:${at.getLineAndCharacterOfPosition(textSpan.start).line + 1}`;
          const isDeclaration = path === file && declared.includes(textSpan.start);
          if (!isDeclaration && (!found.has(location) || found.get(location) !== undefined)) {
            found.set(location, this.#noUseReason(at, textSpan.start));
          }
        }
      }
    }
    return found;
  }

  /** Returns why the language service does not report a use, or `undefined` if the reason is not known. */
  missedReason(file: string, line: number, column: number): string | undefined {
    if (!/\.[cm]?[jt]sx?$/.test(file)) return reasons.component;
    const source = this.#source(join(this.#root, file));
    const node = findIdentifier(source, source.getPositionOfLineAndCharacter(line - 1, column - 1));
    const owner = node?.parent;
    const isMember = owner !== undefined && ts.isPropertyAccessExpression(owner) && owner.name === node;
    const base = isMember ? skipParentheses(owner.expression) : node;
    if (base !== undefined && isMember && ts.isAsExpression(base)) return reasons.cast;
    const declaration = base && this.#program.getTypeChecker().getSymbolAtLocation(base)?.valueDeclaration;
    return declaration !== undefined && isFromImportCall(declaration) ? reasons.destructuredImport : undefined;
  }

  dispose(): void {
    this.#service.dispose();
  }

  #source(path: string): ts.SourceFile {
    const source = this.#program.getSourceFile(path);
    if (source === undefined) throw new Error(`The TypeScript program does not contain ${path}.`);
    return source;
  }

  #findDeclarations(source: ts.SourceFile, offset: number): readonly number[] {
    const { locals }: { readonly locals?: ReadonlyMap<string, ts.Symbol> } = source as object;
    const name = /^[\w$]+/.exec(source.text.slice(offset))?.[0] ?? '';
    const local = locals?.get(name);
    const { exportSymbol }: { readonly exportSymbol?: ts.Symbol } = (local ?? {}) as object;
    const nodes = [local, exportSymbol].flatMap((symbol) => symbol?.declarations ?? []);
    // `name.more = …` extends a declaration and is not one itself.
    const declarations = nodes.filter((node) => !ts.isExpression(node));
    const nameOffsets = declarations.map((node) => ts.getNameOfDeclaration(node)?.getStart(source) ?? offset);
    return [...new Set([offset, ...nameOffsets])];
  }

  #noUseReason(source: ts.SourceFile, offset: number): string | undefined {
    if (source.text.startsWith('this', offset)) return reasons.staticThis;
    if (isInComment(source, offset)) return reasons.link;
    const node = findIdentifier(source, offset);
    if (node === undefined) return undefined;
    const { parent } = node;
    const base = ts.isPropertyAccessExpression(parent) && parent.name === node ? parent.expression : undefined;
    if (base === undefined && !ts.isBindingElement(parent)) return undefined;
    const value = base ?? ts.walkUpBindingElementsAndPatterns(parent as ts.BindingElement);
    if (/\b(import|require)\(/.test(value.parent.getText(source))) return undefined;
    const symbol = base && this.#program.getTypeChecker().getSymbolAtLocation(base);
    return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? undefined : reasons.byType;
  }
}

/** Whether a declaration gets its value from `import()` or `require()`, by destructuring or in a callback. */
function isFromImportCall(declaration: ts.Declaration): boolean {
  const importing = /\b(import|require)\(/;
  const whole = ts.isBindingElement(declaration) ? ts.walkUpBindingElementsAndPatterns(declaration) : declaration;
  if (ts.isVariableDeclaration(whole)) return importing.test(whole.initializer?.getText() ?? '');
  const { parent } = whole;
  const call = ts.isFunctionLike(parent) ? parent.parent : parent;
  return ts.isCallExpression(call) && importing.test(call.expression.getText());
}

function isJavaScript({ fileName }: ts.SourceFile): boolean {
  return /\.[cm]?jsx?$/.test(fileName);
}

/** Whether an offset is in a comment. Types in JSDoc comments of JavaScript count as code. */
function isInComment(source: ts.SourceFile, offset: number): boolean {
  let node: ts.Node = source;
  const isCode = (): boolean =>
    isJavaScript(source) && (ts.isJSDocTypeExpression(node) || ts.isJSDocImportTag(node) || ts.isTypeNode(node));
  for (let isComment = false; ;) {
    if (isComment && isCode()) return false;
    isComment ||= node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode;
    const inner: ts.Node | undefined = node
      .getChildren(source)
      .find((child) => child.getFullStart() <= offset && offset < child.end);
    if (inner === undefined) return isComment;
    node = inner;
  }
}

function skipParentheses(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? skipParentheses(node.expression) : node;
}

/** Finds the identifier that starts at an offset. */
function findIdentifier(source: ts.SourceFile, offset: number): ts.Identifier | undefined {
  const find = (node: ts.Node): ts.Identifier | undefined => {
    if (offset < node.getFullStart() || offset >= node.end) return undefined;
    if (ts.isIdentifier(node) && node.getStart(source) === offset) return node;
    return ts.forEachChild(node, find);
  };
  return find(source);
}

function readLine(root: string, location: string): string {
  const colon = location.lastIndexOf(':');
  const text = ts.sys.readFile(join(root, location.slice(0, colon))) ?? '';
  return text.split(/\r?\n/)[Number(location.slice(colon + 1)) - 1]?.trim().slice(0, 120) ?? '';
}
