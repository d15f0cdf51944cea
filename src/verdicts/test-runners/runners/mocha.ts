import { parse as parseYaml } from 'yaml';
import { isRecord } from '../../../foundation/is-record.ts';
import { isPathPattern } from '../../../contract/globs/path-matcher.ts';
import { MOCHA_OPTIONS } from '../../plan/commands/test-runners.ts';
import { stringsOf, valuesOf, type RunnerConfiguration } from './configuration-values.ts';
import { globFilter } from './file-patterns.ts';
import { optionWords, type FileSelection, type RunnerCall, type TestRunner } from './test-runner.ts';

const DEFAULT_EXTENSIONS = ['js', 'cjs', 'mjs'];

/** An operand is a test file, a folder or a glob. */
export const mocha: TestRunner = {
  name: 'mocha',
  programs: ['mocha', '_mocha', 'ts-mocha'],
  package: 'mocha',
  options: MOCHA_OPTIONS,
  watchOptions: ['--watch', '-w'],
  command: 'mocha',
  configurationFiles: /^\.mocharc\.(?:[cm]?js|ya?ml|jsonc?)$/,
  setupKeys: ['require', 'file', 'import', 'node-option'],
  selectFiles,
};

function selectFiles(call: RunnerCall, configurations: readonly RunnerConfiguration[]): FileSelection | undefined {
  const [configuration] = configurations;
  const settings = configuration === undefined ? {} : readSettings(configuration);
  if (settings === undefined) return undefined;
  const fromOptions = call.options.flatMap(({ name, value }) =>
    name === '--spec' && value !== undefined ? value : [],
  );
  const specs = [...call.operands, ...fromOptions, ...listOf(settings['spec'])];
  const extensions = [
    ...call.options.flatMap(({ name, value = '' }) => (name === '--extension' ? value.split(',') : [])),
    ...listOf(settings['extension']),
  ].map((extension) => extension.replace(/^\./, ''));
  const isRecursive = settings['recursive'] === true || call.options.some(({ name }) => name === '--recursive');
  const known = [...new Set([...DEFAULT_EXTENSIONS, ...extensions])];
  const files = (specs.length > 0 ? specs : ['./test']).flatMap((spec) => toGlobs(spec, known, isRecursive));
  // Mocha adds the files of its configuration to those of the command. Only other settings may apply.
  const hasSpec = settings['spec'] !== undefined;
  return {
    isTestFile: globFilter(files),
    argumentsFor: (chosen) => [
      ...optionWords(call, hasSpec ? /^--(?:spec|watch|recursive|config)$|^-w$/ : /^--(?:spec|watch|recursive)$|^-w$/),
      ...(hasSpec ? ['--no-config', '--no-package', ...settingOptions(settings)] : []),
      ...chosen,
    ],
  };
}

/** The settings of a configuration. Code is read for `spec` only; `undefined` if it has one, or if it cannot be read. */
function readSettings({ file, text }: RunnerConfiguration): Readonly<Record<string, unknown>> | undefined {
  if (/\.[cm]?js$/.test(file)) {
    const isPlain = valuesOf(text, 'spec').length === 0 && !/\bspec\b/.test(text) && !/\brequire\(|\.\.\./.test(text);
    return isPlain ? { extension: valuesOf(text, 'extension').flatMap(stringsOf) } : undefined;
  }
  try {
    const settings: unknown = parseYaml(text.replaceAll(/^\s*\/\/.*$/gm, ''));
    return isRecord(settings) && settings['extends'] === undefined ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** Settings as options, without those that select files. */
function settingOptions(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (name === 'spec' || name === 'recursive' || name === 'watch') return [];
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
    return listOf(value).map((item) => `--${name}=${item}`);
  });
}

function listOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item !== 'object').map(String);
}

/** A folder means the test files in it; anything else is a file or a glob. */
function toGlobs(spec: string, extensions: readonly string[], isRecursive: boolean): readonly string[] {
  const path = spec.replace(/^\.\//, '').replace(/\/$/, '');
  if (isPathPattern(path)) return [path];
  return [path, `${path}/${isRecursive ? '**/' : ''}*.{${extensions.join(',')}}`];
}
