import path from 'node:path';
import { readPlainFileSync } from '../plain-files/plain-file.ts';

/**
 * Settings of npm and pnpm that decide what an installation does and that contain no secret. Others can contain tokens, and
 * so can an address with a user.
 */
const SHOWN_KEYS: ReadonlySet<string> = new Set([
  ...['registry', 'proxy', 'https-proxy', 'noproxy', 'cafile', 'strict-ssl', 'nodedir', 'prefix', 'script-shell'],
  ...['ignore-scripts', 'allow-scripts', 'before', 'min-release-age', 'minimum-release-age', 'engine-strict'],
  ...['legacy-peer-deps', 'strict-peer-deps', 'strict-peer-dependencies', 'auto-install-peers', 'install-strategy'],
  ...['install-links', 'node-linker', 'shamefully-hoist', 'package-import-method', 'omit-lockfile-registry-resolved'],
  ...['replace-registry-host', 'package-lock', 'lockfile', 'audit', 'fund', 'update-notifier', 'yes', 'maxsockets'],
  ...['fetch-retries', 'fetch-timeout', 'network-concurrency', 'prefer-offline', 'offline', 'loglevel', 'progress'],
]);
const SCOPE_REGISTRY = /^@[\w.-]+:registry$/;
const ADDRESS_WITH_USER = /:\/\/[^/]*@/;

/** The text of an `.npmrc` for commands; `undefined` if the user has no setting that they see. */
export function readNpmSettings(home: string): string | undefined {
  let text: string;
  try {
    text = readPlainFileSync(path.join(home, '.npmrc')).toString('utf8');
  } catch {
    return undefined;
  }
  const shown = text.split(/\r?\n/).filter(isShown);
  return shown.length === 0 ? undefined : `${shown.join('\n')}\n`;
}

function isShown(line: string): boolean {
  const [, key = '', value = ''] = /^\s*([^=\s]+)\s*(?:=(.*))?$/.exec(line) ?? [];
  return (SHOWN_KEYS.has(key) || SCOPE_REGISTRY.test(key)) && !ADDRESS_WITH_USER.test(value);
}
