import { testLanguageOf } from '../../verdicts/protection/tests/test-languages.ts';

/** Tests in the documentation of Python code, and tests of vitest in the code that they judge. */
const TESTS_IN_CODE = /^\s*>>> |\bimport\.meta\.vitest\b/m;
/** Files in which no language has tests. */
const WITHOUT_TESTS =
  /\.(?:jsonc?|ya?ml|toml|ini|cfg|env|lock|md|mdx|rst|txt|csv|html?|css|s[ac]ss|less|svg|png|jpe?g|gif|ico|woff2?|sql|graphql|proto|xml)$|(?:^|\/)(?:\.[^/]+|LICENSE|Makefile|Dockerfile|go\.(?:mod|sum))$/i;

/** Whether a file of the work may contain tests itself, so that leaving out the work leaves out tests. */
export async function mayContainTests(file: string, text: string): Promise<boolean> {
  if (WITHOUT_TESTS.test(file)) return false;
  const language = testLanguageOf(file);
  if (language === undefined || TESTS_IN_CODE.test(text)) return true;
  return (await language.read(file, text)).tests.length > 0;
}
