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
    ...rules.flatMap(profileRules),
    ...(network ? [] : ['(deny network*)', '(allow network* (local ip "localhost:*"))', ALLOW_LOCAL_OUTBOUND]),
    '',
  ].join('\n');
}

const ALLOW_LOCAL_OUTBOUND = '(allow network-outbound (remote ip "localhost:*"))';

function profileRules({ path, access, isFolder }: PathRule): readonly string[] {
  const filter = `(${isFolder ? 'subpath' : 'literal'} ${quote(path)})`;
  switch (access) {
    case 'write':
      return [`(allow file-read* file-write* ${filter})`];
    case 'read':
      return [`(deny file-write* ${filter})`];
    case 'hidden':
      return [`(deny file-read* file-write* ${filter})`, `(deny network-outbound ${filter})`];
  }
}

/** A string of the profile language. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
