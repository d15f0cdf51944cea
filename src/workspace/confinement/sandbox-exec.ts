import { posix } from 'node:path';
import type { PathRule } from './path-rules.ts';

/** Devices that programs write to. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/stdout', '/dev/stderr', '/dev/dtracehelper'];

/**
 * The profile of `sandbox-exec` on macOS. In a profile the last rule that matches applies, so the rules are written from
 * the shortest path to the longest.
 */
export function sandboxProfile(rules: readonly PathRule[], network: boolean): string {
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    ...DEVICES.map((device) => `(allow file-write* (literal ${quote(device)}))`),
    '(allow file-write* (regex #"^/dev/(tty|fd/)"))',
    ...rules.flatMap((rule) => [...profileRules(rule), ...allowInsideHidden(rule, rules)]),
    ...(network ? [] : ['(deny network*)', '(allow network* (local ip "localhost:*"))', ALLOW_LOCAL_OUTBOUND]),
    '',
  ].join('\n');
}

const ALLOW_LOCAL_OUTBOUND = '(allow network-outbound (remote ip "localhost:*"))';

function profileRules({ path, access, isFolder }: PathRule): readonly string[] {
  const filter = toFilter({ path, isFolder });
  switch (access) {
    case 'write':
      return [`(allow file-read* file-write* ${filter})`];
    case 'read':
      return [`(deny file-write* ${filter})`];
    case 'hidden':
      return [`(deny file-read* file-write* ${filter})`, `(deny network-outbound ${filter})`];
  }
}

function toFilter({ path, isFolder }: Pick<PathRule, 'path' | 'isFolder'>): string {
  return `(${isFolder ? 'subpath' : 'literal'} ${quote(path)})`;
}

/**
 * Permits reading a path inside a hidden folder. Programs examine the folders above a file that they open, so these must
 * exist for them, but they cannot be listed.
 */
function allowInsideHidden(rule: PathRule, rules: readonly PathRule[]): readonly string[] {
  const { path, access } = rule;
  const top = rules.find((other) => other.access === 'hidden' && isAbove(other.path, path))?.path;
  if (top === undefined || access === 'hidden') return [];
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder.length >= top.length; folder = posix.dirname(folder)) {
    folders.push(`(allow file-read-metadata (literal ${quote(folder)}))`);
  }
  return [...(access === 'read' ? [`(allow file-read* ${toFilter(rule)})`] : []), ...folders];
}

function isAbove(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** A string of the profile language. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
