import type { FileVersions } from '../../protection/changes/protected-change.ts';
import { isElsewhere } from '../../protection/loading/replaced-packages.ts';
import { isRecord } from '../../../foundation/is-record.ts';
import type { FactPlace, FactRule, SampleFile } from '../interface/fact-rule.ts';
import { sampleOf } from '../interface/sample.ts';

/** A dependency as a manifest states it. */
interface StatedDependency {
  readonly version: string;
  readonly line: number;
}

type Dependencies = ReadonlyMap<string, StatedDependency>;

/** Dependencies that an earlier version, or a copy from another place, takes the place of. */
export const dependencyReplaced: FactRule = {
  id: 'dependency-replaced',
  message: 'A dependency was rolled back or replaced',
  reason:
    'An earlier version has the faults that the later one corrected, and a copy from a folder or a repository is not what others use.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: (path) => readerOf(path) !== undefined,
  samples: [
    packageOf('"zod": "^4.1.0"', '"zod": "^3.25.0"'),
    packageOf('"zod": "4.1.10"', '"zod": "4.1.9"'),
    packageOf('"zod": "^4.1.0"', '"zod": "file:./vendor/zod"'),
    packageOf('"zod": "^4.1.0"', '"zod": "npm:zod-fork@^4.1.0"'),
    packageOf('"zod": "^4.1.0"', '"zod": "github:someone/zod#main"'),
    sampleOf('requirements.txt', 'requests==2.32.3\n', 'requests==2.31.0\n'),
    sampleOf('requirements-dev.txt', 'pytest>=8.1\n', 'pytest @ git+https://example.org/pytest\n'),
    sampleOf(
      'pyproject.toml',
      '[project]\ndependencies = [\n  "httpx>=0.28",\n]\n',
      '[project]\ndependencies = [\n  "httpx>=0.27",\n]\n',
    ),
    sampleOf(
      'pyproject.toml',
      '[tool.poetry.dependencies]\nhttpx = "^0.28"\n',
      '[tool.poetry.dependencies]\nhttpx = "^0.27"\n',
    ),
    sampleOf('poetry.lock', lockOf('0.28.1'), lockOf('0.28.0')),
    sampleOf('package-lock.json', packageLockOf('4.1.2'), packageLockOf('4.1.1')),
    sampleOf('go.mod', 'module m\n\nrequire github.com/a/b v1.4.0\n', 'module m\n\nrequire github.com/a/b v1.3.9\n'),
    sampleOf(
      'go.mod',
      'module m\n\nrequire (\n\tgithub.com/a/b v1.4.0\n)\n',
      'module m\n\nrequire (\n\tgithub.com/a/b v1.4.0\n)\n\nreplace github.com/a/b => ./b\n',
    ),
  ],
  nearMisses: [
    packageOf('"zod": "^4.1.0"', '"zod": "^4.2.0"'),
    packageOf('"zod": "^4.1.9"', '"zod": "^4.1.10"'),
    packageOf('"zod": "^4.1.0"', '"zod": "^4.1.0",\n    "yaml": "^2.0.0"'),
    packageOf('"zod": "^4.1.0",\n    "yaml": "^2.0.0"', '"zod": "^4.1.0"'),
    packageOf('"zod": "^4.1.0"', '"zod": "~4.1.0"'),
    packageOf('"zod": "^4.1.0"', '"zod": "workspace:*"'),
    packageOf('"zod": "file:./vendor/zod"', '"zod": "^4.1.0"'),
    sampleOf('requirements.txt', 'requests==2.31.0\n', 'requests==2.32.3\n# pinned\n'),
    sampleOf('go.mod', 'module m\n\nrequire github.com/a/b v1.9.0\n', 'module m\n\nrequire github.com/a/b v1.10.0\n'),
  ],
  find: ({ files }) => files.flatMap(compareFile),
};

function packageOf(before: string, after: string): readonly SampleFile[] {
  const textOf = (dependencies: string): string => `{\n  "dependencies": {\n    ${dependencies}\n  }\n}\n`;
  return sampleOf('package.json', textOf(before), textOf(after));
}

function lockOf(version: string): string {
  return `[[package]]\nname = "httpx"\nversion = "${version}"\n`;
}

function packageLockOf(version: string): string {
  const packages = { '': { dependencies: { zod: '^4.1.0' } }, 'node_modules/zod': { version } };
  return JSON.stringify({ lockfileVersion: 3, packages }, null, 2);
}

function compareFile({ path, before, after }: FileVersions): readonly FactPlace[] {
  const read = readerOf(path);
  if (read === undefined || before === undefined || after === undefined) return [];
  const [earlier, later] = [read(before), read(after)];
  return [...later].flatMap(([name, { version, line }]): FactPlace[] => {
    const known = earlier.get(name)?.version;
    // The version of the project itself before a release.
    if (version.includes('.dev')) return [];
    if (known === undefined || known === version || !(isLower(known, version) || isElsewhere(known, version)))
      return [];
    return [{ file: path, line, before: `${name} ${known}`, after: `${name} ${version}` }];
  });
}

type Reader = (text: string) => Dependencies;

function readerOf(path: string): Reader | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'package.json') return readPackage;
  if (name === 'package-lock.json' || name === 'npm-shrinkwrap.json') return readPackageLock;
  if (name === 'poetry.lock' || name === 'uv.lock') return readPythonLock;
  if (name === 'go.mod') return readGoModule;
  if (name === 'pyproject.toml') return readPyProject;
  return /^(?:.*-)?(?:requirements|constraints)(?:[-_.].*)?\.txt$/.test(name) ? readRequirements : undefined;
}

const SECTIONS = /^(?:dependencies|devDependencies|peerDependencies|optionalDependencies|overrides|resolutions)$/;

function readPackage(text: string): Dependencies {
  const lines = text.split('\n');
  const stated = listStated(parseJson(text)).flatMap(({ section, name, value }): [string, StatedDependency][] => {
    if (typeof value !== 'string') return [];
    const start = lines.findIndex((line) => line.includes(`"${section}"`));
    const line = lines.findIndex((one, index) => index >= start && one.includes(`"${name}"`)) + 1;
    return [[name, { version: value, line: Math.max(1, line) }]];
  });
  return new Map(stated);
}

/** The installed versions of the packages that the project itself names. */
function readPackageLock(text: string): Dependencies {
  const lines = text.split('\n');
  const packages = recordOf(recordOf(parseJson(text))['packages']);
  const installed = listStated(packages['']).flatMap(({ name }): [string, StatedDependency][] => {
    const key = `node_modules/${name}`;
    const { version } = recordOf(packages[key]);
    const line = lines.findIndex((one) => one.includes(`"${key}"`)) + 1;
    return typeof version === 'string' ? [[name, { version, line }]] : [];
  });
  return new Map(installed);
}

/** The entries of the sections of a package that name dependencies. */
function listStated(data: unknown): readonly { section: string; name: string; value: unknown }[] {
  return Object.entries(recordOf(data)).flatMap(([section, entries]) =>
    SECTIONS.test(section) ? Object.entries(recordOf(entries)).map(([name, value]) => ({ section, name, value })) : [],
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

type Entry = readonly [name: string, version: string];

/** Reads the lines of a text. @param entryOf what a line states */
function readLines(text: string, entryOf: (line: string) => Entry | undefined): Dependencies {
  const found = new Map<string, StatedDependency>();
  for (const [index, line] of text.split('\n').entries()) {
    const entry = entryOf(line);
    if (entry !== undefined) found.set(entry[0], { version: entry[1], line: index + 1 });
  }
  return found;
}

function readPythonLock(text: string): Dependencies {
  let name = '';
  return readLines(text, (line) => {
    const [, key, value = ''] = /^(name|version) = "([^"]+)"/.exec(line) ?? [];
    if (key === 'name') name = value;
    return key === 'version' ? [name, value] : undefined;
  });
}

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(@.*|[=<>!~].*)$/;

function readRequirements(text: string): Dependencies {
  return readLines(text, (line) =>
    requirementOf(
      line
        .replace(/\s+#.*$/, '')
        .replace(/\s*;.*$/, '')
        .trim(),
    ),
  );
}

function requirementOf(text: string): Entry | undefined {
  const [, name, version] = REQUIREMENT.exec(text) ?? [];
  return name === undefined || version === undefined ? undefined : [name.toLowerCase(), version];
}

/** The requirements of a project file: strings of a list, or keys of a table of Poetry. */
function readPyProject(text: string): Dependencies {
  let section = '';
  return readLines(text, (line) => {
    section = /^\[([^\]]+)\]/.exec(line)?.[1] ?? section;
    const [, key, range = ''] = /^([\w.-]+)\s*=\s*["']([^"']+)["']/.exec(line) ?? [];
    if (key !== undefined && section.endsWith('dependencies'))
      return requirementOf(`${key} ${/^[=<>!~@]/.test(range) ? '' : '=='}${range}`);
    return requirementOf(/^\s*["']([^"']+)["']\s*,?\s*(?:#.*)?$/.exec(line)?.[1] ?? '');
  });
}

/** A module that is replaced has its replacement as its version. */
function readGoModule(text: string): Dependencies {
  return readLines(text, (raw) => {
    const line = raw.replace(/\/\/.*$/, '').trim();
    const [, replaced, replacement] = /^(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(.+)$/.exec(line) ?? [];
    if (replaced !== undefined && replacement !== undefined) return [replaced, replacement];
    const [, name, version] = /^(?:require\s+)?(\S+\.\S+)\s+(v\d\S*)$/.exec(line) ?? [];
    return name === undefined || version === undefined ? undefined : [name, version];
  });
}

function isLower(before: string, after: string): boolean {
  const [one, other] = [numbersOf(before), numbersOf(after)];
  if (one === undefined || other === undefined || isElsewhere(before, after)) return false;
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (other[at] ?? 0) - (one[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** The first version of a range; `undefined` if there is none. */
function numbersOf(version: string): readonly number[] | undefined {
  return /\d+(?:\.\d+)*/.exec(version)?.[0].split('.').map(Number);
}
