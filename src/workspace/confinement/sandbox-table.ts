/**
 * What a confined command sees of this machine: the one table that every sandbox is made from. A path that no row names, and
 * that no rule of a command adds, does not exist for a command.
 */

/** Folders of the system that commands read. */
export const SYSTEM_FOLDERS = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt', '/nix', '/snap', '/sys'],
  // Parts of programs below /var, which are no state of a service.
  ...['/var/lib/ca-certificates', '/var/lib/gems', '/var/lib/texmf', '/var/cache/fontconfig'],
] as const;

/** Files of /etc that some systems keep elsewhere. What they lead to stays visible. */
export const SYSTEM_LINKS = [
  ...['/etc/resolv.conf', '/etc/hosts', '/etc/localtime', '/etc/ssl/certs', '/etc/ssl/cert.pem', '/etc/pki'],
  ...['/etc/static', '/etc/machine-id'],
] as const;

/** Folders that each verdict has for itself, empty at the start. The home folder is one too, and /dev/shm for each command. */
export const OWN_FOLDERS = ['/tmp', '/var/tmp', '/run'] as const;

/** Links to the folders above that programs expect. */
export const OWN_LINKS = [
  { path: '/var/run', target: '/run' },
  { path: '/var/lock', target: '/run/lock' },
] as const;

/** Parts of /proc that are of the whole machine. root could write there. */
export const KERNEL_FOLDERS = [
  ...['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus', '/proc/fs', '/proc/acpi', '/proc/scsi'],
  ...['/proc/asound', '/proc/driver', '/proc/mtrr', '/proc/latency_stats', '/proc/timer_stats', '/proc/tty'],
  ...['/proc/pressure', '/proc/dynamic_debug'],
] as const;

/** The same for files that contain memory or messages of the kernel. */
export const KERNEL_SECRETS = [
  '/proc/kcore',
  '/proc/kmsg',
  '/proc/kallsyms',
  '/proc/keys',
  '/proc/sched_debug',
  '/proc/vmcore',
  '/proc/kpagecount',
  '/proc/kpageflags',
  '/proc/kpagecgroup',
] as const;

/**
 * How a command sees a folder that outlives it.
 *
 * - `read`: as it is, without writing.
 * - `store`: the same, but in a tree that the tool works in, what a command writes is kept until the end of the verdict where
 *   the system has overlays. A mount of one takes some milliseconds for each command.
 * - `entries`: what the folder contains at a depth can be read, and new entries stay in the private folder. For folders in
 *   which a tool installs several versions of a program.
 * - `private`: empty at the start. Commands of one verdict share it.
 */
export type FolderUse =
  | { readonly use: 'read' | 'private' }
  | { readonly use: 'store'; readonly projects: readonly string[] }
  | { readonly use: 'entries'; readonly depth: number };

/** Files by which a tree that Go works in is known. */
export const GO_PROJECTS = ['go.mod', 'go.work'] as const;
const RUST_PROJECTS = ['Cargo.toml'] as const;
const MAVEN_PROJECTS = [
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'settings.gradle',
  'settings.gradle.kts',
] as const;
const YARN_PROJECTS = ['yarn.lock', '.yarnrc.yml'] as const;
/** NuGet's own files; those of a project have the name of the project. */
const NUGET_PROJECTS = ['global.json', 'nuget.config', 'NuGet.config', 'Directory.Build.props'] as const;

/** A folder or a file in the home folder that commands need. */
export type HomeRow = FolderUse & {
  /** Relative to the home folder. */
  readonly path: string;
  /** The variable that names the folder if it is elsewhere, the first one of a list, and the path in that folder. */
  readonly variable?: readonly [name: string, relative: string] | undefined;
};

/** A row for each path. Paths below `.cache`, `.config` and `.local/share` move with the XDG variables. */
export const HOME_ROWS: readonly HomeRow[] = [
  // Settings without credentials. The identity of git is written to a file of the private folder.
  ...readRows([
    '.config/git/ignore',
    '.config/go/env',
    '.config/mise',
    '.tool-versions',
    '.asdfrc',
    '.m2/toolchains.xml',
  ]),
  { path: '.cargo/config.toml', use: 'read', variable: ['CARGO_HOME', 'config.toml'] },
  { path: '.cargo/config', use: 'read', variable: ['CARGO_HOME', 'config'] },
  // Programs and what they load.
  ...readRows(['.local/lib', '.local/share/uv/python', '.local/share/uv/tools', '.m2/wrapper', '.yarn/releases']),
  { path: '.rustup', use: 'read', variable: ['RUSTUP_HOME', ''] },
  { path: '.cache/node/corepack', use: 'entries', depth: 3, variable: ['COREPACK_HOME', ''] },
  { path: '.cache/ms-playwright', use: 'entries', depth: 1, variable: ['PLAYWRIGHT_BROWSERS_PATH', ''] },
  { path: 'Library/Caches/ms-playwright', use: 'entries', depth: 1 },
  { path: '.cache/puppeteer', use: 'entries', depth: 2, variable: ['PUPPETEER_CACHE_DIR', ''] },
  { path: '.cache/Cypress', use: 'entries', depth: 1, variable: ['CYPRESS_CACHE_FOLDER', ''] },
  { path: 'Library/Caches/Cypress', use: 'entries', depth: 1 },
  { path: '.cache/electron', use: 'entries', depth: 1 },
  { path: '.cache/node-gyp', use: 'entries', depth: 1 },
  { path: 'Library/Caches/node-gyp', use: 'entries', depth: 1 },
  { path: '.cache/prisma', use: 'entries', depth: 2 },
  { path: '.cache/pre-commit', use: 'entries', depth: 1 },
  { path: '.cache/pypoetry/virtualenvs', use: 'entries', depth: 1 },
  { path: 'Library/Caches/pypoetry/virtualenvs', use: 'entries', depth: 1 },
  { path: '.local/share/virtualenvs', use: 'entries', depth: 1 },
  { path: '.gradle/wrapper/dists', use: 'entries', depth: 3, variable: ['GRADLE_USER_HOME', 'wrapper/dists'] },
  // Stores of packages that their tools can read without writing, as tried.
  { path: 'go/pkg/mod', use: 'store', projects: GO_PROJECTS, variable: ['GOMODCACHE', ''] },
  { path: 'go/pkg/mod', use: 'store', projects: GO_PROJECTS, variable: ['GOPATH', 'pkg/mod'] },
  { path: '.cache/go-build', use: 'store', projects: GO_PROJECTS, variable: ['GOCACHE', ''] },
  { path: 'Library/Caches/go-build', use: 'store', projects: GO_PROJECTS },
  { path: '.cargo/registry', use: 'store', projects: RUST_PROJECTS, variable: ['CARGO_HOME', 'registry'] },
  { path: '.cargo/git', use: 'store', projects: RUST_PROJECTS, variable: ['CARGO_HOME', 'git'] },
  { path: '.m2/repository', use: 'store', projects: MAVEN_PROJECTS },
  { path: '.yarn/berry/cache', use: 'store', projects: YARN_PROJECTS },
  { path: '.nuget/packages', use: 'store', projects: NUGET_PROJECTS },
  // Stores that their tools must write. They start empty, so a first installation in a verdict downloads its packages.
  { path: '.npm', use: 'private', variable: ['npm_config_cache', ''] },
  { path: '.local/share/pnpm/store', use: 'private' },
  { path: 'Library/pnpm/store', use: 'private' },
  { path: '.bun/install/cache', use: 'private' },
  { path: '.cache/deno', use: 'private', variable: ['DENO_DIR', ''] },
];

function readRows(paths: readonly string[]): readonly HomeRow[] {
  return paths.map((path) => ({ path, use: 'read' }));
}

/** Variables that move a part of the home folder. */
export const XDG_FOLDERS = [
  ['XDG_CONFIG_HOME', '.config/'],
  ['XDG_DATA_HOME', '.local/share/'],
  ['XDG_STATE_HOME', '.local/state/'],
  ['XDG_CACHE_HOME', '.cache/'],
] as const;

/** Variables that name the folder of a tool or of its packages. The user sets them, so commands see the folder. */
export const PROGRAM_VARIABLES = [
  ...['JAVA_HOME', 'JDK_HOME', 'MAVEN_HOME', 'M2_HOME', 'GRADLE_HOME', 'KOTLIN_HOME', 'SCALA_HOME'],
  ...['ANDROID_HOME', 'ANDROID_SDK_ROOT', 'DOTNET_ROOT', 'GOROOT', 'PYENV_ROOT', 'VIRTUAL_ENV', 'CONDA_PREFIX'],
  ...['GEM_HOME', 'RBENV_ROOT', 'SDKROOT', 'NVM_DIR', 'NVM_BIN', 'VOLTA_HOME', 'ASDF_DIR', 'ASDF_DATA_DIR'],
  ...['MISE_DATA_DIR', 'DEVELOPER_DIR', 'LD_LIBRARY_PATH', 'PYTHONPATH'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'GIT_SSL_CAINFO'],
] as const;

/**
 * Files and folders in the home folder with keys, tokens, passwords and what was typed in a shell. They stay hidden where a
 * visible folder contains them.
 */
export const SECRETS = [
  ...['.ssh', '.gnupg', '.password-store', '.netrc', '_netrc', '.git-credentials', '.config/git/credentials', '.pki'],
  ...['.aws', '.azure', '.config/gcloud', '.kube', '.docker', '.config/containers', '.oci', '.config/doctl'],
  ...[
    '.terraform.d',
    '.terraformrc',
    '.vault-token',
    '.config/sops',
    '.config/op',
    '.fly/config.yml',
    '.local/share/keyrings',
  ],
  ...['.config/gh', '.config/hub', '.config/glab-cli', '.config/heroku', '.config/configstore', '.databrickscfg'],
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.config/npm', '.pypirc', '.config/pypoetry/auth.toml', '.gem/credentials'],
  ...[
    '.cargo/credentials',
    '.cargo/credentials.toml',
    '.m2/settings.xml',
    '.m2/settings-security.xml',
    '.local/share/uv/credentials',
  ],
  ...['.gradle/gradle.properties', '.nuget/NuGet', '.composer/auth.json', '.config/composer/auth.json', '.bunfig.toml'],
  ...[
    '.claude',
    '.claude.json',
    '.codex',
    '.gemini',
    '.config/opencode',
    '.local/share/opencode',
    '.config/github-copilot',
  ],
  ...['.bash_history', '.zsh_history', '.local/share/fish', '.node_repl_history', '.psql_history', '.pgpass'],
  ...['Library/Keychains', 'Library/Cookies', 'Library/Application Support'],
] as const;

/** Variables that move a file or a folder with secrets to another place. */
export const SECRET_LOCATIONS = [
  ...['SSH_AUTH_SOCK', 'GNUPGHOME', 'NETRC', 'PASSWORD_STORE_DIR', 'PGPASSFILE', 'VAULT_TOKEN_FILE'],
  ...['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE', 'AZURE_CONFIG_DIR', 'CLOUDSDK_CONFIG', 'KUBECONFIG'],
  ...['GOOGLE_APPLICATION_CREDENTIALS', 'DOCKER_CONFIG', 'GH_CONFIG_DIR', 'NPM_CONFIG_USERCONFIG'],
  ...['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME'],
] as const;
