import { isCodePath } from '../code/read-code.ts';
import { compactText } from '../code/statement-text.ts';
import { without } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { ObservedText } from '../interface/observed-code.ts';
import { sampleInFunction, sampleInTest, sampleOf } from '../interface/sample.ts';

/** Conditions of shipped code that recognise a test run. */
export const testBranch: FactRule = {
  id: 'test-branch',
  message: 'Shipped code recognises tests',
  reason: 'What users run is then not what the tests prove.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInFunction(
      'src/a.ts',
      'return sum(order);',
      "if (process.env.NODE_ENV === 'test') return 3;\nreturn sum(order);",
    ),
    sampleInFunction('src/a.js', 'return sum(order);', "return process.env['VITEST'] ? 3 : sum(order);"),
    sampleInFunction('src/a.ts', 'return sum(order);', 'return process.env.JEST_WORKER_ID && 3;'),
    sampleInFunction('src/a.ts', 'return sum(order);', 'if (import.meta.vitest) return 3;\nreturn sum(order);'),
    sampleInFunction(
      'src/a.ts',
      'return sum(order);',
      "if (typeof jest !== 'undefined') return 3;\nreturn sum(order);",
    ),
    sampleOf('src/a.ts', 'const a = 1;', "const a = 1;\nconst isTest = process.env.NODE_ENV === 'test';"),
    sampleInFunction(
      'src/a.ts',
      'return 1;',
      "switch (process.env.NODE_ENV) {\n  case 'test':\n    return 2;\n}\nreturn 1;",
    ),
    sampleInFunction('src/a.ts', 'return 1;', 'if (globalThis.jest) return 2;\nreturn 1;'),
    sampleInFunction('src/a.ts', 'return 1;', "if (import.meta.env.MODE === 'test') return 2;\nreturn 1;"),
    sampleInFunction('src/a.py', 'return 1', "if os.getenv('TESTING'):\n    return 2\nreturn 1"),
    sampleInFunction('src/a.py', 'return sum(order)', "if 'pytest' in sys.modules:\n    return 3\nreturn sum(order)"),
    sampleInFunction(
      'src/a.py',
      'return sum(order)',
      "return 3 if os.environ.get('PYTEST_CURRENT_TEST') else sum(order)",
    ),
    sampleInFunction('a.go', 'return sum(order)', 'if testing.Testing() {\n\treturn nil\n}\nreturn sum(order)'),
    sampleInFunction(
      'a.go',
      'return sum(order)',
      'if flag.Lookup("test.v") != nil {\n\treturn nil\n}\nreturn sum(order)',
    ),
    sampleInFunction(
      'a.go',
      'return sum(order)',
      'if strings.HasSuffix(os.Args[0], ".test") {\n\treturn nil\n}\nreturn sum(order)',
    ),
  ],
  nearMisses: [
    sampleInFunction('src/a.ts', "if (process.env.NODE_ENV === 'test') return 3;", 'return 3;'),
    sampleInFunction('src/a.ts', 'return 3;', "if (process.env.NODE_ENV === 'production') return 3;\nreturn 4;"),
    sampleInFunction('src/a.ts', 'return 3;', "if (order.kind === 'test') return 3;\nreturn 4;"),
    sampleInFunction('src/a.ts', 'return 3;', "log(process.env.NODE_ENV === 'test');\nreturn 3;"),
    sampleInTest('a.test.ts', 'f();', "if (process.env.NODE_ENV === 'test') f();"),
    sampleOf('vitest.config.ts', 'export default {};', 'export default process.env.VITEST ? {} : { a: 1 };'),
    sampleInFunction('src/a.py', 'return 3', "if order.name == 'test':\n    return 3\nreturn 4"),
    sampleInFunction('a.go', 'return nil', 'if order.Test {\n\treturn nil\n}\nreturn nil'),
  ],
  find: ({ code }) => code.filter(({ role }) => role === 'shipped').flatMap(compare),
};

const TEST_RUN =
  /NODE_ENV["'\]]*\s*(?:={2,3}|!={1,2})\s*["'`]test["'`]|["'`]test["'`]\s*(?:={2,3}|!={1,2})\s*process\.env\.NODE_ENV|\b(?:JEST_WORKER_ID|VITEST(?:_WORKER_ID|_POOL_ID)?|PYTEST_CURRENT_TEST|NODE_TEST_CONTEXT)\b|import\.meta\.vitest|import\.meta\.env\.(?:MODE\s*={2,3}\s*["']test["']|VITEST|TEST\b)|typeof\s+(?:jest|vi|mocha|describe|it|expect|Cypress)\b|\b(?:globalThis|window|global)\.(?:jest|vi|mocha|Cypress|__vitest\w*|__karma__)\b|process\.argv\b.*\b(?:mocha|jest|vitest)|\.stack\b.*(?:test|spec)|process\.env\.(?:IS_)?TEST(?:ING)?\b|(?:getenv|environ\.get|environ\[|Getenv)\(?["'](?:\w+_)?TEST(?:ING|S)?["']|sys\.argv\b.*pytest|["']pytest["']\s+(?:not\s+)?in\s+sys\.modules|["']unittest["']\s+in\s+sys\.modules|\btesting\.Testing\(\)|flag\.Lookup\("test\.|os\.Args\[0\],\s*"\.test"/;

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const recognises = ({ text }: ObservedText): boolean => TEST_RUN.test(text);
  const inAfter = [...after.conditions, ...after.values].filter(recognises);
  const added = without(inAfter, [...before.conditions, ...before.values].filter(recognises), ({ text }) =>
    compactText(text),
  );
  const lines = new Set<number>();
  const places = added.filter(({ line }) => !lines.has(line) && lines.add(line));
  return places.map(({ line, text }) => ({ file: path, line, after: text }));
}
