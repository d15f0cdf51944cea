import { join } from 'node:path';
import ts from 'typescript';
import type { ModuleIndex } from '../../../src/code/module-index.ts';
import { usesOfExport } from '../../../src/impact/impact.ts';
import type { ImpactSources } from '../../../src/impact/impact.ts';
import { languageServiceOf, pathInTree, type ComparedTree } from './compared-program.ts';
import type { DeclaredExport } from './random-exports.ts';

/** A line that only one of the two names as a use of an export. */
export interface ReferenceDifference {
  readonly of: string;
  /** `file:line` */
  readonly place: string;
  readonly text: string;
  readonly foundBy: 'us' | 'language service';
  /** Why both are right; undefined where that is not known. */
  readonly reason: string | undefined;
}

/** How often both found the same, and how often only one did. */
export interface Agreement {
  readonly both: number;
  readonly onlyOurs: number;
  readonly onlyTheirs: number;
}

export interface ReferenceComparison {
  readonly files: Agreement;
  readonly lines: Agreement;
  /** The lines that are uses: without those that the language service names although the code does not. */
  readonly code: Agreement;
  readonly differences: readonly ReferenceDifference[];
}

const reasons = {
  link: 'a link in a comment, which no change of the code breaks',
  staticThis: '`this` in a static member, which stands for the class without naming it',
  byType: 'a member of a value whose type is the module: only a type checker sees that it is',
  unpacked: 'taken from what `import()` gives: the language service may stop at the pattern or the callback',
  component: 'a component, which the language service does not read',
  cast: 'a module that is cast to another type: the language service does not look behind the cast',
};

/** Compares who uses exports, per file and per line, with what the language service of TypeScript finds. */
export async function compareReferences(
  sources: ImpactSources & { readonly graph: ModuleIndex },
  tree: ComparedTree,
  exports: readonly DeclaredExport[],
): Promise<ReferenceComparison> {
  const { root } = tree;
  const peer = new ReferencesByService(tree);
  const files = new Count();
  const lines = new Count();
  const code = new Count();
  const differences: ReferenceDifference[] = [];
  for (const each of exports) {
    const of = `${each.file}#${each.name}`;
    const theirs = peer.of(each);
    const { places } = await usesOfExport(sources, each.file, each.name);
    const ours = new Set(places.map(({ file, line }) => `${file}:${line}`));
    const others = (paths: readonly string[]): ReadonlySet<string> =>
      new Set(paths.filter((path) => path !== each.file));
    const named = new Set([...theirs].filter(([, reason]) => !isUnnamed(reason)).map(([place]) => place));
    files.add(
      others(places.map(({ file }) => file)),
      others([...named].map((place) => place.slice(0, place.lastIndexOf(':')))),
    );
    lines.add(ours, new Set(theirs.keys()));
    code.add(ours, named);
    for (const [place, reason] of theirs) {
      if (!ours.has(place))
        differences.push({ of, place, text: textAt(root, place), foundBy: 'language service', reason });
    }
    for (const { file, line, column } of places) {
      const place = `${file}:${line}`;
      if (theirs.has(place)) continue;
      const reason = peer.whyMissed(file, line, column);
      differences.push({ of, place, text: textAt(root, place), foundBy: 'us', reason });
    }
  }
  peer.dispose();
  return { files, lines, code, differences };
}

/** Whether the code does not name the export there. */
function isUnnamed(reason: string | undefined): boolean {
  return reason === reasons.link || reason === reasons.staticThis;
}

/** Of what the peer found the share that we found. */
export function recall({ both, onlyTheirs }: Agreement): number {
  return both / (both + onlyTheirs);
}

/** Of what we found the share that the peer found. */
export function precision({ both, onlyOurs }: Agreement): number {
  return both / (both + onlyOurs);
}

class Count implements Agreement {
  both = 0;
  onlyOurs = 0;
  onlyTheirs = 0;

  add(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): void {
    for (const each of ours) {
      if (theirs.has(each)) this.both++;
      else this.onlyOurs++;
    }
    for (const each of theirs) if (!ours.has(each)) this.onlyTheirs++;
  }
}

class ReferencesByService {
  readonly #root: string;
  readonly #service: ts.LanguageService;
  readonly #program: ts.Program;

  constructor(tree: ComparedTree) {
    this.#root = tree.root;
    this.#service = languageServiceOf(tree);
    const program = this.#service.getProgram();
    if (program === undefined) throw new Error('The language service has no program.');
    this.#program = program;
  }

  /** `file:line` of every reference but the declarations, with the reason why it is no use where it is none. */
  of({ file, line, column, given }: DeclaredExport): ReadonlyMap<string, string | undefined> {
    const source = this.#source(join(this.#root, file));
    const found = new Map<string, string | undefined>();
    // Of declarations that merge, each is asked for: a value and a type of one name are two to the service.
    const declared = [...this.#declarations(source, source.getPositionOfLineAndCharacter(line - 1, column - 1))];
    // From what CommonJS gives, the service knows the way to those who take it, and from the declaration it does not.
    const asked = [...declared];
    if (isJavaScript(source)) {
      asked.push(source.getPositionOfLineAndCharacter(given.line - 1, given.column - 1));
    }
    for (const offset of asked) {
      for (const { references } of this.#service.findReferences(source.fileName, offset) ?? []) {
        for (const { fileName, textSpan } of references) {
          const path = pathInTree(this.#root, fileName);
          const at = this.#source(fileName);
          const place = `${path}:${at.getLineAndCharacterOfPosition(textSpan.start).line + 1}`;
          const isDeclaration = path === file && declared.includes(textSpan.start);
          if (!isDeclaration && (!found.has(place) || found.get(place) !== undefined)) {
            found.set(place, this.#whyNoUse(at, textSpan.start));
          }
        }
      }
    }
    return found;
  }

  /** Why a place that is a use is none to the language service. */
  whyMissed(file: string, line: number, column: number): string | undefined {
    if (!/\.[cm]?[jt]sx?$/.test(file)) return reasons.component;
    const source = this.#source(join(this.#root, file));
    const node = identifierAt(source, source.getPositionOfLineAndCharacter(line - 1, column - 1));
    const owner = node?.parent;
    const isMember = owner !== undefined && ts.isPropertyAccessExpression(owner) && owner.name === node;
    const base = isMember ? withoutParentheses(owner.expression) : node;
    if (base !== undefined && isMember && ts.isAsExpression(base)) return reasons.cast;
    const declaration = base && this.#program.getTypeChecker().getSymbolAtLocation(base)?.valueDeclaration;
    return declaration !== undefined && isFromImportCall(declaration) ? reasons.unpacked : undefined;
  }

  dispose(): void {
    this.#service.dispose();
  }

  #source(path: string): ts.SourceFile {
    const source = this.#program.getSourceFile(path);
    if (source === undefined) throw new Error(`TypeScript left ${path} out.`);
    return source;
  }

  #declarations(source: ts.SourceFile, offset: number): readonly number[] {
    const { locals }: { readonly locals?: ReadonlyMap<string, ts.Symbol> } = source as object;
    const name = /^[\w$]+/.exec(source.text.slice(offset))?.[0] ?? '';
    const local = locals?.get(name);
    const { exportSymbol }: { readonly exportSymbol?: ts.Symbol } = (local ?? {}) as object;
    const nodes = [local, exportSymbol].flatMap((symbol) => symbol?.declarations ?? []);
    // `name.more = …` adds to what is declared elsewhere.
    const declaring = nodes.filter((node) => !ts.isExpression(node));
    const places = declaring.map((node) => ts.getNameOfDeclaration(node)?.getStart(source) ?? offset);
    return [...new Set([offset, ...places])];
  }

  #whyNoUse(source: ts.SourceFile, offset: number): string | undefined {
    if (source.text.startsWith('this', offset)) return reasons.staticThis;
    if (isInComment(source, offset)) return reasons.link;
    const node = identifierAt(source, offset);
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

/** Whether what is declared takes its value from `import()` or `require()`, as a pattern or in a callback. */
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

/** Whether a comment speaks of what stands there; in JavaScript comments hold types too, and these are code. */
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

function withoutParentheses(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;
}

/** The innermost identifier at an offset. */
function identifierAt(source: ts.SourceFile, offset: number): ts.Identifier | undefined {
  const find = (node: ts.Node): ts.Identifier | undefined => {
    if (offset < node.getFullStart() || offset >= node.end) return undefined;
    if (ts.isIdentifier(node) && node.getStart(source) === offset) return node;
    return ts.forEachChild(node, find);
  };
  return find(source);
}

function textAt(root: string, place: string): string {
  const colon = place.lastIndexOf(':');
  const text = ts.sys.readFile(join(root, place.slice(0, colon))) ?? '';
  return text.split(/\r?\n/)[Number(place.slice(colon + 1)) - 1]?.trim().slice(0, 120) ?? '';
}
