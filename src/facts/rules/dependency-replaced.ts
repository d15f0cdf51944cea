import type { FileVersions } from '../../protection/changes/protected-change.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';

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
    [packageOf('"zod": "^4.1.0"', '"zod": "^3.25.0"')],
    [packageOf('"zod": "4.1.10"', '"zod": "4.1.9"')],
    [packageOf('"zod": "^4.1.0"', '"zod": "file:./vendor/zod"')],
    [packageOf('"zod": "^4.1.0"', '"zod": "npm:zod-fork@^4.1.0"')],
    [packageOf('"zod": "^4.1.0"', '"zod": "github:someone/zod#main"')],
    [{ file: 'requirements.txt', before: 'requests==2.32.3\n', after: 'requests==2.31.0\n' }],
    [{ file: 'requirements-dev.txt', before: 'pytest>=8.1\n', after: 'pytest @ git+https://example.org/pytest\n' }],
    [
      {
        file: 'pyproject.toml',
        before: '[project]\ndependencies = [\n  "httpx>=0.28",\n]\n',
        after: '[project]\ndependencies = [\n  "httpx>=0.27",\n]\n',
      },
    ],
    [
      {
        file: 'pyproject.toml',
        before: '[tool.poetry.dependencies]\nhttpx = "^0.28"\n',
        after: '[tool.poetry.dependencies]\nhttpx = "^0.27"\n',
      },
    ],
    [{ file: 'poetry.lock', before: lockOf('0.28.1'), after: lockOf('0.28.0') }],
    [{ file: 'package-lock.json', before: packageLockOf('4.1.2'), after: packageLockOf('4.1.1') }],
    [
      {
        file: 'go.mod',
        before: 'module m\n\nrequire github.com/a/b v1.4.0\n',
        after: 'module m\n\nrequire github.com/a/b v1.3.9\n',
      },
    ],
    [
      {
        file: 'go.mod',
        before: 'module m\n\nrequire (\n\tgithub.com/a/b v1.4.0\n)\n',
        after: 'module m\n\nrequire (\n\tgithub.com/a/b v1.4.0\n)\n\nreplace github.com/a/b => ./b\n',
      },
    ],
  ],
  nearMisses: [
    [packageOf('"zod": "^4.1.0"', '"zod": "^4.2.0"')],
    [packageOf('"zod": "^4.1.9"', '"zod": "^4.1.10"')],
    [packageOf('"zod": "^4.1.0"', '"zod": "^4.1.0",\n    "yaml": "^2.0.0"')],
    [packageOf('"zod": "^4.1.0",\n    "yaml": "^2.0.0"', '"zod": "^4.1.0"')],
    [packageOf('"zod": "^4.1.0"', '"zod": "~4.1.0"')],
    [packageOf('"zod": "^4.1.0"', '"zod": "workspace:*"')],
    [packageOf('"zod": "file:./vendor/zod"', '"zod": "^4.1.0"')],
    [{ file: 'requirements.txt', before: 'requests==2.31.0\n', after: 'requests==2.32.3\n# pinned\n' }],
    [
      {
        file: 'go.mod',
        before: 'module m\n\nrequire github.com/a/b v1.9.0\n',
        after: 'module m\n\nrequire github.com/a/b v1.10.0\n',
      },
    ],
  ],
  find: ({ files }) => files.flatMap(compareFile),
};

function packageOf(before: string, after: string) {
  const textOf = (dependencies: string): string => `{\n  "dependencies": {\n    ${dependencies}\n  }\n}\n`;
  return { file: 'package.json', before: textOf(before), after: textOf(after) };
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
  const found = new Map<string, StatedDependency>();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return found;
  }
  for (const [section, entries] of Object.entries(isObject(data) ? data : {})) {
    if (!SECTIONS.test(section) || !isObject(entries)) continue;
    const start = lines.findIndex((line) => line.includes(`"${section}"`));
    for (const [name, version] of Object.entries(entries)) {
      if (typeof version !== 'string') continue;
      const line = lines.findIndex((one, index) => index >= start && one.includes(`"${name}"`)) + 1;
      found.set(name, { version, line: Math.max(1, line) });
    }
  }
  return found;
}

/** The installed versions of the packages that the project itself names. */
function readPackageLock(text: string): Dependencies {
  const found = new Map<string, StatedDependency>();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return found;
  }
  const packages = isObject(data) ? data['packages'] : undefined;
  const root = isObject(packages) ? packages[''] : undefined;
  if (!isObject(packages) || !isObject(root)) return found;
  const lines = text.split('\n');
  for (const [section, entries] of Object.entries(root)) {
    if (!SECTIONS.test(section) || !isObject(entries)) continue;
    for (const name of Object.keys(entries)) {
      const key = `node_modules/${name}`;
      const version = isObject(packages[key]) ? packages[key]['version'] : undefined;
      if (typeof version !== 'string') continue;
      found.set(name, { version, line: lines.findIndex((line) => line.includes(`"${key}"`)) + 1 });
    }
  }
  return found;
}

function readPythonLock(text: string): Dependencies {
  const found = new Map<string, StatedDependency>();
  let name = '';
  for (const [index, line] of text.split('\n').entries()) {
    const [, key, value] = /^(name|version) = "([^"]+)"/.exec(line) ?? [];
    if (key === 'name') name = value ?? '';
    else if (key === 'version' && value !== undefined) found.set(name, { version: value, line: index + 1 });
  }
  return found;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(@.*|[=<>!~].*)$/;

function readRequirements(text: string): Dependencies {
  return readLines(text, (line) =>
    line
      .replace(/\s+#.*$/, '')
      .replace(/\s*;.*$/, '')
      .trim(),
  );
}

/** The requirements of a project file: strings of a list, or keys of a table of Poetry. */
function readPyProject(text: string): Dependencies {
  let section = '';
  return readLines(text, (line) => {
    section = /^\[([^\]]+)\]/.exec(line)?.[1] ?? section;
    const [, key, range = ''] = /^([\w.-]+)\s*=\s*["']([^"']+)["']/.exec(line) ?? [];
    if (key !== undefined && section.endsWith('dependencies'))
      return `${key} ${/^[=<>!~@]/.test(range) ? '' : '=='}${range}`;
    return /^\s*["']([^"']+)["']\s*,?\s*(?:#.*)?$/.exec(line)?.[1] ?? '';
  });
}

function readLines(text: string, requirementOf: (line: string) => string): Dependencies {
  const found = new Map<string, StatedDependency>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, name, version] = REQUIREMENT.exec(requirementOf(line)) ?? [];
    if (name !== undefined && version !== undefined) found.set(name.toLowerCase(), { version, line: index + 1 });
  }
  return found;
}

/** A module that is replaced has its replacement as its version. */
function readGoModule(text: string): Dependencies {
  const found = new Map<string, StatedDependency>();
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/\/\/.*$/, '').trim();
    const [, replaced, replacement] = /^(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(.+)$/.exec(line) ?? [];
    const [, name, version] = /^(?:require\s+)?(\S+\.\S+)\s+(v\d\S*)$/.exec(line) ?? [];
    if (replaced !== undefined && replacement !== undefined) {
      found.set(replaced, { version: replacement, line: index + 1 });
    } else if (name !== undefined && version !== undefined) found.set(name, { version, line: index + 1 });
  }
  return found;
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

/** A place other than the registry. A package of the same workspace is the code under review itself. */
const PLACE = /^(?:file:|link:|portal:|patch:|npm:|git|https?:|@|\.{0,2}\/|[\w.-]+\/[\w.-]+)/;

function isElsewhere(before: string, after: string): boolean {
  return !PLACE.test(before) && PLACE.test(after);
}
