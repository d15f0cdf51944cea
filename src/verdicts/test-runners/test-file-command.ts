import { codeLanguageOf, isIndexedPath } from '../../code/languages/language-table.ts';
import { folderOf, isWithin, nameOf, pathWithin } from '../../code/resolution/tree-path.ts';
import { isTestPath } from '../../contract/test-paths.ts';
import type { TestCommand } from './detect-test-command.ts';
import { programCommand, type PackageManagerName, type TestTree } from './test-package.ts';

/** The command that runs one test file; `undefined` if it cannot be derived, or if the runner starts in another folder. */
export function testFileCommand(
  { runner, folder, command, argsForFiles }: TestCommand,
  file: string,
  manager: PackageManagerName,
): string | undefined {
  if (folder !== '') return undefined;
  switch (runner) {
    // The configuration file has the options. Those for selected files let a run without tests pass.
    case 'vitest':
      return programCommand(manager, `vitest run ${file}`);
    case 'jest':
      return programCommand(manager, `jest ${file}`);
    case 'mocha':
    case 'node': {
      const [program = '', ...words] = argsForFiles?.([file]) ?? [];
      if (program === '' || !words.every((word) => /^[\w./=:@*-]+$/.test(word))) return undefined;
      const line = [program, ...words].join(' ');
      return program === 'mocha' ? programCommand(manager, line) : line;
    }
    case 'pytest':
      return `${command.replace(/(?<=pytest)(?:\s.*)?$/s, '')} ${file}`.trim();
    case 'go':
      return `go test ${file.endsWith('.go') ? `./${folderOf(file)}`.replace(/\/$/, '') : file}`;
    case undefined:
      return undefined;
  }
}

/**
 * Where the tests of a module that has none would be, after the example of the nearest test file of the tree; `undefined` if the
 * runner would not find them.
 *
 * @param module relative path of a module, on the tree or not
 */
export async function proposeTestFile(
  tree: TestTree,
  { folder, isTestFile }: Pick<TestCommand, 'folder' | 'isTestFile'>,
  module: string,
): Promise<string | undefined> {
  const files = (await tree.listFiles()).filter((file) => isIndexedPath(file));
  const proposed = [...proposeNames(files, module)];
  return proposed.find(
    (file) => isWithin(file, folder) && !/[\s"'$\\]/.test(file) && isTestFile?.(pathWithin(file, folder)) !== false,
  );
}

const TEST_NAME = /^.*?([._-](?:test|spec))(\.[cm]?[jt]sx?)$/;

function* proposeNames(files: readonly string[], module: string): Generator<string> {
  const stem = nameOf(module).replace(/\.[^.]*$/, '');
  const language = codeLanguageOf(module);
  if (language?.id === 'go') {
    yield module.replace(/\.go$/, '_test.go');
    return;
  }
  const ofLanguage = files.filter((file) => codeLanguageOf(file) === language);
  const nearest = ofLanguage.filter(isTestPath).sort((a, b) => fitOf(b, module) - fitOf(a, module))[0];
  const isColocated =
    nearest !== undefined && ofLanguage.some((file) => !isTestPath(file) && folderOf(file) === folderOf(nearest));
  const folders = [...(nearest === undefined ? [] : [isColocated ? folderOf(module) : folderOf(nearest)])];
  if (language?.id === 'python') {
    for (const folder of [...folders, 'tests']) yield inFolder(folder, `test_${stem}.py`);
    return;
  }
  const [, suffix = '.test', extension = nameOf(module).slice(stem.length)] =
    TEST_NAME.exec(nameOf(nearest ?? '')) ?? [];
  for (const folder of [...folders, 'test']) {
    yield inFolder(folder, `${stem}${suffix}${extension}`);
    yield inFolder(folder, `${stem}${suffix}.js`);
  }
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** How well the folder of a test fits a module: folders of the same name count for it, others against it. */
function fitOf(test: string, module: string): number {
  const folders = new Set(folderOf(module).split('/'));
  return folderOf(test)
    .split('/')
    .reduce((sum, folder) => sum + (folders.has(folder) ? 1 : -1), 0);
}
