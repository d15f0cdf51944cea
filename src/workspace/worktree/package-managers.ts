/** A package manager, found by its lock file. */
export interface PackageManager {
  readonly lock: string;
  /** The record of the installation in `node_modules`, if it writes one. */
  readonly installed: string | undefined;
  /** The command that installs exactly what the lock file lists. */
  readonly install: string;
  /** The command that installs everything that package.json lists. */
  readonly installListed: string;
  /** The command that adds a package to package.json and installs it. */
  readonly add: string;
  /** The same for a package that only development needs. */
  readonly addForDevelopment: string;
}

export const NPM: PackageManager = {
  lock: 'package-lock.json',
  installed: '.package-lock.json',
  install: 'npm ci',
  installListed: 'npm install',
  add: 'npm install',
  addForDevelopment: 'npm install -D',
};

const BUN = {
  installed: undefined,
  install: 'bun install',
  installListed: 'bun install',
  add: 'bun add',
  addForDevelopment: 'bun add --dev',
};

/** The package managers in the order in which their lock files are looked up in a folder. */
export const PACKAGE_MANAGERS: readonly PackageManager[] = [
  {
    lock: 'pnpm-lock.yaml',
    installed: '.modules.yaml',
    install: 'pnpm install',
    installListed: 'pnpm install',
    add: 'pnpm add',
    addForDevelopment: 'pnpm add -D',
  },
  {
    lock: 'yarn.lock',
    installed: '.yarn-integrity',
    install: 'yarn install',
    installListed: 'yarn install',
    add: 'yarn add',
    addForDevelopment: 'yarn add -D',
  },
  { lock: 'bun.lock', ...BUN },
  { lock: 'bun.lockb', ...BUN },
  NPM,
];
