import { languageOf } from '../../code/language/source-language.ts';
import type { LanguageEntry } from '../../code/languages/interface/code-language.ts';
import { CODE_LANGUAGES, codeLanguageOf, isIndexedPath } from '../../code/languages/language-table.ts';
import { renderScalar } from '../../contract/edit/render-value.ts';
import { CURRENT_VERSION } from '../../contract/model.ts';
import type { ContractTemplate, TemplateSubject } from '../../contract/templates/contract-template.ts';
import {
  CONTRACT_TEMPLATES,
  DEFAULT_ERROR_HANDLING,
  DEFAULT_SIGNATURE,
} from '../../contract/templates/contract-templates.ts';
import { deriveNames, type TemplateNames } from '../../contract/templates/template-names.ts';
import { fillFields, findPlaceholder, PLACEHOLDER, toSnippet } from '../../contract/templates/template-text.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { TestTree } from '../../verdicts/test-runners/test-package.ts';
import type { ContractDraft, ContractDraftOptions, ContractTemplateDescription } from './authoring-types.ts';
import type { ProposedChecks } from './authoring-types.ts';
import { isTestPath } from '../../contract/test-paths.ts';
import { proposeChecks, quote } from './proposed-checks.ts';

/** The part of a new contract about the tests of the repository. The gate runs all tests too, so it replaces verify. */
function describeTests({ verify: detected, selectsAffected, remark }: ProposedChecks, verify: string): string {
  if (detected === undefined) return `# The command that runs the tests of the repository:\n# ${verify}`;
  const gate =
    selectsAffected === true
      ? `
# Instead of verify, a gate can run the tests that the change affects first, and then all tests:
# gates: [{ id: tests, severity: critical, tests: affected }]`
      : '';
  const remarkLine = remark === undefined ? '' : `# ${remark}\n`;
  return `# The tests of the repository. They must pass after every chunk.\n${remarkLine}${verify}${gate}`;
}

/**
 * [ENF-UI-1] [EDIT-1] The text of a contract with one chunk, from a template. What is not known is a comment or a
 * placeholder.
 *
 * @throws HoldfastError `not-found` if there is no such template
 */
export async function draftContract(tree: TestTree, options: ContractDraftOptions): Promise<ContractDraft> {
  const task = options.task?.trim().replaceAll(/\s+/g, ' ') ?? '';
  const statedFile = findStatedFile(task);
  const language = await languageOfWork(tree, statedFile ?? options.near, task);
  const stated = task === '' ? undefined : deriveNames(task, language?.drafts.findSignature);
  const template = requireTemplate(options.template ?? (stated?.signature === undefined ? 'module' : 'function'));
  const names = stated ?? deriveNames(template.title);
  const id = await chooseId(tree, options.id, names.id);
  const subject = await findSubject(tree, names, { ...options, statedFile }, language);
  const description = task === '' ? `${PLACEHOLDER}Say what the model must do.` : task;
  const values = { ...template.values(subject), description };
  const title = renderScalar(task === '' ? template.title : names.title, 'yaml', { quote: 'single' });
  const proposed = await proposeChecks(tree, id, language?.id);
  const verify = proposed.verify ?? language?.drafts.test ?? 'npm test';
  const test = template.isTestFirst === true && options.acceptance === undefined ? toFirstTest(proposed) : undefined;
  const work = language === undefined ? template.text : (template.untypedText ?? template.text);
  const chunk = test === undefined ? work : allowTest(work, test.file);
  const text = `version: ${CURRENT_VERSION}
spec:
  id: ${id}
  title: ${title}
# build: { command: ${language?.drafts.build ?? 'npm run build'} }
${describeTests(proposed, `verify: { command: ${quote(verify)} }`)}
chunks:
  - id: ${id}
    title: ${title}
    description: >-
      {{description}}
${indent(chunk)}
${indent(test === undefined ? describeAcceptance(options.acceptance, proposed) : describeFirstTest(test))}
`;
  return {
    file: contractFile(id),
    text: fillFields(text, values),
    snippet: toSnippet(text, values),
    placeholder: findPlaceholder(text, values),
  };
}

/** A test that the model writes, and that fails until the work is done. */
interface FirstTest {
  readonly file: string;
  readonly command: string;
}

function toFirstTest({ acceptance, testFile }: ProposedChecks): FirstTest | undefined {
  return acceptance === undefined || testFile === undefined ? undefined : { file: testFile, command: acceptance };
}

/** Lets the chunk of a template write its test. */
function allowTest(chunk: string, file: string): string {
  const path = quote(file);
  const allowed = chunk.replace('allowedFiles: [{{file}}]', `allowedFiles: [{{file}}, ${path}]`);
  return `${allowed}\n  - { kind: file_exists, path: ${path} }`;
}

function describeFirstTest({ command }: FirstTest): string {
  return `# The test of the work. It must fail before, for the reason that the work is missing.\nacceptanceCommands: [${quote(command)}]`;
}

/** The templates of new contracts. */
export function listContractTemplates(): readonly ContractTemplateDescription[] {
  return CONTRACT_TEMPLATES.map(({ id, title, description, text }) => ({
    id,
    title,
    description,
    hasSignature: text.includes('{{signature}}'),
  }));
}

function requireTemplate(id: string): ContractTemplate {
  const found = CONTRACT_TEMPLATES.find((template) => template.id === id);
  if (found !== undefined) return found;
  throw new HoldfastError('not-found', `Failed to create a contract: there is no template ${JSON.stringify(id)}`, {
    hint: `The templates are ${CONTRACT_TEMPLATES.map((template) => template.id).join(', ')}.`,
  });
}

function describeAcceptance(acceptance: string | undefined, proposed: ProposedChecks): string {
  const command = acceptance ?? proposed.acceptance ?? 'node --test test/example.test.js';
  const line = `acceptanceCommands: [${quote(command)}]`;
  if (acceptance !== undefined) return line;
  return `# A command that fails until the work is done, for example a new test:\n# ${line}`;
}

/** What the first values are derived from: new files are next to the given module, else in the usual folder. */
async function findSubject(
  tree: TestTree,
  names: TemplateNames,
  { near, statedFile }: Pick<ContractDraftOptions, 'near'> & { readonly statedFile: string | undefined },
  language: LanguageEntry | undefined,
): Promise<TemplateSubject> {
  const folder = near === undefined ? await usualFolder(tree, language) : near.slice(0, near.lastIndexOf('/') + 1);
  const existing = statedFile !== undefined && (await tree.kindOf(statedFile)) === 'file' ? statedFile : near;
  const file = existing === undefined ? {} : { file: existing };
  if (language !== undefined) {
    const { drafts } = language;
    const newFile = statedFile ?? drafts.newFile(folder, names.id);
    const { signature: exampleSignature, errorHandling } = drafts;
    const subject = { ...names, ...file, newFile, exampleSignature, errorHandling };
    if (names.signature === undefined) return { ...subject, name: drafts.functionName(names.name) };
    // What looks like a signature in a sentence can be none.
    const isSignature = (await language.load()).whyNotSignature(names.signature) === undefined;
    return { ...subject, signature: isSignature ? names.signature : undefined };
  }
  const isTypeScript = /\.[cm]?tsx?$/.test(near ?? '') || (await tree.kindOf('tsconfig.json')) !== undefined;
  return {
    ...names,
    ...file,
    newFile: statedFile ?? `${folder}${names.id}.${isTypeScript ? 'ts' : 'js'}`,
    exampleSignature: DEFAULT_SIGNATURE,
    errorHandling: DEFAULT_ERROR_HANDLING,
  };
}

/** The folder of new modules. A Go package is a separate folder. */
async function usualFolder(tree: TestTree, language: LanguageEntry | undefined): Promise<string> {
  if (language !== undefined) {
    const files = (await tree.listFiles()).filter((file) => codeLanguageOf(file) === language);
    return language.id === 'python' ? pythonPackage(files) : '';
  }
  return (await tree.kindOf('src')) === undefined && (await tree.kindOf('lib')) === 'folder' ? 'lib/' : 'src/';
}

/** The folder of the outermost package, if there is one. */
function pythonPackage(files: readonly string[]): string {
  const packages = files.filter((file) => /(?:^|\/)__init__\.py$/.test(file) && !isTestPath(file));
  const depths = packages.map((file) => file.split('/').length);
  const shallowest = packages.filter((_, at) => depths[at] === Math.min(...depths));
  const [first] = shallowest;
  return first !== undefined && shallowest.length === 1 ? first.slice(0, first.lastIndexOf('/') + 1) : '';
}

/** The path of a module in a sentence: `src/ranges.ts` in "Add parseRange() in src/ranges.ts." */
function findStatedFile(task: string): string | undefined {
  const paths = task.match(/(?<![\w./\\@-])[\w@-][\w.@-]*(?:\/[\w@-][\w.@-]*)+/g) ?? [];
  return paths.map((path) => path.replace(/\.$/, '')).find((path) => isIndexedPath(path));
}

/**
 * The language of new code: that of the given module, else that of a signature in the task if the repository has code in it,
 * else that of a repository without JavaScript.
 */
async function languageOfWork(
  tree: TestTree,
  near: string | undefined,
  task: string,
): Promise<LanguageEntry | undefined> {
  if (near !== undefined) return codeLanguageOf(near);
  const files = await tree.listFiles();
  const stated = CODE_LANGUAGES.find(({ drafts }) => drafts.findSignature(task) !== undefined);
  const hasCode = files.some((file) => isIndexedPath(file));
  if (stated && (!hasCode || files.some((file) => isIndexedPath(file) && codeLanguageOf(file) === stated)))
    return stated;
  if ((await tree.kindOf('package.json')) !== undefined || (await tree.kindOf('tsconfig.json')) !== undefined) {
    return undefined;
  }
  if (files.some((file) => languageOf(file) !== undefined)) return undefined;
  const counts = new Map<LanguageEntry, number>();
  for (const file of files) {
    const language = isIndexedPath(file) ? codeLanguageOf(file) : undefined;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** @throws HoldfastError `contract` if the text cannot be the id of a specification */
export function requireId(id: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) return id;
  throw new HoldfastError('contract', `Failed to create a contract: ${JSON.stringify(id)} cannot be its name`, {
    hint: 'Start with a letter or digit. Use only letters, digits, ".", "_" and "-".',
  });
}

/** The given id, or the default one with a number if its contract file exists already. */
export async function chooseId(
  tree: Pick<TestTree, 'kindOf'>,
  given: string | undefined,
  defaultId: string,
): Promise<string> {
  if (given !== undefined) return requireId(given);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? defaultId : `${defaultId}-${number}`;
    if ((await tree.kindOf(contractFile(candidate))) === undefined) return candidate;
  }
}

/** The path of the contract of a specification. */
export function contractFile(id: string): string {
  return `${id}.contract.yaml`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}
