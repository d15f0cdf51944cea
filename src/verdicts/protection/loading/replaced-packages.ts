import { isRecord } from '../../../foundation/is-record.ts';
import type { ProtectedChange } from '../changes/protected-change.ts';
import { readProvingSteps } from '../commands/proving-steps.ts';
import { isLibraryModule } from '../tests/javascript/library-names.ts';
import { createLoaded, placeOf, type ChangedTree } from './changed-tree.ts';

/** A place other than the registry. A package of the same workspace is the code under review itself. */
const PLACE = /^(?:file:|link:|portal:|patch:|npm:|git|https?:|@|\.{0,2}\/|[\w.-]+\/[\w.-]+)/;
const SECTIONS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
];
const PYTHON_RUNNER = /^(?:pytest|pluggy|iniconfig|unittest2|nose2?|hypothesis)$/;
const PATCH = /(?:^|\/)(?:patches|\.yarn\/patches)\/(?:.*\/)?([^/]+)\.(?:patch|diff)$/;

/** Whether a package comes from another place than before: a folder, a repository, or under another name. */
export function isElsewhere(before: string, after: string): boolean {
  return !PLACE.test(before) && PLACE.test(after);
}

/** [PROOF-1] Finds the runners and the assertion libraries that a change replaces by other packages, or patches. */
export function findReplacedPackages(tree: ChangedTree): readonly ProtectedChange[] {
  return tree.files.flatMap(({ path, before = '', after }) => {
    if (after === undefined || before === after) return [];
    if (/(?:^|\/)package\.json$/.test(path)) {
      return [...compareManifests(path, before, after), ...(before === '' ? findOwnRunner(tree, path, after) : [])];
    }
    if (/(?:^|\/)pnpm-workspace\.yaml$/.test(path)) {
      return [...findPatched(path, before, after), ...findOverridden(path, before, after)];
    }
    if (/(?:^|\/)package-lock\.json$/.test(path)) return compareLocks(path, before, after);
    // pnpm executes it at every installation.
    if (/(?:^|\/)\.pnpmfile\.c?js$/.test(path) && before === '') {
      return [createLoaded(path, placeOf(path), 'pnpm executes the new file when it installs packages')];
    }
    if (/(?:^|\/)(?:pyproject\.toml|requirements[^/]*\.txt|Pipfile)$/.test(path))
      return comparePython(path, before, after);
    const name = PATCH.exec(path)?.[1];
    return name === undefined ? [] : [describePatch(path, patchedPackage(name))];
  });
}

/** `vitest+3.0.0`, `@vitest+expect+3.0.0`, `vitest@3.0.0`, `vitest-npm-3.0.0-1a2b` → the name of the package. */
function patchedPackage(name: string): string {
  const plain = name.replace(/^(@[^+/]+)[+](?=[a-z])/, '$1/').replace(/^@([\w.]+)-(\w+)-npm-/, '@$1/$2-npm-');
  return plain.replace(/-(?:npm|patch)-.*$|[+@][\d^~v].*$/, '');
}

function describePatch(path: string, name: string): ProtectedChange {
  const isRunner = isRunnerPackage(name);
  return createLoaded(name, placeOf(path), `A patch changes the package ${name}`, isRunner ? 'less' : 'unknown');
}

/** Whether a package is a test runner or an assertion library, or a part of one. */
function isRunnerPackage(name: string): boolean {
  const plain = name.replace(/(?<=.)@.*$/, '');
  if (isLibraryModule(plain) || isLibraryModule(`${plain}/x`)) return true;
  return readProvingSteps(plain, { stopsAtFailure: false }).some(({ kind }) => kind === 'tests');
}

function compareManifests(path: string, before: string, after: string): readonly ProtectedChange[] {
  const [known, stated] = [readStated(before), readStated(after)];
  const replaced = [...stated].flatMap(([key, value]): readonly ProtectedChange[] => {
    const name = key.slice(key.lastIndexOf('\0') + 1);
    const earlier = known.get(key);
    const isSame = value.startsWith(`npm:${name}@`);
    if (earlier === value || isSame || !isRunnerPackage(name) || !isElsewhere(earlier ?? '', value)) return [];
    return [createLoaded(name, placeOf(path), `The package comes from ${value}`)];
  });
  return [...replaced, ...findPatched(path, before, after)];
}

/** The versions that a manifest states, by section and name. */
function readStated(text: string): ReadonlyMap<string, string> {
  const stated = new Map<string, string>();
  const data = parseJson(text);
  const visit = (section: string, value: unknown): void => {
    if (!isRecord(value)) return;
    for (const [name, version] of Object.entries(value)) {
      if (typeof version === 'string')
        stated.set(`${section}\0${name.replace(/^.*\/(?=[^@/]+$)(?<!@[^/]*\/)/, '')}`, version);
      else visit(section, version);
    }
  };
  for (const section of SECTIONS) visit(section, data[section]);
  visit('overrides', isRecord(data['pnpm']) ? data['pnpm']['overrides'] : undefined);
  return stated;
}

/** The packages that a manifest patches: `patchedDependencies` of pnpm. */
function findPatched(path: string, before: string, after: string): readonly ProtectedChange[] {
  const namesIn = (text: string): readonly string[] => {
    const [, block = ''] = /patchedDependencies["']?\s*:\s*(\{[^}]*\}|(?:\n[ \t]+[^\n]+)+)/.exec(text) ?? [];
    return [...block.matchAll(/["']?(@?[\w./-]+?)(?:@[^"':\s]*)?["']?\s*:/g)].map(([, name = '']) => name);
  };
  const known = new Set(namesIn(before));
  return namesIn(after).flatMap((name) =>
    known.has(name) || !isRunnerPackage(name)
      ? []
      : [createLoaded(name, placeOf(path), `A patch changes the package ${name}`)],
  );
}

/** A new package of the workspace with the name of a runner that the tree installs. */
function findOwnRunner(tree: ChangedTree, path: string, text: string): readonly ProtectedChange[] {
  const { name } = parseJson(text);
  if (typeof name !== 'string' || !isRunnerPackage(name)) return [];
  const root = tree.textAfter('package.json') ?? '';
  const isOwn = /"workspaces"/.test(root) && readNames(tree.textBefore('package.json') ?? '').has(name);
  return isOwn ? [createLoaded(name, placeOf(path), `The workspace provides the package ${name}`)] : [];
}

function readNames(text: string): ReadonlySet<string> {
  return new Set([...readStated(text).keys()].map((key) => key.slice(key.lastIndexOf('\0') + 1)));
}

/** `overrides:` of pnpm-workspace.yaml. */
function findOverridden(path: string, before: string, after: string): readonly ProtectedChange[] {
  const read = (text: string): readonly (readonly [string, string])[] =>
    [
      ...(/^overrides:\s*\n((?:[ \t]+.*\n?)*)/m.exec(text)?.[1] ?? '').matchAll(
        /^\s+["']?(@?[\w./-]+?)(?:@[^"':]*)?["']?:\s*["']?(\S+?)["']?\s*$/gm,
      ),
    ].map(([, name = '', value = '']) => [name, value]);
  const known = new Map(read(before));
  return read(after).flatMap(([name, value]) =>
    known.get(name) === value || !isRunnerPackage(name) || !isElsewhere(known.get(name) ?? '', value)
      ? []
      : [createLoaded(name, placeOf(path), `The package comes from ${value}`)],
  );
}

/** A lock file installs a runner from another place, or another content under the same version. */
function compareLocks(path: string, before: string, after: string): readonly ProtectedChange[] {
  const packagesIn = (text: string): ReadonlyMap<string, Readonly<Record<string, unknown>>> => {
    const { packages } = parseJson(text);
    return new Map(
      isRecord(packages)
        ? Object.entries(packages).flatMap(([name, one]) => (isRecord(one) ? [[name, one] as const] : []))
        : [],
    );
  };
  const known = packagesIn(before);
  return [...packagesIn(after)].flatMap(([key, entry]): readonly ProtectedChange[] => {
    const name = /(?:^|.*\/)node_modules\/(.+)$/.exec(key)?.[1];
    if (name === undefined || !isRunnerPackage(name)) return [];
    const earlier = known.get(key);
    const place = typeof entry['resolved'] === 'string' ? entry['resolved'] : '';
    const isLinked =
      (entry['link'] === true && earlier?.['link'] !== true) ||
      (PLACE.test(place) && !/^https?:/.test(place) && earlier?.['resolved'] !== place);
    const isOther =
      earlier !== undefined &&
      earlier['version'] === entry['version'] &&
      earlier['integrity'] !== undefined &&
      entry['integrity'] !== undefined &&
      earlier['integrity'] !== entry['integrity'];
    if (!isLinked && !isOther) return [];
    return [
      createLoaded(
        name,
        placeOf(path),
        isLinked ? `The package comes from ${place}` : 'The package has another content under the same version',
      ),
    ];
  });
}

function comparePython(path: string, before: string, after: string): readonly ProtectedChange[] {
  const placesIn = (text: string): ReadonlyMap<string, string> =>
    new Map(
      [
        ...text.matchAll(/^\s*["']?([\w-]+)(?:\[[^\]]*\])?\s*(@\s*[^"'\s,;]+)/gm),
        ...text.matchAll(/["']([\w-]+)(?:\[[^\]]*\])?\s*(@\s*[^"'\s,;]+)/g),
        ...text.matchAll(/^\s*([\w-]+)\s*=\s*(\{[^}\n]*\b(?:path|url|git|file)\s*=[^}\n]*\})/gm),
      ].flatMap(([, name = '', place = '']) =>
        PYTHON_RUNNER.test(name.toLowerCase()) ? [[name, place] as const] : [],
      ),
    );
  const known = placesIn(before);
  return [...placesIn(after)].flatMap(([name, place]) =>
    known.get(name) === place
      ? []
      : [createLoaded(name, placeOf(path), `The package comes from ${place.replace(/^@\s*/, '')}`)],
  );
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(text);
    return isRecord(data) ? data : {};
  } catch {
    return {};
  }
}
