import path from 'node:path';

/** Folders in the home folder that package managers use as caches. Settings and credentials next to them are not included. */
const CACHES = [
  ...[
    '.npm',
    '.cache/node',
    '.cache/npm',
    '.cache/yarn',
    '.cache/pnpm',
    '.cache/bun',
    '.cache/deno',
    '.cache/corepack',
  ],
  ...['.yarn/berry/cache', '.local/share/pnpm', '.pnpm-store', '.bun/install/cache', '.node-gyp', '.cache/node-gyp'],
  ...['.cache/pip', '.cache/uv', '.cache/pypoetry', '.cache/pre-commit', '.cache/go-build', 'go/pkg'],
  ...['.cargo/registry', '.cargo/git', '.rustup/tmp', '.m2/repository', '.gradle/caches', '.gradle/wrapper/dists'],
  ...[
    '.gradle/daemon',
    '.gradle/native',
    '.nuget/packages',
    '.local/share/NuGet',
    '.composer/cache',
    '.cache/composer',
  ],
  ...['.cache/ms-playwright', '.cache/puppeteer', '.cache/Cypress', '.cache/electron', '.cache/prisma', '.cache/turbo'],
  ...['Library/Caches/npm', 'Library/Caches/Yarn', 'Library/Caches/pip', 'Library/Caches/go-build', 'Library/pnpm'],
  ...['Library/Caches/ms-playwright', 'Library/Caches/Cypress', 'Library/Caches/deno', 'Library/Caches/node-gyp'],
];

/** Variables that move a cache of a package manager. */
const CACHE_VARIABLES = ['GOCACHE', 'GOMODCACHE', 'DENO_DIR', 'COREPACK_HOME', 'PLAYWRIGHT_BROWSERS_PATH'];

/** Files and folders in the home folder with keys, tokens, passwords and what was typed in a shell. */
const SECRETS = [
  ...['.ssh', '.gnupg', '.password-store', '.netrc', '_netrc', '.git-credentials', '.config/git/credentials', '.pki'],
  ...['.aws', '.azure', '.config/gcloud', '.kube', '.docker', '.config/containers/auth.json', '.oci', '.config/doctl'],
  ...['.terraform.d/credentials.tfrc.json', '.terraformrc', '.vault-token', '.config/sops', '.config/op', '.fly'],
  ...['.config/gh', '.config/hub', '.config/glab-cli', '.config/heroku', '.config/configstore', '.databrickscfg'],
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.config/npm', '.pypirc', '.config/pypoetry/auth.toml', '.gem/credentials'],
  ...['.cargo/credentials', '.cargo/credentials.toml', '.m2/settings.xml', '.m2/settings-security.xml'],
  ...['.gradle/gradle.properties', '.nuget/NuGet/NuGet.Config', '.composer/auth.json', '.config/composer/auth.json'],
  ...[
    '.claude',
    '.claude.json',
    '.codex',
    '.gemini',
    '.config/opencode',
    '.local/share/opencode',
    '.config/github-copilot',
  ],
  ...['.config/Code/User/globalStorage', '.vscode-server/data/User/globalStorage', '.config/Cursor/User/globalStorage'],
  ...[
    '.mozilla',
    '.thunderbird',
    '.config/google-chrome',
    '.config/chromium',
    '.config/BraveSoftware',
    '.local/share/keyrings',
  ],
  ...[
    '.bash_history',
    '.zsh_history',
    '.local/share/fish/fish_history',
    '.node_repl_history',
    '.psql_history',
    '.pgpass',
  ],
  ...[
    'Library/Keychains',
    'Library/Cookies',
    'Library/Application Support/Google/Chrome',
    'Library/Application Support/Firefox',
  ],
  ...['Library/Application Support/Code/User/globalStorage', 'Library/Application Support/gcloud'],
];

/** Variables that move a file or a folder with secrets to another place. */
export const SECRET_LOCATIONS = [
  ...['SSH_AUTH_SOCK', 'GNUPGHOME', 'NETRC', 'PASSWORD_STORE_DIR', 'PGPASSFILE', 'VAULT_TOKEN_FILE'],
  ...['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE', 'AZURE_CONFIG_DIR', 'CLOUDSDK_CONFIG', 'KUBECONFIG'],
  ...['GOOGLE_APPLICATION_CREDENTIALS', 'DOCKER_CONFIG', 'GH_CONFIG_DIR', 'NPM_CONFIG_USERCONFIG'],
  ...['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME'],
];

/** Sockets in the home folder that control containers. */
const CONTAINER_SOCKETS_AT_HOME = [
  '.colima',
  '.lima',
  '.orbstack/run',
  '.rd',
  '.local/share/containers/podman/machine',
];

/** Sockets and folders of sockets that control containers, virtual machines or services of the system. */
const SYSTEM_SOCKETS = [
  ...['/run/docker.sock', '/var/run/docker.sock', '/run/docker', '/run/containerd', '/run/podman', '/run/crio'],
  ...['/run/buildkit', '/run/k3s', '/run/libvirt', '/run/lxd', '/var/snap/lxd/common/lxd', '/run/incus'],
  ...['/run/dbus', '/run/systemd/private', '/run/snapd.socket', '/var/lib/docker', '/var/lib/containerd'],
];

/** The surroundings that the paths of a sandbox depend on. */
export interface Surroundings {
  readonly home: string;
  readonly temporaryFolder: string;
  readonly userId: number | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Folders that commands may write in addition to their tree. Not all of them exist. */
export function writableFolders({ home, temporaryFolder, environment }: Surroundings): readonly string[] {
  const temporary = [temporaryFolder, ...(process.platform === 'win32' ? [] : ['/tmp', '/var/tmp'])];
  const moved = CACHE_VARIABLES.map((name) => environment[name]).filter((folder) => folder !== undefined);
  const cache = environment['XDG_CACHE_HOME'];
  const inCacheHome =
    cache === undefined
      ? []
      : CACHES.filter(isInCacheHome).map((name) => path.join(cache, name.slice('.cache/'.length)));
  return [...temporary, ...CACHES.map((name) => path.join(home, name)), ...inCacheHome, ...moved].filter((folder) =>
    path.isAbsolute(folder),
  );
}

function isInCacheHome(name: string): boolean {
  return name.startsWith('.cache/');
}

/** Variables that replace a folder of the home folder. */
const XDG_FOLDERS = [
  ['XDG_CONFIG_HOME', '.config/'],
  ['XDG_DATA_HOME', '.local/share/'],
] as const;

/** Files and folders that commands cannot see. Not all of them exist. */
export function hiddenPaths({ home, userId, environment }: Surroundings): readonly string[] {
  const runtime = [environment['XDG_RUNTIME_DIR'], userId === undefined ? undefined : `/run/user/${userId}`];
  // KUBECONFIG is a list.
  const moved = SECRET_LOCATIONS.flatMap((name) => environment[name]?.split(path.delimiter) ?? []);
  const inHome = [...SECRETS, ...CONTAINER_SOCKETS_AT_HOME].flatMap((name) => [
    path.join(home, name),
    ...XDG_FOLDERS.flatMap(([variable, folder]) => {
      const base = environment[variable];
      return base === undefined || !name.startsWith(folder) ? [] : [path.join(base, name.slice(folder.length))];
    }),
  ]);
  return [...inHome, ...SYSTEM_SOCKETS, ...runtime, ...moved]
    .filter((item) => item !== undefined)
    .filter((item) => path.isAbsolute(item));
}
