import type { LanguageEntry } from '../../code/languages/interface/code-language.ts';
import { codeLanguageOf } from '../../code/languages/language-table.ts';
import { renderScalar } from '../../contract/edit/render-value.ts';
import { isTestPath } from '../../contract/test-paths.ts';
import { detectTestsOf, type TestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import { goTest } from '../../verdicts/test-runners/runners/go-test.ts';
import { testFileCommand } from '../../verdicts/test-runners/test-file-command.ts';
import { detectPackageManager, programCommand, type TestTree } from '../../verdicts/test-runners/test-package.ts';
import { CommandSyntaxError, splitCommand } from '../../workspace/processes/split-command.ts';
import type { ProposedChecks } from './authoring-types.ts';
import type { ProposedVerify } from './generated-contract.ts';

/**
 * Proposes the commands that let a contract check behavior: the test command of the repository as the verify command, and
 * one test file of the work as an acceptance command. Reads files and runs nothing.
 *
 * @param id the id of the specification
 * @param language the id of the language of the work, if it has its own tests
 */
export async function proposeChecks(tree: TestTree, id: string, language?: string): Promise<ProposedChecks> {
  const found = await detectTestsOf(tree, language);
  if (found === undefined) return {};
  const { command: verify, remark } = await toVerify(tree, found);
  const extension = (await tree.kindOf('tsconfig.json')) === undefined ? 'js' : 'ts';
  const manager = await detectPackageManager(tree);
  const file = testFileOf(found, id, extension);
  const acceptance = testFileCommand(found, file, manager);
  const isFound = isTestPath(file) && found.isTestFile?.(file) !== false;
  const isNew = isFound && (await tree.kindOf(file)) === undefined;
  return {
    verify,
    ...(remark === undefined ? {} : { remark }),
    verifyYaml: quote(verify),
    ...(acceptance === undefined ? {} : { acceptance, ...(isNew ? { testFile: file } : {}) }),
    selectsAffected: found.runner !== undefined && !checksTypes(found),
  };
}

/**
 * The command that runs all tests in an attempt; `undefined` if the repository has none.
 *
 * @param files the modules of the work. If they are in one language, its tests are preferred.
 */
export async function proposeVerify(tree: TestTree, files: readonly string[]): Promise<ProposedVerify | undefined> {
  const languages = new Set(files.map((file) => codeLanguageOf(file)?.id));
  const found = await detectTestsOf(tree, languages.size === 1 ? [...languages][0] : undefined);
  return found && toVerify(tree, found);
}

async function toVerify(tree: TestTree, found: TestCommand): Promise<ProposedVerify> {
  const [module, ...others] = found.command === goTest.command ? await listOtherModules(tree) : [];
  if (module !== undefined) {
    const list = others.length === 0 ? module : `${module} and ${others.length} more`;
    const remark = `verify runs only the tests of the Go module in the root, and no go.work uses the others (${list}). Test their chunks with an acceptance command such as go -C ${module} test ./...`;
    return { command: found.command, remark };
  }
  if (!checksTypes(found) || found.folder !== '') return { command: found.command };
  const command = programCommand(await detectPackageManager(tree), 'vitest run');
  const remark = `verify runs only the tests of "${found.command}": vitest --typecheck writes into its own package, and an attempt can only read packages. Check types, and what else the script does, in a separate command or in CI.`;
  return { command, remark };
}

/** The folders of Go modules below the root, without test data and copies of packages. */
async function listOtherModules(tree: TestTree): Promise<readonly string[]> {
  const files = await tree.listFiles();
  return files
    .filter((file) => file.endsWith('/go.mod') && !/(?:^|\/)(?:[._][^/]*|testdata|vendor|node_modules)\//.test(file))
    .map((file) => file.slice(0, file.lastIndexOf('/')));
}

/** `vitest --typecheck` writes into its own package. Commands of an attempt can only read packages, so it always fails. */
function checksTypes({ runner, argsForFiles }: TestCommand): boolean {
  const words = runner === 'vitest' ? (argsForFiles?.([]) ?? []) : [];
  return words.some((word) => /^--typecheck(?:\.enabled)?(?:=true)?$/.test(word));
}

/** The test file of new work, or its package in Go. */
function testFileOf({ runner }: TestCommand, id: string, extension: string): string {
  if (runner === 'pytest') return draftsOf('.py')?.testFile(id) ?? '';
  return runner === 'go' ? (draftsOf('.go')?.testFile(id) ?? './...') : `test/${id}.test.${extension}`;
}

function draftsOf(extension: string): LanguageEntry['drafts'] | undefined {
  return codeLanguageOf(extension)?.drafts;
}

/**
 * Why a command cannot run as written, as a clause; `undefined` if it can. Commands run without a shell. An empty text is
 * no command yet.
 */
export function describeCommandProblem(command: string): string | undefined {
  if (command.trim() === '') return undefined;
  try {
    splitCommand(command);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof CommandSyntaxError)) throw thrown;
    return thrown.reason;
  }
}

export function quote(command: string): string {
  return renderScalar(command, 'yaml', { quote: 'single' });
}
