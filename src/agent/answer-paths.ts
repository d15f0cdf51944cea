/** `ts path=src/x.ts`, `ts title="src/x.ts"`, `ts:src/x.ts`. */
export function pathInInformation(information: string): string | undefined {
  const attribute = /\b(?:path|file|filename|title)\s*=\s*(?:"([^"]+)"|'([^']+)'|(\S+))/i.exec(information);
  const colon = /^[\w+-]+:(\S+)$/.exec(information.trim());
  const path = attribute?.[1] ?? attribute?.[2] ?? attribute?.[3] ?? colon?.[1];
  return path === undefined ? undefined : asPath(path);
}

/** A line that holds a path and nothing else but decoration. */
export function pathInLine(line: string): string | undefined {
  const bare = line
    .trim()
    .replace(/^(?:[#>*-]+\s+)+/, '')
    .replace(/^(?:\*\*|__)?(?:file(?:name)?|path)\s*:\s*/i, '')
    .replace(/^[*_`'"]+|[*_`'":]+$/g, '');
  return asPath(bare);
}

function asPath(text: string): string | undefined {
  return /^[^\s`*"<>|?]+$/.test(text) && /[/\\.]/.test(text) && !/^[./\\]+$/.test(text) && !text.endsWith('.')
    ? text
    : undefined;
}
