import { extname } from 'node:path/posix';
import { parseModule } from '../../parse-module.ts';
import { readModule } from '../../read-module.ts';
import type { TypeScript } from '../../typescript-parser.ts';
import { isAmbient } from '../ambient-files.ts';
import { readDeclaredNames } from '../declared-names.ts';
import type { TypeView } from '../engines/type-engine.ts';
import type { ImportGraph } from '../reach/edit-reach.ts';
import type { WorkspaceTexts } from '../workspace-texts.ts';
import { areImportsResolved } from './resolved-imports.ts';
import { RELIED_ON } from './relation-types.ts';
import { VersionProbe } from './version-probe.ts';
import type { VersionsRequest, VersionVerdicts } from './version-question.ts';

export interface VersionSources {
  readonly typescript: TypeScript;
  /** Where nobody knows who imports whom, nothing is sure. */
  readonly graph: ImportGraph | undefined;
  readonly texts: WorkspaceTexts;
  /** The project of the file, with another file whose text stands nowhere. */
  readonly view: (file: string, text: string) => TypeView;
}

const NOTHING: VersionVerdicts = new Map();

/**
 * Compares exports of a file with those of an earlier text. The earlier text is checked as a file beside it, so that its
 * imports mean what they meant; what it says of the whole program would count twice, so such files are not compared.
 */
export function compareVersions(
  { file, before, questions }: VersionsRequest,
  { typescript, graph, texts, view }: VersionSources,
): VersionVerdicts {
  if (questions.length === 0 || graph === undefined || !/(?<!\.d)\.(?:[mc]?ts|tsx)$/.test(file)) return NOTHING;
  const absolute = texts.absolute(file);
  const after = texts.own(absolute);
  if (after === undefined) return NOTHING;
  for (const text of [before, after]) {
    if (isAmbient(file, text) || readDeclaredNames(typescript, file, text).syntaxError !== undefined) return NOTHING;
  }
  const earlier = readModule(file, before, (part, dialect) => parseModule(typescript, part, dialect), 'parser');
  if (earlier === undefined) return NOTHING;
  const { declared } = readDeclaredNames(typescript, file, before);
  const imported = new Set(earlier.imports.flatMap(({ names }) => names.map(({ local }) => local)));
  if (RELIED_ON.some((name) => declared.has(name) || imported.has(name))) return NOTHING;
  const specifiers = [
    ...[...earlier.imports, ...earlier.starFrom].map(({ specifier }) => specifier),
    ...earlier.exports.flatMap(({ from }) => from ?? []),
  ];
  const beside = `${absolute}.holdfast-before${extname(file)}`;
  const probe = new VersionProbe(before, absolute, questions);
  const project = view(beside, probe.text);
  const isResolved = areImportsResolved(graph, file, specifiers, project.files(), (path) => texts.absolute(path));
  return isResolved ? probe.verdicts(project, beside) : NOTHING;
}
