import { languageOf, MODULE_LANGUAGES } from '../../code/language/source-language.ts';
import { codeLanguageOf, INDEXED_LANGUAGES } from '../../code/languages/language-table.ts';
import { dataFormatOf, isSupported, UNSUPPORTED_FORMAT_HINT } from '../../checks/data/data-format.ts';
import { DECLARATION_CHECKS } from '../../checks/interfaces/required-names.ts';
import type { DataPath } from '../../contract/document.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import { isExclusion } from '../../contract/globs/path-matcher.ts';
import type { Assertion } from '../../contract/model.ts';
import { exportName, isResponsibleFor } from '../../contract/requirements.ts';
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
    `Exports, functions, signatures and types are read from ${MODULE_LANGUAGES} files. In any other file, ` +
    'such as Python, Go, CSS or JSON, they are never found, so that every attempt fails. file_exists, pattern_match, ' +
    'contains and acceptance commands work for every file. Data is read from JSON and YAML, never from TOML, INI or XML.',
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

/** What a chunk creates, if no file that it may write is read. */
function findCreates(facts: PlanFacts, { chunk, at }: PlannedChunk): readonly RuleFinding[] {
  const files = chunk.allowedFiles.filter((entry) => !isExclusion(entry));
  if (chunk.creates.length === 0 || files.length === 0 || !files.every((file) => isUnread(file))) return [];
  const names = chunk.creates.map((item) => `"${exportName(item)}"`).join(', ');
  const message = `The chunk creates ${names}, but ${facts.keyNames.allowedFiles} contains no file whose exports are read: exports are read from ${MODULE_LANGUAGES} files.`;
  return [{ chunk: chunk.id, at: [...at, 'creates'], message, satisfiedBy: SATISFIED_BY }];
}

/** The functions and types of a chunk, and those of the contract that the chunk is responsible for. */
function findDeclarations(facts: PlanFacts, { chunk, at }: PlannedChunk): readonly RuleFinding[] {
  const { contract } = facts;
  const find = (key: 'functions' | 'types', owner: typeof chunk | typeof contract, base: DataPath): RuleFinding[] =>
    owner[key].flatMap((declaration, index) => {
      const { file, name } = declaration;
      if (!isUnread(file) || (owner === contract && !isResponsibleFor(contract, chunk, declaration))) return [];
      const subject = `The ${key === 'functions' ? 'signature' : 'type'} of "${name}" is required in`;
      return [unreadFile(chunk.id, file, [...base, key, index, 'file'], subject)];
    });
  return (['functions', 'types'] as const).flatMap((key) => [...find(key, chunk, at), ...find(key, contract, [])]);
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
  if (file === undefined || !isUnread(file)) return undefined;
  const { type, target } = assertion.check;
  return unreadFile(chunk, file, [...at, 'file'], `${type} requires "${target ?? ''}" in`);
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
  const message = `${subject} "${file}", which is never read as a module: modules are ${MODULE_LANGUAGES} files.`;
  return { chunk, path: file, at, message, satisfiedBy: SATISFIED_BY };
}

/** Whether a path or glob certainly names only files that are no modules. A folder can contain modules. */
function isUnread(pathOrGlob: string): boolean {
  const name = pathOrGlob.split('/').at(-1) ?? '';
  if (name === '' || /[{}()]/.test(pathOrGlob)) return false;
  // A pattern is decided by its extension, if that has no wildcards.
  const extension = isGlob(name) ? /\.[A-Za-z0-9_-]+$/.exec(name)?.[0] : name;
  return extension !== undefined && languageOf(extension) === undefined;
}
