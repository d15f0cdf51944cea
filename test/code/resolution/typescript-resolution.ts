import ts from 'typescript';

/**
 * What TypeScript resolves an import to, in a tree that stands in memory: `tsconfig` is the project's configuration,
 * `links` the packages that an installation would have linked into the root's node_modules.
 */
export function typescriptResolution(
  files: Readonly<Record<string, string>>,
  tsconfig: string | undefined,
  links: Readonly<Record<string, string>>,
  fromFile: string,
  specifier: string,
): string | undefined {
  const real = (path: string): string => {
    const relative = path.replace(/^\/tree\//, '');
    for (const [name, folder] of Object.entries(links)) {
      const link = `node_modules/${name}`;
      if (relative === link || relative.startsWith(`${link}/`)) return folder + relative.slice(link.length);
    }
    return relative;
  };
  const exists = (path: string): boolean => files[real(path)] !== undefined;
  const present = [...Object.keys(files), ...Object.keys(links).map((name) => `node_modules/${name}/package.json`)];
  const isFolder = (path: string): boolean => {
    const given = path.replace(/^\/tree\/?/, '').replace(/\/$/, '');
    return given === '' || [given, real(given)].some((folder) => present.some((file) => file.startsWith(`${folder}/`)));
  };
  const host: ts.ParseConfigHost & ts.ModuleResolutionHost = {
    fileExists: exists,
    readFile: (path) => files[real(path)],
    directoryExists: isFolder,
    realpath: (path) => `/tree/${real(path)}`,
    getCurrentDirectory: () => '/tree',
    getDirectories: () => [],
    readDirectory: () => [],
    useCaseSensitiveFileNames: true,
  };
  const options = tsconfig === undefined ? {} : readOptions(tsconfig, host);
  const resolved = ts.resolveModuleName(specifier, `/tree/${fromFile}`, options, host).resolvedModule;
  return resolved === undefined ? undefined : real(resolved.resolvedFileName);
}

function readOptions(tsconfig: string, host: ts.ParseConfigHost): ts.CompilerOptions {
  const path = `/tree/${tsconfig}`;
  const { config } = ts.readConfigFile(path, (name) => host.readFile(name)) as { config: unknown };
  const folder = path.slice(0, path.lastIndexOf('/'));
  return ts.parseJsonConfigFileContent(config, host, folder, undefined, path).options;
}
