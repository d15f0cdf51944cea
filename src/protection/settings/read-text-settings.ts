import type { Setting, Settings } from './setting.ts';

/** Reads a file in which every line is a setting. Comments and blank lines do not count. */
export function readLineSettings(text: string): Settings {
  const settings = new Map<string, Setting>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const value = raw.trim();
    if (value !== '' && !/^[#;]/.test(value)) settings.set(value, { path: [value], value, line: index + 1 });
  }
  return settings;
}

/** The start of a rule or a variable: `test: build`, `test arg:`, `FLAGS = -O2`. */
const START = /^([\w./%$(){}@-][^:=\t]*?)\s*(?:::?(?!=)|[:?+!]?=)/;

/** Reads a Makefile or a justfile: each rule with its commands, and each variable. A repeated name adds to the first. */
export function readTargetSettings(text: string): Settings {
  const settings = new Map<string, Setting>();
  let key = '';
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const value = raw.trim();
    if (value === '' || value.startsWith('#')) continue;
    key = START.exec(raw)?.[1] ?? key;
    const existing = settings.get(key);
    settings.set(key, {
      path: [key],
      line: existing?.line ?? index + 1,
      value: existing === undefined ? value : `${existing.value}\n${value}`,
    });
  }
  return settings;
}
