import type { Setting, FileSettings } from './setting.ts';
import { keyOf } from './setting.ts';

/** Reads a file in which every line is a setting. Comments and blank lines do not count. */
export function readLineSettings(text: string): FileSettings {
  const settings = new Map<string, Setting>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const value = raw.trim();
    if (value !== '' && !/^[#;]/.test(value)) settings.set(value, { path: [value], value, line: index + 1 });
  }
  return settings;
}

/** Reads a whole text as one setting. Line endings and white space at the ends of lines do not count. */
export function readTextSetting(text: string): FileSettings {
  const value = text.replaceAll(/[ \t\r]+$/gm, '').trim();
  return new Map([['text', { path: ['text'], value, line: 1 }]]);
}

/**
 * Reads an INI or a TOML file: each key of each section. The path is the name of the tool and the key: `pytest` for the
 * sections `pytest`, `tool:pytest` and `tool.pytest.ini_options`.
 */
export function readSectionSettings(text: string): FileSettings {
  const settings = new Map<string, Setting>();
  let section = '';
  let path: readonly string[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const value = raw.trim();
    if (value === '' || /^[#;]/.test(value)) continue;
    const [, name] = /^\[+\s*([^\]]+?)\s*\]+$/.exec(value) ?? [];
    if (name !== undefined) {
      section = name;
      path = [];
      continue;
    }
    const [, indent, key] = /^(\s*)([^\s=:#[\]{},]+(?:\s+[^\s=:#]+)*)\s*[=:]/.exec(raw) ?? [];
    // An indented line of an INI file continues the value before it.
    if (key !== undefined && (indent === '' || path.length === 0)) path = [toolOf(section), section, key];
    append(settings, path, value, index + 1);
  }
  return settings;
}

function toolOf(section: string): string {
  return /^(?:tool[.:])?["']?([^.:"']*)/.exec(section)?.[1] ?? section;
}

/** The start of a rule or a variable: `test: build`, `test arg:`, `FLAGS = -O2`. */
const START = /^([\w./%$(){}@-][^:=\t]*?)\s*(::?(?!=)|[:?+!]{0,3}=)/;
/** The words before the name of a variable that do not belong to it. */
const VARIABLE_PREFIX = /^(?:(?:export|override|private|define)\s+)+/;

/** The key of the target that `make` builds without an argument. */
export const DEFAULT_TARGET = '(default target)';

/** Reads a Makefile or a justfile: each rule with its commands, and each variable. A repeated name adds to the first. */
export function readTargetSettings(text: string): FileSettings {
  const settings = new Map<string, Setting>();
  let keys: readonly string[] = [''];
  let isComment = false;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const value = raw.trim();
    if (isComment || value.startsWith('#')) {
      // A backslash at the end of a comment continues it on the next line.
      isComment = value.endsWith('\\');
      continue;
    }
    if (value === '') continue;
    const [, name, operator = ''] = START.exec(raw) ?? [];
    if (name !== undefined) keys = operator.includes('=') ? [name.replace(VARIABLE_PREFIX, '')] : name.split(/\s+/);
    for (const key of keys) append(settings, [key], value, index + 1);
    const [first = ''] = keys;
    if (name !== undefined && !operator.includes('=') && !/^\.[A-Z]|%/.test(first) && !settings.has(DEFAULT_TARGET)) {
      append(settings, [DEFAULT_TARGET], first, index + 1);
    }
  }
  return settings;
}

function append(settings: Map<string, Setting>, path: readonly string[], value: string, line: number): void {
  const key = keyOf(path);
  const existing = settings.get(key);
  settings.set(key, {
    path,
    line: existing?.line ?? line,
    value: existing === undefined ? value : `${existing.value}\n${value}`,
  });
}
