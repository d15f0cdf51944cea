import { isAsyncNode } from '../../../../code/languages/python/errors/enclosing.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { DeclaredTest, SkipReason, TestExclusion, TestFile } from '../interface/declared-test.ts';
import { combineSkips } from '../interface/skip-reasons.ts';
import { firstChildOf, listTokens, readComments } from '../syntax/syntax-text.ts';
import type { MeasuredBodies, MeasuredBody } from '../syntax/measured-body.ts';
import { createMeasuredTest } from '../syntax/measured-test.ts';
import { createPythonBodies } from './python-body.ts';
import { findExclusions } from './python-exclusions.ts';
import { dottedName, readConstant } from './python-expressions.ts';
import { listBases, PythonFileFacts } from './python-file-facts.ts';
import {
  isAutomaticFixture,
  listDecorators,
  listMarks,
  multiply,
  NO_MARKERS,
  readMarkers,
  type PythonMarkers,
} from './python-markers.ts';

/** How runners search a file for tests. */
export interface PythonTestPlace {
  /** Whether pytest searches the file. In other files, only classes of unittest are tests. */
  readonly isSearched: boolean;
  /** Whether it is a `conftest.py`. */
  readonly isConfiguration: boolean;
}

interface Scope {
  readonly suites: readonly string[];
  readonly markers: PythonMarkers;
  /** Whether runners find the functions of the scope by their names. */
  readonly isSearched: boolean;
  /** The classes around it, from the outermost. */
  readonly classes: readonly SyntaxNode[];
  /** Who waits for coroutines: the class, no one, or a plug-in of the runner. */
  readonly awaits: 'class' | 'never' | 'plugin';
}

/** The marks with which plug-ins of pytest run coroutines. */
const ASYNC_MARK = /\bmark\.(?:asyncio|anyio|trio|gen_test|twisted|curio)\b|\banyio_backend\b/;
const SETUP = /^(?:set_?up(?:_?(?:class|module|method|function))?|asyncSetUp)$/i;

/** Reads the tests of one syntax tree. */
export class PythonTestFileReader {
  readonly #root: SyntaxNode;
  readonly #place: PythonTestPlace;
  readonly #facts: PythonFileFacts;
  readonly #bodies: MeasuredBodies;
  /** The tests by their names and places. A later definition with the same name replaces an earlier one. */
  readonly #tests = new Map<string, DeclaredTest>();

  constructor(root: SyntaxNode, place: PythonTestPlace) {
    this.#root = root;
    this.#place = place;
    this.#facts = new PythonFileFacts(root);
    this.#bodies = createPythonBodies(this.#facts);
  }

  read(): TestFile {
    this.#visitScope(this.#root, {
      suites: [],
      markers: NO_MARKERS,
      isSearched: this.#place.isSearched,
      classes: [],
      awaits: 'plugin',
    });
    const exclusions: readonly TestExclusion[] = findExclusions(this.#root, this.#bodies, this.#facts, this.#place);
    return { tests: [...this.#tests.values()], comments: this.#readComments(), exclusions };
  }

  /** The body of the module or of a class. */
  #visitScope(body: SyntaxNode, scope: Scope): void {
    const own = this.#readOwnMarkers(body);
    const skip = combineSkips(combineSkips(scope.markers.skip, own.skip), this.#findScopeSkip(body));
    const cases = multiply(scope.markers.cases, own.cases);
    this.#visitStatements(body, { ...scope, markers: { skip, cases } });
  }

  #visitStatements(body: SyntaxNode, scope: Scope): void {
    for (const statement of childrenOf(body)) this.#visitStatement(statement, body, scope);
  }

  #visitStatement(node: SyntaxNode, body: SyntaxNode, scope: Scope): void {
    switch (node.type) {
      case 'decorated_definition':
      case 'function_definition':
      case 'class_definition':
        this.#visitDefinition(node, body, scope);
        return;
      case 'if_statement':
        for (const part of [node, ...childrenOf(node)]) {
          const constant = readConstant(part.childForFieldName('condition'));
          const block = part.childForFieldName(part.type === 'else_clause' ? 'body' : 'consequence');
          const skip: SkipReason = constant === false ? { kind: 'unreachable' } : { kind: 'conditional' };
          if (block !== null) this.#visitStatements(block, constant === true ? scope : withSkip(scope, skip));
        }
        return;
      case 'try_statement':
      case 'with_statement':
        for (const part of childrenOf(node)) {
          if (part.type === 'block') this.#visitStatements(part, scope);
          else for (const block of childrenOf(part)) if (block.type === 'block') this.#visitStatements(block, scope);
        }
        return;
      case 'delete_statement':
        for (const name of node.descendantsOfType('identifier')) this.#remove(name?.text ?? '', scope);
        return;
      default: {
        // `test_a = None`
        const [assignment] = node.type === 'expression_statement' ? childrenOf(node) : [];
        const isRemoved = assignment?.childForFieldName('right')?.type === 'none';
        if (isRemoved) this.#remove(assignment.childForFieldName('left')?.text ?? '', scope);
      }
    }
  }

  #remove(name: string, scope: Scope): void {
    for (const [key, test] of this.#tests) {
      const isIn = test.suites.join('.') === scope.suites.join('.') && test.title === name;
      if (isIn || [...scope.suites, name].join('.') === test.suites.join('.')) this.#tests.delete(key);
    }
  }

  #visitDefinition(node: SyntaxNode, block: SyntaxNode, scope: Scope): void {
    const definition = node.childForFieldName('definition') ?? node;
    const body = definition.childForFieldName('body');
    const name = definition.childForFieldName('name')?.text;
    if (body === null || name === undefined) return;
    const decorators = listDecorators(node);
    const markers = readMarkers(decorators, this.#facts);
    const skip = combineSkips(scope.markers.skip, markers.skip);
    const inner: Scope = { ...scope, markers: { skip, cases: multiply(scope.markers.cases, markers.cases) } };
    if (definition.type === 'class_definition') {
      const suite = {
        ...inner,
        suites: [...scope.suites, name],
        classes: [...scope.classes, definition],
        awaits: this.#awaitsOf(definition) ?? scope.awaits,
      };
      this.#visitScope(body, this.#describeClass(definition, body, name, suite));
    } else if (name.startsWith('test') && !decorators.some((decorator) => this.#isFixture(decorator))) {
      this.#addTest(definition, name, block, { ...inner, isWrapped: decorators.some((one) => this.#isWrapper(one)) });
    }
  }

  /** A class whose tests no runner finds skips them. */
  #describeClass(definition: SyntaxNode, body: SyntaxNode, name: string, scope: Scope): Scope {
    const bases = listBases(definition).filter((base) => base !== 'object');
    if (!this.#place.isSearched) {
      const isUnittest = bases.some((base) => /TestCase|Tests?$|Suite$/.test(base));
      return { ...scope, isSearched: isUnittest };
    }
    // The class can be one of unittest, or be the base of one.
    if (bases.length > 0 || this.#facts.isBase(name)) return scope;
    const hasInit = childrenOf(body).some(
      (one) => one.type === 'function_definition' && one.childForFieldName('name')?.text === '__init__',
    );
    if (hasInit) return withSkip(scope, notFound(`pytest does not collect the class ${name}, because it has __init__`));
    const isFound = name.startsWith('Test');
    return isFound ? scope : withSkip(scope, notFound(`pytest does not collect the class ${name} by its name`));
  }

  /** Whether a decorator can run what it gets in another way: neither a mark nor a patch. */
  #isWrapper(decorator: SyntaxNode): boolean {
    const name = this.#facts.qualifiedName(
      decorator.type === 'call' ? decorator.childForFieldName('function') : decorator,
    );
    return (
      ASYNC_MARK.test(name ?? '') ||
      !/^(?:pytest\.mark|unittest|mock|patch|staticmethod|classmethod)\b/.test(name ?? '')
    );
  }

  #addTest(
    definition: SyntaxNode,
    title: string,
    block: SyntaxNode,
    scope: Scope & { readonly isWrapped: boolean },
  ): void {
    const measured = this.#bodies.measure(definition);
    const body = definition.childForFieldName('body');
    if (measured === undefined || body === null) return;
    const unsearched = scope.isSearched
      ? undefined
      : notFound('No runner searches the file for the function by its name');
    const { markers, suites } = scope;
    const skip = combineSkips(combineSkips(unsearched, markers.skip), measured.skip);
    const { line } = positionOf(definition);
    const cases = multiply(markers.cases, measured.cases);
    const isEmpty = parameterNames(definition).some((name) => this.#facts.isEmptyFixture(name));
    const test = {
      title,
      suites,
      line,
      skip: isEmpty ? combineSkips(skip, { kind: 'no-cases' }) : skip,
      cases,
      tokens: listTokens(body, 'python'),
    };
    const isCoroutine = isAsyncNode(definition);
    const isIdle = !scope.isWrapped && (isCoroutine ? scope.awaits === 'never' : containsYield(body));
    this.#tests.set([block.id, ...suites, title].join('\0'), {
      ...createMeasuredTest(test, isIdle ? asIdle(measured) : measured),
      subjects: new Set(test.tokens.filter((token) => this.#facts.isImportedName(token))),
      definitions: this.#facts.definitions,
      names: this.#facts.namesIn(scope.classes),
      needsPlugin: isCoroutine && !scope.isWrapped && scope.awaits === 'plugin' && !ASYNC_MARK.test(this.#root.text),
    });
  }

  /** `IsolatedAsyncioTestCase` waits for coroutines, `TestCase` does not. Of other classes it is not known. */
  #awaitsOf(definition: SyntaxNode): Scope['awaits'] | undefined {
    const list = definition.childForFieldName('superclasses');
    const bases = (list === null ? [] : childrenOf(list)).map((base) => this.#facts.qualifiedName(base) ?? '');
    if (bases.length === 1 && bases[0] === 'unittest.TestCase') return 'never';
    return bases.some((base) => base !== 'object') ? 'class' : undefined;
  }

  #isFixture(decorator: SyntaxNode): boolean {
    const name = dottedName(decorator.type === 'call' ? decorator.childForFieldName('function') : decorator);
    return name !== undefined && /(?:^|\.)(?:fixture|contextmanager|property)$/.test(name);
  }

  /** `pytestmark = …` and `__test__ = False` */
  #readOwnMarkers(body: SyntaxNode): PythonMarkers {
    let markers = NO_MARKERS;
    for (const statement of childrenOf(body)) {
      const [assignment] = statement.type === 'expression_statement' ? childrenOf(statement) : [];
      const name = assignment?.childForFieldName('left')?.text;
      const value = assignment?.childForFieldName('right');
      if (!value) continue;
      if (name === 'pytestmark') {
        const { skip, cases } = readMarkers(listMarks(this.#facts.valueOf(value)), this.#facts);
        markers = { skip: combineSkips(markers.skip, skip), cases: multiply(markers.cases, cases) };
      }
      const isOff = name === '__test__' && readConstant(value) === false;
      if (isOff)
        markers = { ...markers, skip: combineSkips(markers.skip, { kind: 'modifier', name: '__test__ = False' }) };
    }
    return markers;
  }

  /** The call that skips every test of a scope: in the module itself, in a setup function, or in an automatic fixture. */
  #findScopeSkip(body: SyntaxNode): SkipReason | undefined {
    let skip: SkipReason | undefined;
    for (const statement of childrenOf(body)) {
      const definition = statement.childForFieldName('definition') ?? statement;
      const name = definition.childForFieldName('name')?.text ?? '';
      if (definition.type === 'function_definition') {
        const isAutomatic = listDecorators(statement).some(isAutomaticFixture);
        if (isAutomatic || SETUP.test(name)) skip = combineSkips(skip, this.#bodies.measure(definition)?.skip);
      } else if (body === this.#root) skip = combineSkips(skip, this.#findModuleSkip(statement, 'always'));
    }
    return skip;
  }

  #findModuleSkip(node: SyntaxNode, certainty: 'always' | 'sometimes'): SkipReason | undefined {
    if (/_definition$/.test(node.type)) return undefined;
    if (node.type === 'if_statement' || node.type === 'try_statement') {
      const blocks = [node, ...childrenOf(node)].flatMap((part) => {
        if (readConstant(part.childForFieldName('condition')) === false) return [];
        return childrenOf(part).filter(({ type }) => type === 'block');
      });
      const skips = blocks.flatMap((block) => childrenOf(block)).map((one) => this.#findModuleSkip(one, 'sometimes'));
      return skips.find((skip) => skip !== undefined);
    }
    const expression = firstChildOf(node);
    const value = expression?.childForFieldName('right') ?? expression;
    const callee = value?.type === 'call' ? value.childForFieldName('function') : (value ?? null);
    const name = this.#facts.qualifiedName(callee) ?? '';
    if (name === 'pytest.importorskip') return { kind: 'conditional' };
    const isSkip =
      (name === 'pytest.skip' && node.type === 'expression_statement') ||
      (name === 'unittest.SkipTest' && node.type === 'raise_statement');
    if (!isSkip) return undefined;
    return certainty === 'always' ? { kind: 'call', name } : { kind: 'conditional' };
  }

  /** Comments, and strings that are statements. */
  #readComments(): string {
    const strings = this.#root
      .descendantsOfType('expression_statement')
      .flatMap((node) => (node !== null && firstChildOf(node)?.type === 'string' ? [node.text] : []));
    return [readComments(this.#root), ...strings].join('\n');
  }
}

/** A body that no run executes: that of a generator, or of a coroutine that is never awaited. */
function asIdle(measured: MeasuredBody): MeasuredBody {
  const { assertions, ineffectiveAssertions } = measured;
  return {
    ...measured,
    assertions: 0,
    weakAssertions: 0,
    uncertainAssertions: 0,
    ineffectiveAssertions: ineffectiveAssertions + assertions,
  };
}

/** Whether a function is a generator. */
function containsYield(body: SyntaxNode): boolean {
  return childrenOf(body).some((child) => {
    if (child.type === 'yield') return true;
    return !/_definition$|^lambda$/.test(child.type) && containsYield(child);
  });
}

function parameterNames(definition: SyntaxNode): readonly string[] {
  const list = definition.childForFieldName('parameters');
  return list === null ? [] : childrenOf(list).map((one) => firstChildOf(one)?.text ?? one.text);
}

function withSkip(scope: Scope, skip: SkipReason): Scope {
  return { ...scope, markers: { ...scope.markers, skip: combineSkips(scope.markers.skip, skip) } };
}

function notFound(why: string): SkipReason {
  return { kind: 'not-found', why };
}
