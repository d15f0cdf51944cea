import { childrenOf, positionOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { TestExclusion } from '../interface/declared-test.ts';
import type { MeasuredBodies } from '../syntax/measured-body.ts';
import { listTokens } from '../syntax/syntax-text.ts';
import { readCondition } from './python-conditions.ts';
import { namedArgument, positionalArguments } from './python-expressions.ts';
import type { PythonFileFacts } from './python-file-facts.ts';
import { isAutomaticFixture, listDecorators } from './python-markers.ts';

/** The hooks of pytest that can skip tests or change their results, each with the tokens that show it. */
const HOOKS: ReadonlyMap<string, RegExp> = new Map([
  ['pytest_ignore_collect', /^True$/],
  ['pytest_collection_modifyitems', /^(?:skip|xfail|pytest_deselected|clear|remove|pop)$/],
  ['pytest_itemcollected', /^(?:skip|xfail)$/],
  ['pytest_runtest_setup', /^(?:skip|xfail)$/],
  ['pytest_runtest_call', /^(?:skip|xfail|except)$/],
  ['pytest_runtest_makereport', /^(?:outcome|force_result)$/],
  ['pytest_pyfunc_call', /^(?:True|except)$/],
  ['pytest_runtest_protocol', /^(?:True|except)$/],
  ['pytest_sessionfinish', /^(?:exitstatus|_exit)$/],
]);
/** What no hook needs: it replaces the function of a test, its result, or that of the session. */
const RESULT =
  /\.(?:obj|runtest|outcome|excinfo|exitstatus|testsfailed)\s*=(?!=)|\bforce_(?:result|exception)\(|\bsetattr\([^,]+,\s*["'](?:obj|runtest|outcome|excinfo|exitstatus)["']/;
/** What leaves tests out when they are collected: no items, fewer items, no cases. */
const COLLECTING =
  /^\s*return \[\]|\bitems\[:\]\s*=\s*\[(?:\]|[^\]]*\sif\s)|\bdel\s+items\b|\bparametrize\([^)]*,\s*\[\s*\]/m;
/** The exit code is replaced by one that says that all is well. */
const ENDING = /^(?:os\._exit|os\.exec\w*|os\.abort|os\.kill|os\.killpg|signal\.raise_signal)$/;
/** The packages of runners and of their assertions. */
const RUNNER = /^(?:pytest|_pytest|unittest|pluggy|builtins|nose|_unittest)(?:\.|$)/;
const HIDDEN_END = /\b_exit\b|\bos\.(?:exec\w+|abort)\b|\bsys\.exit\s*=(?!=)/;
const IGNORED_FILES = /^(collect_ignore(?:_glob)?)\b/;

/**
 * What a file does to the tests of other files: ignored files, hooks, automatic fixtures that skip, an end of the process, and
 * replaced parts of the runner.
 *
 * @param place whether pytest loads the file for the tests of other files
 */
export function findExclusions(
  root: SyntaxNode,
  bodies: MeasuredBodies,
  facts: PythonFileFacts,
  { isConfiguration }: { readonly isConfiguration: boolean },
): readonly TestExclusion[] {
  const own = isConfiguration ? [...findHooks(root, bodies, facts), ...findEmptyFixtures(facts)] : [];
  return [...own, ...findLoadHook(root), ...findEffects(root, facts)];
}

function findHooks(root: SyntaxNode, bodies: MeasuredBodies, facts: PythonFileFacts): readonly TestExclusion[] {
  const found = childrenOf(root).flatMap((statement) => {
    const definition = statement.childForFieldName('definition') ?? statement;
    if (definition.type !== 'function_definition') return findIgnoredFiles(statement);
    const name = definition.childForFieldName('name')?.text ?? '';
    const { line } = positionOf(definition);
    const skips = listDecorators(statement).some(isAutomaticFixture) && bodies.measure(definition)?.skip !== undefined;
    const isAutomatic = listDecorators(statement).some(isAutomaticFixture);
    if (isAutomatic && RESULT.test(definition.text))
      return [{ name, line, effect: 'The automatic fixture replaces tests' }];
    return skips ? [{ name, line, effect: 'The automatic fixture skips tests' }] : [];
  });
  // A class with hooks can be registered as a plug-in.
  const hooks = root.descendantsOfType('function_definition').flatMap((definition) => {
    const name = definition?.childForFieldName('name')?.text ?? '';
    if (definition === null || !name.startsWith('pytest_')) return [];
    const pattern = HOOKS.get(name);
    const isExcluding =
      RESULT.test(definition.text) ||
      COLLECTING.test(definition.text) ||
      (pattern !== undefined && listTokens(definition, 'python').some((token) => pattern.test(token))) ||
      callsEnd(definition, facts);
    const effect = 'The hook can skip tests or change their results';
    return isExcluding ? [{ name, line: positionOf(definition).line, effect }] : [];
  });
  return [...found, ...hooks];
}

function findEmptyFixtures({ emptyFixtures }: PythonFileFacts): readonly TestExclusion[] {
  return [...emptyFixtures].map((name) => ({ name, line: 1, effect: 'pytest skips the tests with this fixture' }));
}

/** A `load_tests` that does not pass on the tests that it gets. */
function findLoadHook(root: SyntaxNode): readonly TestExclusion[] {
  return childrenOf(root).flatMap((statement) => {
    const [, tests] = /^def load_tests\([^,)]*,\s*(\w+)/.exec(statement.text) ?? [];
    if (statement.type !== 'function_definition' || tests === undefined) return [];
    const body = statement.childForFieldName('body')?.text ?? '';
    if (new RegExp(`\\b${tests}\\b`).test(body) || /addTests?\(|loadTests\w+\(|discover\(/.test(body)) return [];
    return [{ name: 'load_tests', line: positionOf(statement).line, effect: 'unittest does not run the tests' }];
  });
}

/** The ends of the process, and the replaced parts of a runner, in what a run of the file executes. */
function findEffects(root: SyntaxNode, facts: PythonFileFacts): readonly TestExclusion[] {
  const found: TestExclusion[] = [];
  const add = (node: SyntaxNode, name: string, effect: string, replacesRunner = false): void => {
    found.push({ name, ...positionOf(node), effect, replacesRunner });
  };
  const visit = (node: SyntaxNode): void => {
    if (/_definition$|^lambda$/.test(node.type)) return;
    if (node.type === 'if_statement' && readCondition(node.childForFieldName('condition'))?.holds === false) return;
    const isStatement = node.type === 'expression_statement' && !/^\w+\s*=/.test(node.text);
    // Also in a text that is executed, and through other names.
    const isHidden = isStatement && HIDDEN_END.test(node.text) && !/\bfork/.test(root.text);
    if (isHidden || (node.type === 'call' && endsInCall(node, facts))) add(node, 'exit', 'The file ends the process');
    if (/^sys\.(?:meta_path|path_hooks)\b/.test(changedName(node, facts))) {
      add(node, 'sys.meta_path', 'The file changes how modules are found');
    }
    const patched = patchedName(node, facts);
    if (patched !== undefined && RUNNER.test(patched)) add(node, patched, `The file replaces ${patched}`, true);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  for (const statement of childrenOf(root)) {
    const definition = statement.childForFieldName('definition') ?? statement;
    const name = definition.childForFieldName('name')?.text ?? '';
    const isRegistered = listDecorators(statement).some(({ text }) => /^(?:atexit\.)?register$/.test(text));
    if (isRegistered && HIDDEN_END.test(definition.text)) add(definition, 'exit', 'The file ends the process');
    const isRun = /^test/.test(name) || listDecorators(statement).some(({ text }) => /\bfixture\b/.test(text));
    if (definition.type === 'function_definition' && isRun && callsEnd(definition, facts)) {
      add(definition, `exit in ${name}`, 'It ends the process');
    }
  }
  return found;
}

/** The name that a call or an assignment changes: `sys.meta_path` for `sys.meta_path.insert(0, finder)`. */
function changedName(node: SyntaxNode, facts: PythonFileFacts): string {
  const field = node.type === 'call' ? 'function' : /assignment$/.test(node.type) ? 'left' : undefined;
  return (field && facts.qualifiedName(node.childForFieldName(field))) ?? '';
}

/** Whether a call ends the process without a failure, at once or at the end. */
function endsInCall(call: SyntaxNode, facts: PythonFileFacts): boolean {
  const name = facts.qualifiedName(call.childForFieldName('function')) ?? '';
  const [first] = positionalArguments(call);
  if (ENDING.test(name)) return !/^[1-9]/.test(first?.text ?? '');
  if (name === 'pytest.exit') return isSuccess(call);
  if (name !== 'atexit.register' || first === undefined) return false;
  const registered = facts.functionNamed(first.text);
  const text = registered?.text ?? first.text;
  return /\b_exit\b|\bos\.exec|\babort\b|\bkill\b/.test(text) || /\b_exit\b/.test(facts.qualifiedName(first) ?? '');
}

/** `pytest.exit("done", returncode=0)` */
function isSuccess(call: SyntaxNode): boolean {
  return (namedArgument(call, 'returncode') ?? positionalArguments(call)[1])?.text === '0';
}

/** Whether the body of a function itself ends the process. A child process may do so. */
function callsEnd(definition: SyntaxNode, facts: PythonFileFacts): boolean {
  if (/\bfork\w*\(|\bProcess\(/.test(definition.text)) return false;
  const visit = (node: SyntaxNode): boolean => {
    if (/_definition$|^lambda$/.test(node.type)) return false;
    const name = node.type === 'call' ? (facts.qualifiedName(node.childForFieldName('function')) ?? '') : '';
    if (/^os\.(?:_exit|exec\w*)$/.test(name)) return !/^[1-9]/.test(positionalArguments(node)[0]?.text ?? '');
    return (name === 'pytest.exit' && isSuccess(node)) || childrenOf(node).some(visit);
  };
  return childrenOf(definition).some((child) => child.type === 'block' && visit(child));
}

/**
 * The name that a node replaces, as it is where it comes from: `calc.add` for `calc.add = f`, `setattr(calc, "add", f)` and
 * `sys.modules["calc.add"] = f`.
 */
export function patchedName(node: SyntaxNode, facts: PythonFileFacts): string | undefined {
  if (node.type === 'assignment') {
    const left = node.childForFieldName('left');
    // `calc.add.__code__ = f.__code__` replaces `calc.add`.
    if (left?.type === 'attribute') return facts.importedName(left)?.replace(/\.__\w+__$/, '');
    const object = left?.type === 'subscript' ? left.childForFieldName('value') : null;
    // `vars(calc)["add"] = f`, `calc.__dict__["add"] = f`
    const [, ofVars, ofDictionary] = /^(?:vars\((\w[\w.]*)\)|(\w[\w.]*)\.__dict__)$/.exec(object?.text ?? '') ?? [];
    const owner = ofVars ?? ofDictionary;
    if (owner !== undefined) return `${facts.moduleOf(owner)}.${stringOf(left?.childForFieldName('subscript')) ?? ''}`;
    if (facts.qualifiedName(object) !== 'sys.modules') return undefined;
    return stringOf(left?.childForFieldName('subscript'));
  }
  if (node.type !== 'call') return undefined;
  const name = facts.qualifiedName(node.childForFieldName('function')) ?? '';
  const [object, attribute] = positionalArguments(node);
  if (
    object === undefined ||
    !/^(?:setattr|(?:monkeypatch|mp)\.setattr|(?:mocker\.)?patch(?:\.object)?|unittest\.mock\.patch(?:\.object)?|mock\.patch(?:\.object)?)$/.test(
      name,
    )
  ) {
    return undefined;
  }
  if (object.type === 'string') return stringOf(object);
  const target = facts.importedName(object);
  return target === undefined ? undefined : `${target}.${stringOf(attribute) ?? ''}`;
}

export function stringOf(node: SyntaxNode | null | undefined): string | undefined {
  return node?.type === 'string' ? node.text.replaceAll(/^\w*["']+|["']+$/g, '') : undefined;
}

/** `collect_ignore = ["test_a.py"]`, `collect_ignore.append("test_a.py")`, also under a condition. */
function findIgnoredFiles(statement: SyntaxNode): readonly TestExclusion[] {
  return statement.descendantsOfType('expression_statement').flatMap((node) => {
    const [, name] = IGNORED_FILES.exec(node?.text ?? '') ?? [];
    if (node === null || name === undefined) return [];
    return node.descendantsOfType('string').flatMap((string) => {
      if (string === null) return [];
      const file = string.text.replaceAll(/^\w*["']+|["']+$/g, '');
      return [{ name: `${name}: ${file}`, ...positionOf(string), effect: `pytest does not collect ${file}` }];
    });
  });
}
