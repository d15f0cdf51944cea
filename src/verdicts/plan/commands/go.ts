import type { InvocationReader } from './command-reading.ts';
import { readOptions, type OptionForms } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';

/** The options of `go test` that are known. Go accepts them with one hyphen or two. */
export const GO_TEST_OPTIONS: OptionForms = {
  valued: new Set(
    [
      ...['run', 'skip', 'bench', 'benchtime', 'count', 'timeout', 'tags', 'cpu', 'parallel', 'p', 'fuzz', 'fuzztime'],
      ...['covermode', 'coverprofile', 'coverpkg', 'o', 'exec', 'mod', 'modfile', 'ldflags', 'gcflags', 'shuffle'],
    ].map((name) => `-${name}`),
  ),
  isFlag: (word) =>
    /^--?[a-z][a-z.]*=/.test(word) ||
    /^--?(?:v|race|short|cover|json|failfast|benchmem|a|x|n|work|trimpath)$/.test(word),
  stopsAtOperand: false,
};

const PACKAGE_COMMANDS: ReadonlySet<string> = new Set(['test', 'build', 'run', 'vet', 'install']);

/** `go test ./text`, `go build ./...`, `go run ./cmd/shop`, `go run main.go`: packages and files of the tree. */
export const readGo: InvocationReader = ({ program, arguments: words, folder }, context) => {
  const [command = '', ...rest] = words;
  if (program !== 'go' || !PACKAGE_COMMANDS.has(command)) return undefined;
  const read = readOptions(rest, { ...GO_TEST_OPTIONS, stopsAtOperand: command === 'run' });
  const operands = (read?.operands ?? []).slice(0, command === 'run' ? 1 : undefined);
  const purpose = command === 'test' ? 'runs the tests of' : `${command === 'install' ? 'build' : command}s`;
  return {
    needs: operands.flatMap((operand) => {
      const isFile = operand.endsWith('.go');
      // Without a leading dot it is an import path, which can be outside the tree.
      if (!isFile && !/^\.\.?(?:\/|$)/.test(operand)) return [];
      const path = pathInFolder(folder, operand.replace(/\/?\.\.\.$/, '') || '.');
      if (path === undefined || path === '' || context.isGenerated(path)) return [];
      if (isFile) return [{ path, files: [path], purpose: `${purpose} ${path}` }];
      const file = `${path}/${path.split('/').at(-1) ?? path}.go`;
      return [{ path: file, files: [file], prefixes: [`${path}/`], purpose: `${purpose} the package ${path}` }];
    }),
  };
};
