import { usesTool } from './tool-use.ts';
import type { Setting, FileSettings } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';

/** The variables and targets that change how `make` executes every rule. */
const SPECIAL_TARGET = /^(?:SHELL|\.SHELLFLAGS|MAKE|MAKEFLAGS|GNUMAKEFLAGS|PATH|NODE_OPTIONS|\.[A-Z]+|.*%.*)$/;

/** Whether an added setting changes what the existing settings do. */
export function changesBehavior(file: SettingsFile, { path }: Setting, original: FileSettings): boolean {
  const [top = '', name = ''] = path;
  if (file.format === 'package') {
    if (top !== 'scripts') return hasStart(original, [top]) || usesTool(original, toolOf(top));
    // npm runs `pretest` and `posttest` with `test`.
    const [, script = ''] = /^(?:pre|post)(.+)$/.exec(name) ?? [];
    return original.has(`scripts.${script}`);
  }
  switch (file.freeAdditions) {
    case 'targets':
      return (top !== '.PHONY' && SPECIAL_TARGET.test(top)) || top === '' || isVariableOf(original, top);
    case 'entries':
      // GitLab has its jobs at the top level.
      return path.length < 2 || hasStart(original, file.tool === 'pipeline' && top !== 'jobs' ? [top] : [top, name]);
    default:
      return !(file.growingKeys ?? []).some((key) => path.join('.').startsWith(`${key}.`));
  }
}

function hasStart(settings: FileSettings, start: readonly string[]): boolean {
  return [...settings.values()].some(({ path }) => start.every((name, index) => path[index] === name));
}

/** The tool that a key of package.json configures. */
function toolOf(key: string): string {
  return key.replace(/(?:Config|Ignore)$/, '');
}

/** Whether a rule uses a variable that the file did not define. */
function isVariableOf(settings: FileSettings, name: string): boolean {
  return [...settings.values()].some(({ value }) => value.includes(`$(${name})`) || value.includes(`\${${name}}`));
}
