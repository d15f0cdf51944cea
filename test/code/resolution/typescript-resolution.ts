import ts from 'typescript';

/**
 * Resolves an import with TypeScript in an in-memory tree.
 * @param tsconfig the configuration of the project
 * @param links packages that an installation links into the root's node_modules
 */
export function resolveWithTypescript(
  files: Readonly<Record<string, string>>,
  tsconfig: string | undefined,
  links: Readonly<Record<string, string>>,
  fromFile: string,
  specifier: string,
): string | undefined {
  const resolveLinks = (path: string): string => {
    const relative = path.replace(/^\/tree\//, '');
    for (const [name, folder] of Object.entries(links)) {
      const link = `node_modules/${name}`;
      if (relative === link || relative.startsWith(`${link}/`)) return folder + relative.slice(link.length);
    }
    return relative;
  };
  const exists = (path: string): boolean => files[resolveLinks(path)] !== undefined;
  const paths = [...Object.keys(files), ...Object.keys(links).map((name) => `node_modules/${name}/package.json`)];
  const isFolder = (path: string): boolean => {
    const folder = path.replace(/^\/tree\/?/, '').replace(/\/$/, '');
    return (
      folder === '' ||
      [folder, resolveLinks(folder)].some((candidate) => paths.some((file) => file.startsWith(`${candidate}/`)))
    );
  };
  const host: ts.ParseConfigHost & ts.ModuleResolutionHost = {
    fileExists: exists,
    readFile: (path) => files[resolveLinks(path)],
    directoryExists: isFolder,
    realpath: (path) => `/tree/${resolveLinks(path)}`,
    getCurrentDirectory: () => '/tree',
    getDirectories: () => [],
    readDirectory: () => [],
    useCaseSensitiveFileNames: true,
  };
  const options = tsconfig === undefined ? {} : readOptions(tsconfig, host);
  const resolved = ts.resolveModuleName(specifier, `/tree/${fromFile}`, options, host).resolvedModule;
  return resolved === undefined ? undefined : resolveLinks(resolved.resolvedFileName);
}

function readOptions(tsconfig: string, host: ts.ParseConfigHost): ts.CompilerOptions {
  const path = `/tree/${tsconfig}`;
  const { config } = ts.readConfigFile(path, (name) => host.readFile(name)) as { config: unknown };
  const folder = path.slice(0, path.lastIndexOf('/'));
  return ts.parseJsonConfigFileContent(config, host, folder, undefined, path).options;
}
