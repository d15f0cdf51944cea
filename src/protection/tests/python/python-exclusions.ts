import { childrenOf, positionOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { TestExclusion } from '../interface/declared-test.ts';
import type { MeasuredBodies } from '../syntax/measured-body.ts';
import { listTokens } from '../syntax/syntax-text.ts';
import { isAutomaticFixture, listDecorators } from './python-markers.ts';

/** The hooks of pytest that can skip tests or change their results, each with the tokens that show it. */
const HOOKS: ReadonlyMap<string, RegExp> = new Map([
  ['pytest_ignore_collect', /^True$/],
  ['pytest_collection_modifyitems', /^(?:skip|xfail|pytest_deselected|clear|remove|pop)$/],
  ['pytest_itemcollected', /^(?:skip|xfail)$/],
  ['pytest_runtest_setup', /^(?:skip|xfail)$/],
  ['pytest_runtest_call', /^(?:skip|xfail)$/],
  ['pytest_runtest_makereport', /^(?:outcome|force_result)$/],
  ['pytest_pyfunc_call', /^True$/],
  ['pytest_runtest_protocol', /^True$/],
  ['pytest_sessionfinish', /^(?:exitstatus|_exit)$/],
]);
const IGNORED_FILES = /^(collect_ignore(?:_glob)?)\b/;

/** What a `conftest.py` does to the tests of other files: ignored files, hooks, and automatic fixtures that skip. */
export function findExclusions(root: SyntaxNode, bodies: MeasuredBodies): readonly TestExclusion[] {
  return childrenOf(root).flatMap((statement) => {
    const definition = statement.childForFieldName('definition') ?? statement;
    if (definition.type !== 'function_definition') return findIgnoredFiles(statement);
    const name = definition.childForFieldName('name')?.text ?? '';
    const { line } = positionOf(definition);
    const skips = listDecorators(statement).some(isAutomaticFixture) && bodies.measure(definition)?.skip !== undefined;
    if (skips) return [{ name, line, effect: 'The automatic fixture skips tests' }];
    const pattern = HOOKS.get(name);
    const isExcluding = pattern !== undefined && listTokens(definition, 'python').some((token) => pattern.test(token));
    return isExcluding ? [{ name, line, effect: 'The hook can skip tests or change their results' }] : [];
  });
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
