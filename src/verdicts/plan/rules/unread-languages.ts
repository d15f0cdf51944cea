import { MODULE_LANGUAGES } from '../../../code/language/source-language.ts';
import { codeLanguageOf, hasExports, INDEXED_LANGUAGES } from '../../../code/languages/language-table.ts';
import { dataFormatOf, isSupported, UNSUPPORTED_FORMAT_HINT } from '../../checks/data/data-format.ts';
import { DECLARATION_CHECKS } from '../../checks/interfaces/required-names.ts';
import type { DataPath } from '../../../contract/document.ts';
import { isGlob } from '../../../contract/globs/glob-syntax.ts';
import { isExclusion } from '../../../contract/globs/path-matcher.ts';
import type { Assertion } from '../../../contract/model.ts';
import { indexContract } from '../../../contract/contract-index.ts';
import { exportName } from '../../../contract/requirements.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { PlannedChunk } from '../facts/planned-chunk.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanRule } from './plan-rule.ts';

const SATISFIED_BY =
  'Ask for the file with file_exists, for its text with pattern_match or contains, or for its behavior with an acceptance command.';

/** Not in the source documents: an export of a language that is not read can never be found. */
export const unreadLanguages: PlanRule = {
  id: 'unread-language',
  title: 'Exports, signatures and types are required only of languages that are read',
  explanation:
    `Exports, functions and signatures are read from ${INDEXED_LANGUAGES} files, and types from ${MODULE_LANGUAGES} ` +
    'files. In any other file, such as CSS or JSON, they are never found, so that every attempt fails. file_exists, pattern_match, ' +
    'contains and acceptance commands work for every file. In Python and Go, a method or a field is no export. Data is read from JSON and YAML, never from TOML, INI or XML.',
  severity: 'error',
  runEffect: 'stop-chunk',
  structural: true,
  check: (facts) => {
    // A validator of the workspace can replace the one that reads modules.
    const severity = facts.initialPaths.hasBeginning('.holdfast/validators/') ? { severity: 'warning' as const } : {};
    return facts.chunks
      .flatMap((planned) => [
        ...findCreates(facts, planned),
        ...findDeclarations(facts, planned),
        ...findAssertions(facts, planned),
      ])
      .map((finding) => ({ ...finding, ...severity }));
  },
};

/** What a chunk creates, if no file that it may write is read, or only files in which the name is never an export. */
function findCreates(facts: PlanFacts, { chunk, at }: PlannedChunk): readonly RuleFinding[] {
  const files = chunk.allowedFiles.filter((entry) => !isExclusion(entry));
  if (chunk.creates.length === 0 || files.length === 0) return [];
  const [first = ''] = files;
  const language = files.every((file) => untypedLanguage(file) !== undefined) ? untypedLanguage(first) : undefined;
  if (language !== undefined) {
    return chunk.creates.flatMap((item, index) => {
      const name = exportName(item);
      const path = [...at, 'creates', index];
      return isMember(name) ? [memberOfExport(chunk.id, path, `The chunk creates "${name}"`, language)] : [];
    });
  }
  if (!files.every((file) => isUnread(file))) return [];
  const names = chunk.creates.map((item) => `"${exportName(item)}"`).join(', ');
  const message = `The chunk creates ${names}, but ${facts.keyNames.allowedFiles} contains no file whose exports are read: exports are read from ${INDEXED_LANGUAGES} files.`;
  return [{ chunk: chunk.id, at: [...at, 'creates'], message, satisfiedBy: SATISFIED_BY }];
}

/** The functions and types of a chunk, and those of the contract that the chunk is responsible for. */
function findDeclarations({ contract }: PlanFacts, { chunk, at }: PlannedChunk): readonly RuleFinding[] {
  const index = indexContract(contract);
  return (['functions', 'types'] as const).flatMap((key) => [
    ...chunk[key].flatMap((declaration, position) => findDeclaration(chunk, key, declaration, [...at, key, position])),
    ...(index[key].get(chunk) ?? []).flatMap((position) => {
      const declaration = contract[key][position];
      return declaration === undefined ? [] : findDeclaration(chunk, key, declaration, [key, position]);
    }),
  ]);
}

function findDeclaration(
  { id }: PlannedChunk['chunk'],
  key: 'functions' | 'types',
  { file, name }: { readonly file: string; readonly name: string },
  origin: DataPath,
): readonly RuleFinding[] {
  const untyped = key === 'types' ? untypedLanguage(file) : undefined;
  if (!isUnread(file) && untyped === undefined) return [];
  const subject = `The ${key === 'functions' ? 'signature' : 'type'} of "${name}" is required in`;
  const at = [...origin, 'file'];
  return [untyped === undefined ? unreadFile(id, file, at, subject) : untypedFile(id, file, at, subject, untyped)];
}

function findAssertions(facts: PlanFacts, { chunk, at }: PlannedChunk): readonly RuleFinding[] {
  return chunk.assertions.flatMap((assertion, index): RuleFinding[] => {
    const path = [...at, 'assertions', index, 'check'];
    const finding =
      findUnreadModule(facts, assertion, chunk.id, path) ?? findUnreadData(facts, assertion, chunk.id, path);
    if (finding === undefined) return [];
    // A suggestion never fails a chunk.
    return [assertion.type === 'suggest' ? { ...finding, severity: 'warning' } : finding];
  });
}

function findUnreadModule(
  facts: PlanFacts,
  assertion: Assertion,
  chunk: string,
  at: DataPath,
): RuleFinding | undefined {
  const file = fileOf(facts, assertion);
  if (file === undefined) return undefined;
  const { type, target } = assertion.check;
  const subject = `${type} requires "${target ?? ''}" in`;
  const untyped = type === 'type_matches' ? untypedLanguage(file) : undefined;
  if (untyped !== undefined) return untypedFile(chunk, file, [...at, 'file'], subject, untyped);
  const language =
    type === 'export_exists' && target !== undefined && isMember(target) ? untypedLanguage(file) : undefined;
  if (language !== undefined) {
    return memberOfExport(chunk, [...at, 'target'], `${type} requires "${target ?? ''}"`, language);
  }
  return isUnread(file) ? unreadFile(chunk, file, [...at, 'file'], subject) : undefined;
}

/** Types of checks that read data. Those with `true` read data only with a pointer. */
const DATA_CHECKS: Readonly<Record<string, boolean>> = { schema_match: false, contains: true, equals: true };

function findUnreadData(
  { contract }: PlanFacts,
  { check }: Assertion,
  chunk: string,
  at: DataPath,
): RuleFinding | undefined {
  const { type, target = '', validator, pointer, format } = check;
  if (!Object.hasOwn(DATA_CHECKS, type) || validator !== undefined || format !== undefined) return undefined;
  if (DATA_CHECKS[type] === true && pointer === undefined) return undefined;
  const resource = contract.resources.find(({ id }) => id === target);
  const dataFormat = dataFormatOf(resource?.format, resource ? resource.location : target);
  if (isSupported(dataFormat)) return undefined;
  const message = `${type} reads "${resource?.location ?? target}" as data, but ${dataFormat.toUpperCase()} is not supported.`;
  return { chunk, at: [...at, 'target'], message, satisfiedBy: UNSUPPORTED_FORMAT_HINT };
}

/** The path or glob of the file that a check reads as a module; `undefined` for any other check. */
function fileOf({ contract }: PlanFacts, { check }: Assertion): string | undefined {
  const { type, file, validator } = check;
  if (!DECLARATION_CHECKS.has(type) || typeof file !== 'string' || validator !== undefined) return undefined;
  const resource = contract.resources.find(({ id }) => id === file);
  if (resource) return resource.type === 'file' ? resource.location : undefined;
  const isOther = contract.steps.some(({ id }) => id === file) || /^https?:\/\//i.test(file);
  return isOther ? undefined : file;
}

function unreadFile(chunk: string, file: string, at: DataPath, subject: string): RuleFinding {
  const message = `${subject} "${file}", which is never read as a module: modules are ${INDEXED_LANGUAGES} files.`;
  return { chunk, path: file, at, message, satisfiedBy: SATISFIED_BY };
}

/** [LANG-2] A type of a language whose exports are read, but not its types. */
function untypedFile(chunk: string, file: string, at: DataPath, subject: string, language: string): RuleFinding {
  const message = `${subject} "${file}", but types of ${language} are not read: types are read from ${MODULE_LANGUAGES} files.`;
  const satisfiedBy =
    'Ask for the name with export_exists, for a function with signature_match, for the text of the file with pattern_match, or for its behavior with an acceptance command.';
  return { chunk, path: file, at, message, satisfiedBy };
}

/** [LANG-2] A method or a field, which no file exports by itself. */
function memberOfExport(chunk: string, at: DataPath, subject: string, language: string): RuleFinding {
  const message = `${subject}, but exports of ${language} are names without a period: methods and fields belong to their type.`;
  const satisfiedBy =
    'Require the type, a method with function_exists or signature_match, and a field with pattern_match.';
  return { chunk, at, message, satisfiedBy };
}

function isMember(name: string): boolean {
  return /^[\p{ID_Start}_][\p{ID_Continue}]*(?:\.[\p{ID_Start}_][\p{ID_Continue}]*)+$/u.test(name);
}

/** The language of a path or glob whose files certainly have exports and no types that are read. */
function untypedLanguage(pathOrGlob: string): string | undefined {
  const name = pathOrGlob.split('/').at(-1) ?? '';
  if (/[{}()]/.test(pathOrGlob)) return undefined;
  return codeLanguageOf(name)?.title;
}

/** Whether a path or glob certainly names only files that are no modules. A folder can contain modules. */
function isUnread(pathOrGlob: string): boolean {
  const name = pathOrGlob.split('/').at(-1) ?? '';
  if (name === '' || /[{}()]/.test(pathOrGlob)) return false;
  // A pattern is decided by its extension, if that has no wildcards.
  const extension = isGlob(name) ? /\.[A-Za-z0-9_-]+$/.exec(name)?.[0] : name;
  return extension !== undefined && !hasExports(extension);
}
