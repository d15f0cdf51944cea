import path from 'node:path';
import { isSecretVariable } from '../../foundation/secret-variables.ts';

/** The variables that every command, validator and git process receives. Names are compared in upper case. */
const INHERITED_VARIABLES: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'USERNAME', 'SHELL'],
  ...['LANG', 'LANGUAGE', 'TZ', 'TERM', 'COLORTERM', 'NO_COLOR', 'FORCE_COLOR', 'CI'],
  ...['TMPDIR', 'TMP', 'TEMP'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'FTP_PROXY'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'GIT_SSL_CAINFO'],
  // Where the tools of a language are installed.
  ...['JAVA_HOME', 'JDK_HOME', 'MAVEN_HOME', 'M2_HOME', 'GRADLE_HOME', 'GRADLE_USER_HOME', 'KOTLIN_HOME', 'SCALA_HOME'],
  ...['ANDROID_HOME', 'ANDROID_SDK_ROOT', 'DOTNET_ROOT', 'GOROOT', 'GOPATH', 'GOBIN', 'GOCACHE', 'GOMODCACHE'],
  ...['CARGO_HOME', 'RUSTUP_HOME', 'PYENV_ROOT', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'GEM_HOME', 'RBENV_ROOT', 'SDKROOT'],
  ...['NVM_DIR', 'NVM_BIN', 'FNM_DIR', 'VOLTA_HOME', 'ASDF_DIR', 'ASDF_DATA_DIR', 'MISE_DATA_DIR', 'DEVELOPER_DIR'],
  ...['PNPM_HOME', 'COREPACK_HOME', 'BUN_INSTALL', 'DENO_DIR', 'PLAYWRIGHT_BROWSERS_PATH', 'LD_LIBRARY_PATH'],
  // Windows.
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'OS', 'COMPUTERNAME', 'USERDOMAIN', 'USERPROFILE'],
  ...['HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'ALLUSERSPROFILE', 'PUBLIC', 'PSMODULEPATH'],
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'COMMONPROGRAMFILES', 'COMMONPROGRAMFILES(X86)'],
  ...['COMMONPROGRAMW6432', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE', 'PROCESSOR_IDENTIFIER'],
]);
const INHERITED_PREFIXES = ['LC_', 'XDG_'];

/** Variables of git itself: identity, configuration, tracing. */
const GIT_PREFIX = 'GIT_';
/** Variables that git's own helpers and a user's hooks need. */
const GIT_VARIABLES: ReadonlySet<string> = new Set(['SSH_AUTH_SOCK', 'GNUPGHOME', 'GPG_TTY']);

/**
 * [CONF-2] Where programs and their libraries are searched. Relative folders are left out, and so are empty ones, which mean
 * the current folder: git and the sandbox itself start in trees where a command could have written a program or a library.
 */
const SEARCH_PATHS: ReadonlySet<string> = new Set(['PATH', 'LD_LIBRARY_PATH']);

export type Environment = Readonly<Record<string, string>>;

/**
 * The environment of a command or validator: the inherited variables of the allow list.
 *
 * @param passed names of other variables to pass on; secrets of Holdfast never are
 */
export function subprocessEnvironment(passed: readonly string[] = []): Environment {
  const names = new Set(passed.map((name) => name.toUpperCase()));
  return selectVariables((name) => isInherited(name) || names.has(name));
}

/** The environment of a git process that runs hooks of the user. */
export function userGitEnvironment(): Environment {
  return selectVariables((name) => isInherited(name) || name.startsWith(GIT_PREFIX) || GIT_VARIABLES.has(name));
}

/** The environment of any other git process. */
export function gitEnvironment(): Environment {
  const environment = userGitEnvironment();
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      name.toUpperCase() === 'PATH' ? withoutPackages(value) : value,
    ]),
  );
}

/**
 * [CONF-2] A search path for the programs that Holdfast itself starts: git and the sandbox. npm and npx put the packages of a
 * project first, and a repository can contain a program there.
 */
export function withoutPackages(searchPath: string): string {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => !folder.split(path.sep).includes('node_modules'))
    .join(path.delimiter);
}

/** The names of the variables that a command does not receive, sorted. */
export function withheldVariables(passed: readonly string[] = []): readonly string[] {
  const environment = subprocessEnvironment(passed);
  return Object.keys(process.env)
    .filter((name) => !(name in environment))
    .sort();
}

function isInherited(name: string): boolean {
  return INHERITED_VARIABLES.has(name) || INHERITED_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** @param isSelected receives a name in upper case */
function selectVariables(isSelected: (name: string) => boolean): Environment {
  const selected: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined || !isSelected(name.toUpperCase()) || isSecretVariable(name)) continue;
    selected[name] = SEARCH_PATHS.has(name.toUpperCase()) ? absoluteFolders(value) : value;
  }
  return selected;
}

function absoluteFolders(searchPath: string): string {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .join(path.delimiter);
}
