import { isRecord } from '../../foundation/is-record.ts';

/** A word of a tool's name that says that it writes: `write_file`, `MultiEdit`, `str_replace_editor`, `apply_patch`. */
const WRITES = /write|edit|create|replace|patch|insert|delete|remove|rename|move/i;
const PATH_FIELDS: ReadonlySet<string> = new Set([
  'file_path',
  'filePath',
  'filepath',
  'path',
  'notebook_path',
  'absolute_path',
  'target_file',
  'old_path',
  'new_path',
  'destination',
  'source',
]);
const LIST_FIELDS: ReadonlySet<string> = new Set(['files', 'paths']);
/** The arguments that hold a patch. The text of a file can look like one, too. */
const PATCH_FIELDS: ReadonlySet<string> = new Set(['command', 'input', 'patch', 'patchText', 'patch_text']);
/** Lists of edits, each with its own path. */
const NESTED_FIELDS: ReadonlySet<string> = new Set(['edits', 'replacements', 'changes']);
/** The lines of a patch that name a file. */
const PATCH_LINE = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\r?$/gm;

/**
 * The paths that a tool call writes, as the model wrote them: absolute, or relative to the agent's working directory. Empty
 * for tools that only read and for shell commands, whose writes are not known before.
 */
export function listWrittenPaths(tool: { readonly name: string; readonly input: unknown }): readonly string[] {
  const { name, input } = tool;
  if (typeof input === 'string') return WRITES.test(name) ? pathsOfPatch(input) : [];
  if (!isRecord(input) || !WRITES.test(name)) return [];
  // An editor tool with several commands reads with this one.
  if (input['command'] === 'view') return [];
  return [...new Set(pathsOf(input))];
}

function pathsOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(input).flatMap(([field, value]): readonly string[] => {
    if (typeof value === 'string') {
      if (PATH_FIELDS.has(field)) return value === '' ? [] : [value];
      return PATCH_FIELDS.has(field) ? pathsOfPatch(value) : [];
    }
    if (!Array.isArray(value)) return [];
    if (LIST_FIELDS.has(field)) return value.filter((item) => typeof item === 'string');
    return NESTED_FIELDS.has(field) ? value.filter(isRecord).flatMap(pathsOf) : [];
  });
}

/** A patch names its files in separate lines. Lines of a file's text begin with another character. */
function pathsOfPatch(text: string): readonly string[] {
  if (!text.trimStart().startsWith('*** Begin Patch')) return [];
  return [...text.matchAll(PATCH_LINE)].flatMap(([, path]) => path ?? []);
}
