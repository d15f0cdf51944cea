import { folderOf, isWithin, joinPath } from '../../../code/resolution/tree-path.ts';
import { GO_TEST_OPTIONS } from '../../plan/commands/go.ts';
import { optionWords, type TestRunner } from './test-runner.ts';

/** Folders whose packages `./...` leaves out. */
const SKIPPED_FOLDERS = /(?:^|\/)(?:[._][^/]+|testdata|vendor)\//;

/** `go test`. An operand is a package: a folder, or `./...` for a folder and those below it. */
export const goTest: TestRunner = {
  name: 'go',
  programs: ['go'],
  options: GO_TEST_OPTIONS,
  watchOptions: [],
  command: 'go test ./...',
  // A folder with its own go.mod is another module, which `./...` leaves out.
  configurationFiles: /^go\.mod$/,
  setupKeys: [],
  selectFiles: (call, configurations) => {
    const operands = call.operands.length > 0 ? call.operands : ['.'];
    // A package without a leading dot is an import path.
    if (!operands.every((operand) => /^\.\.?(?:\/|$)/.test(operand) || operand === '...')) return undefined;
    const otherModules = configurations.flatMap(({ folder }) => {
      const inside = isWithin(folder, call.folder) ? folder.slice(call.folder.length).replace(/^\//, '') : '';
      return inside === '' ? [] : [inside];
    });
    const moduleOf = (path: string): string =>
      otherModules.reduce(
        (owner, folder) => (isWithin(path, folder) && folder.length > owner.length ? folder : owner),
        '',
      );
    const isInPackage = (file: string, operand: string): boolean => {
      const isTree = operand.endsWith('...');
      const folder = joinPath('', operand.replace(/\/?\.\.\.$/, '') || '.');
      if (folder === undefined) return false;
      if (!isTree) return folderOf(file) === folder;
      const isSameModule = moduleOf(file) === moduleOf(folder);
      return isSameModule && isWithin(file, folder) && !SKIPPED_FOLDERS.test(file.slice(folder.length));
    };
    return {
      isTestFile: (file) => file.endsWith('_test.go') && operands.some((operand) => isInPackage(file, operand)),
      argumentsFor: (files) => {
        const folders = new Set(files.map(folderOf));
        return [
          ...optionWords(call, /^--?(?:cover[a-z]*|coverprofile|coverpkg)(?:=|$)/),
          ...[...folders].map((folder) => (folder === '' ? '.' : `./${folder}`)),
        ];
      },
    };
  },
};
