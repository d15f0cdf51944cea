import { isAlwaysBuilt, isNeverBuilt } from '../../../../code/languages/go/build-constraint.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { DeclaredTest, LibraryNames, SkipReason, TestExclusion, TestFile } from '../interface/declared-test.ts';
import { combineSkips } from '../interface/skip-reasons.ts';
import { listTokens, readComments } from '../syntax/syntax-text.ts';
import type { MeasuredBodies } from '../syntax/measured-body.ts';
import { createMeasuredTest } from '../syntax/measured-test.ts';
import { createGoBodies } from './go-body.ts';
import { argumentsOf, isTestContext, listNames, parametersOf } from './go-expressions.ts';
import { GoFileFacts } from './go-file-facts.ts';

export interface GoTestPlace {
  readonly path: string;
  readonly text: string;
  /** Whether `go test` reads the file. */
  readonly isSearched: boolean;
}

/** A name with the prefix alone, or with an upper-case letter, a digit or `_` after it. */
const TEST_NAME = /^(?:Test|Fuzz)(?!\p{Ll})/u;
const EXAMPLE_NAME = /^Example(?!\p{Ll})/u;

/** The packages of the runner and of assertions. */
const LIBRARY =
  /^testing(?:\/.*)?$|(?:^|\/)(?:testify|gomega|ginkgo|go-cmp|quicktest|gotest\.tools|goconvey)(?:[./]|$)|(?:^|\/)check\.v1$/;

interface Scope {
  readonly suites: readonly string[];
  readonly skip: SkipReason | undefined;
}

/** Reads the tests of one syntax tree. */
export class GoTestFileReader {
  readonly #root: SyntaxNode;
  readonly #place: GoTestPlace;
  readonly #facts: GoFileFacts;
  readonly #bodies: MeasuredBodies;
  readonly #tests: DeclaredTest[] = [];
  readonly #names: LibraryNames;

  constructor(root: SyntaxNode, place: GoTestPlace) {
    this.#root = root;
    this.#place = place;
    this.#facts = new GoFileFacts(root);
    this.#bodies = createGoBodies(this.#facts);
    this.#names = findLibraryNames(root);
  }

  read(): TestFile {
    const skip = this.#findFileSkip();
    for (const node of this.#facts.functions) this.#visitFunction(node, skip);
    return { tests: this.#tests, comments: readComments(this.#root), exclusions: this.#findExclusions() };
  }

  #findFileSkip(): SkipReason | undefined {
    const { path, text, isSearched } = this.#place;
    if (!isSearched) return { kind: 'not-found', why: 'go test does not read the file by its name or folder' };
    const clause = childrenOf(this.#root).find(({ type }) => type === 'package_clause');
    const header = text.slice(0, clause?.startIndex ?? 0);
    if (isNeverBuilt(header))
      return { kind: 'not-found', why: 'Its build constraint keeps the file out of every build' };
    return isAlwaysBuilt(path, header) ? undefined : { kind: 'conditional' };
  }

  #visitFunction(node: SyntaxNode, skip: SkipReason | undefined): void {
    const name = node.childForFieldName('name')?.text ?? '';
    const parameters = parametersOf(node);
    if (node.type === 'method_declaration') {
      // A suite of testify or gocheck.
      const receiver = node.childForFieldName('receiver')?.descendantsOfType('type_identifier')[0]?.text;
      const isTest = parameters.length === 0 || parameters.every(({ type }) => isTestContext(type));
      if (receiver !== undefined && isTest && /^Test(?!\p{Ll})/u.test(name)) {
        this.#addTest(node, node, name, { suites: [receiver], skip });
      }
    } else if (TEST_NAME.test(name) && parameters.length === 1 && isTestContext(parameters[0]?.type ?? '')) {
      this.#addTest(node, node, name, { suites: [], skip });
    } else if (EXAMPLE_NAME.test(name) && parameters.length === 0) this.#addExample(node, name, skip);
  }

  /** @param place the node whose line is reported */
  #addTest(place: SyntaxNode, definition: SyntaxNode, title: string, { suites, skip: outer }: Scope): void {
    const measured = this.#bodies.measure(definition);
    const body = definition.childForFieldName('body');
    if (measured === undefined || body === null) return;
    const skip = combineSkips(outer, measured.skip);
    const { line } = positionOf(place);
    const tokens = listTokens(body, 'go');
    const test = { title, suites, line, skip, cases: measured.cases, tokens };
    this.#tests.push({ ...createMeasuredTest(test, measured), names: this.#names });
    this.#addSubtests(body, { suites: [...suites, title], skip });
  }

  /** `t.Run("name", func(t *testing.T) { … })`. Subtests with computed names belong to their test. */
  #addSubtests(node: SyntaxNode, scope: Scope): void {
    for (const child of childrenOf(node)) {
      const [title, body] = child.type === 'call_expression' ? argumentsOf(child) : [];
      const isRun = listNames(child.childForFieldName('function')).at(-1) === 'Run';
      if (isRun && title?.type === 'interpreted_string_literal' && body?.type === 'func_literal') {
        this.#addTest(child, body, title.text.slice(1, -1), scope);
      } else this.#addSubtests(child, scope);
    }
  }

  /** An example without a comment with its output is compiled, but does not run. */
  #addExample(node: SyntaxNode, title: string, fileSkip: SkipReason | undefined): void {
    const body = node.childForFieldName('body');
    if (body === null) return;
    const hasOutput = /^[ \t]*\/\/\s*(?:unordered )?output:/im.test(body.text);
    const skip: SkipReason | undefined = hasOutput
      ? undefined
      : { kind: 'not-found', why: 'It has no comment with its output' };
    this.#tests.push({
      title,
      suites: [],
      line: positionOf(node).line,
      skip: combineSkips(fileSkip, skip),
      only: false,
      empty: false,
      assertions: hasOutput ? 1 : 0,
      weakAssertions: 0,
      uncertainAssertions: 0,
      ineffectiveAssertions: 0,
      cases: 1,
      calls: new Set(),
      endsProcess: false,
      tokens: listTokens(body, 'go'),
    });
  }

  /** A `TestMain` that runs no tests, and an `init` that ends the process. */
  #findExclusions(): readonly TestExclusion[] {
    if (!this.#place.isSearched) return [];
    const found = this.#facts.functions.flatMap((node): readonly TestExclusion[] => {
      const name = node.childForFieldName('name')?.text ?? '';
      const { line } = positionOf(node);
      if (name === 'TestMain' && parametersOf(node)[0]?.type === '*testing.M') {
        if (!runsTests(node)) return [{ name, line, effect: 'It does not run the tests of the package' }];
        const ends = this.#callsEnd(node);
        return ends || ignoresResult(node) ? [{ name, line, effect: 'It ends the process with success' }] : [];
      }
      const ends = name === 'init' && this.#bodies.measure(node)?.endsProcess === true;
      return ends ? [{ name, line, effect: 'It ends the process before the tests run' }] : [];
    });
    for (const node of this.#root.descendantsOfType('assignment_statement')) {
      const isArguments = node?.childForFieldName('left')?.text === 'os.Args' && /-test\./.test(node.text);
      if (node !== null && isArguments)
        found.push({ name: 'os.Args', ...positionOf(node), effect: 'The file sets options of the tests' });
    }
    for (const node of this.#root.descendantsOfType('call_expression')) {
      const effect = node === null ? undefined : this.#effectOf(node);
      if (node !== null && effect !== undefined) found.push({ name: effect, ...positionOf(node), effect });
    }
    return found;
  }

  /** Whether a `TestMain` calls a function of the file that ends the process with success. */
  #callsEnd(node: SyntaxNode): boolean {
    return node.descendantsOfType('call_expression').some((call) => {
      const local =
        call === null || hasAncestor(call, 'if_statement')
          ? undefined
          : this.#facts.functionOf(listNames(call.childForFieldName('function')));
      return local !== undefined && local.id !== node.id && this.#bodies.measure(local)?.endsProcess === true;
    });
  }

  /** What a call does to all tests of the package. `go test` reports a call of `os.Exit(0)` in a test. */
  #effectOf(call: SyntaxNode): string | undefined {
    const name = listNames(call.childForFieldName('function')).join('.');
    const [first] = argumentsOf(call);
    if (/^flag\.(?:CommandLine\.)?Set$/.test(name) && /^["`]test\./.test(first?.text ?? ''))
      return 'The file sets options of the tests';
    const isVariable = name === 'os.Exit' && hasAncestor(call, 'var_declaration');
    const isSystem = /^(?:syscall|unix)\.(?:Exit|Kill|Exec)$/.test(name) && !hasAncestor(call, 'if_statement');
    const ends = (isVariable && !isInFunction(call)) || isSystem;
    return ends && (first?.text === '0' || /(?:Kill|Exec)$/.test(name)) ? 'The file ends the process' : undefined;
  }
}

/**
 * Whether a `TestMain` ends with success for all results of its tests: it exits with 0, also deferred, or with something else
 * than the result. An exit under a condition can be that of a helper process.
 */
function ignoresResult(node: SyntaxNode): boolean {
  const calls = node.descendantsOfType('call_expression').filter((call): call is SyntaxNode => call !== null);
  const isDiscarded = calls.some(
    (call) =>
      /\bm?\w*\.Run$/.test(call.childForFieldName('function')?.text ?? '') &&
      call.parent?.type === 'expression_statement',
  );
  return calls.some((call) => {
    const name = listNames(call.childForFieldName('function')).join('.');
    if (!/^(?:os|syscall)\.Exit$/.test(name) || hasAncestor(call, 'if_statement')) return false;
    const code = argumentsOf(call)[0]?.text ?? '';
    const isSet =
      /^\w+$/.test(code) &&
      new RegExp(`\\b${code} = 0\\b`).test(node.text) &&
      !new RegExp(`if .*\\{[^}]*\\b${code} = 0\\b`).test(node.text);
    return code === '0' || isSet || (isDiscarded && !/Run\(/.test(call.text));
  });
}

function hasAncestor(node: SyntaxNode, type: string): boolean {
  for (let outer = node.parent; outer !== null; outer = outer.parent) if (outer.type === type) return true;
  return false;
}

/** Whether a node is part of a declared function. */
function isInFunction(node: SyntaxNode): boolean {
  return hasAncestor(node, 'function_declaration') || hasAncestor(node, 'method_declaration');
}

/** Whether a function calls `m.Run()`, or passes `m` on. */
function runsTests(node: SyntaxNode): boolean {
  const [parameter] = parametersOf(node);
  return node
    .descendantsOfType('call_expression')
    .some(
      (call) =>
        call !== null &&
        (listNames(call.childForFieldName('function')).at(-1) === 'Run' ||
          argumentsOf(call).some(({ text }) => text === parameter?.name)),
    );
}

/** The packages of a file by their local names. */
function findLibraryNames(root: SyntaxNode): LibraryNames {
  const library = new Set<string>();
  const imported = new Set<string>();
  for (const node of root.descendantsOfType('import_spec')) {
    const path = node?.childForFieldName('path')?.text.slice(1, -1) ?? '';
    const name = node?.childForFieldName('name')?.text ?? path.slice(path.lastIndexOf('/') + 1);
    (LIBRARY.test(path) ? library : imported).add(name);
  }
  return { library, imported, defined: new Set() };
}
