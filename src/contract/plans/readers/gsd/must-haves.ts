import { isMap, isSeq, type Node, type YAMLMap } from 'yaml';
import { isReadModule, toWrittenPath } from '../../plan-paths.ts';
import type { PlanAssertion, PlanTaskFile, PlanNote, PlanPlace } from '../../plan.ts';
import { textsOf } from './yaml-texts.ts';

/**
 * The checks of `must_haves`. Each has GSD's verdict or a stricter one:
 *
 * - `exports` in a module that Holdfast reads is an export, and not only a text in the file
 * - a link with a pattern needs its source, also if the pattern matches in the target
 * - a source such as `src/a.ts render` means the file, which GSD does not find
 */
export function readMustHaves(
  mustHaves: YAMLMap | undefined,
  place: (node: Node) => PlanPlace,
): {
  readonly assertions: readonly PlanAssertion[];
  readonly files: readonly PlanTaskFile[];
  readonly notes: readonly PlanNote[];
} {
  const assertions: PlanAssertion[] = [];
  const files: PlanTaskFile[] = [];
  const notes: PlanNote[] = [];
  for (const item of mapsOf(mustHaves, 'artifacts')) {
    const path = pathOf(item, 'path');
    if (path === undefined) {
      notes.push({ line: place(item).line, message: 'the artifact has no path in the workspace' });
      continue;
    }
    files.push({ ...place(item), path, role: 'write', isOptional: true });
    assertions.push(...artifactChecks(item, path, place));
  }
  for (const item of mapsOf(mustHaves, 'key_links')) {
    const found = linkChecks(item, place);
    if ('message' in found) notes.push(found);
    else assertions.push(...found.checks);
  }
  return { assertions, files, notes };
}

function mapsOf(map: YAMLMap | undefined, key: string): readonly YAMLMap[] {
  const list = map?.get(key, true) as unknown;
  return isSeq(list) ? list.items.filter((item) => isMap(item)) : [];
}

function textOf(item: YAMLMap, key: string): string | undefined {
  return textsOf(item, key)[0]?.text;
}

function pathOf(item: YAMLMap, key: string): string | undefined {
  const written = textOf(item, key);
  if (written === undefined) return undefined;
  const whole = toWrittenPath(written)?.path;
  return whole ?? toWrittenPath(written.trim().split(/\s+/)[0] ?? '')?.path;
}

function artifactChecks(item: YAMLMap, path: string, place: (node: Node) => PlanPlace): readonly PlanAssertion[] {
  const at = place(item);
  const checks: PlanAssertion[] = [
    { ...at, message: `${path} must exist`, check: { type: 'file_exists', target: path } },
  ];
  const lines = Number(textOf(item, 'min_lines'));
  if (Number.isInteger(lines) && lines > 1) {
    // GSD counts the parts between line breaks.
    checks.push({
      ...at,
      message: `${path} must have at least ${lines} lines`,
      check: { type: 'pattern_match', target: path, pattern: `(?:[^\\n]*\\n){${lines - 1}}`, flags: '' },
    });
  }
  for (const { text, node } of textsOf(item, 'contains')) {
    if (text !== '')
      checks.push({
        ...place(node),
        message: `${path} must contain ${JSON.stringify(text)}`,
        check: { type: 'contains', target: path, expected: text },
      });
  }
  for (const { text, node } of textsOf(item, 'exports')) {
    const name = /^(?:default\b|[A-Za-z_$][\w$]*)/.exec(text.trim())?.[0];
    if (name === undefined) continue;
    const isExport = isReadModule(path) && name === text.trim();
    checks.push({
      ...place(node),
      message: `${path} must export ${text}`,
      check: isExport
        ? { type: 'export_exists', target: name, file: path }
        : { type: 'contains', target: path, expected: text },
    });
  }
  return checks;
}

function linkChecks(
  item: YAMLMap,
  place: (node: Node) => PlanPlace,
): { readonly checks: readonly PlanAssertion[] } | PlanNote {
  const at = place(item);
  const from = pathOf(item, 'from');
  const to = textOf(item, 'to') ?? '';
  if (from === undefined)
    return { line: at.line, message: `the key link has no source in the workspace: ${textOf(item, 'from') ?? ''}` };
  const exists: PlanAssertion = { ...at, message: `${from} must exist`, check: { type: 'file_exists', target: from } };
  const pattern = textOf(item, 'pattern');
  if (pattern === undefined) {
    if (to === '') return { line: at.line, message: 'the key link has neither a pattern nor a target' };
    return {
      checks: [
        exists,
        { ...at, message: `${from} must refer to ${to}`, check: { type: 'contains', target: from, expected: to } },
      ],
    };
  }
  try {
    new RegExp(pattern);
  } catch {
    return { line: at.line, message: `the pattern of the key link is no regular expression: ${pattern}` };
  }
  const target = pathOf(item, 'to');
  const isFile = target !== undefined && target === to.trim() && /\.\w+$/.test(target) && target !== from;
  const searched = isFile ? `{${from},${target}}` : from;
  return {
    checks: [
      exists,
      {
        ...at,
        message: `${from} must be linked to ${to}`,
        check: { type: 'pattern_match', target: searched, pattern, flags: '' },
      },
    ],
  };
}
