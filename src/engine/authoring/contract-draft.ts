import { renderScalar } from '../../contract/edit/render-value.ts';
import { CURRENT_VERSION } from '../../contract/model.ts';
import type { ContractTemplate, TemplateSubject } from '../../contract/templates/contract-template.ts';
import { CONTRACT_TEMPLATES } from '../../contract/templates/contract-templates.ts';
import { deriveNames, type TemplateNames } from '../../contract/templates/template-names.ts';
import { fillFields, PLACEHOLDER, toSnippet } from '../../contract/templates/template-text.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { detectTestCommand, type TestCommand } from '../../test-runners/detect-test-command.ts';
import { detectPackageManager, programCommand, type TestTree } from '../../test-runners/test-package.ts';
import { CommandSyntaxError, splitCommand } from '../../workspace/processes/split-command.ts';
import type { ContractDraft, ContractDraftOptions, ContractTemplateDescription } from '../api/authoring-types.ts';
import type { ProposedChecks } from '../api/plan-types.ts';

/**
 * Proposes the commands that let a contract check behavior: the test command of the repository as the verify command, and
 * one test file of the work as an acceptance command. Reads files and runs nothing.
 *
 * @param id the id of the specification
 */
export async function proposeChecks(tree: TestTree, id: string): Promise<ProposedChecks> {
  const found = await detectTestCommand(tree);
  if (found === undefined) return {};
  const verify = await verifyCommand(tree, found);
  const extension = (await tree.kindOf('tsconfig.json')) === undefined ? 'js' : 'ts';
  const acceptance = testFileCommand(found, `test/${id}.test.${extension}`);
  return {
    verify,
    verifyYaml: quote(verify),
    ...(acceptance === undefined ? {} : { acceptance }),
    selectsAffected: found.runner !== undefined && !checksTypes(found),
  };
}

/** The command that runs all tests in an attempt; `undefined` if the repository has none. */
export async function proposeVerify(tree: TestTree): Promise<string | undefined> {
  const found = await detectTestCommand(tree);
  return found && verifyCommand(tree, found);
}

async function verifyCommand(tree: TestTree, found: TestCommand): Promise<string> {
  return checksTypes(found) && found.folder === ''
    ? programCommand(await detectPackageManager(tree), 'vitest run')
    : found.command;
}

/** `vitest --typecheck` writes into its own package. Commands of an attempt can only read packages, so it always fails. */
function checksTypes({ runner, argsForFiles }: TestCommand): boolean {
  const words = runner === 'vitest' ? (argsForFiles?.([]) ?? []) : [];
  return words.some((word) => /^--typecheck(?:\.enabled)?(?:=true)?$/.test(word));
}

/** The command that runs one test file; `undefined` if it cannot be derived, or if it starts in another folder. */
function testFileCommand({ runner, folder, argsForFiles }: TestCommand, file: string): string | undefined {
  if (folder !== '') return undefined;
  switch (runner) {
    // The configuration file has the options. Those for selected files let a run without tests pass.
    case 'vitest':
      return `npx vitest run ${file}`;
    case 'jest':
      return `npx jest ${file}`;
    case 'mocha':
    case 'node': {
      const [program = '', ...words] = argsForFiles?.([file]) ?? [];
      if (program === '' || !words.every((word) => /^[\w./=:@*-]+$/.test(word))) return undefined;
      return [...(program === 'mocha' ? ['npx'] : []), program, ...words].join(' ');
    }
    case undefined:
      return undefined;
  }
}

/**
 * Why a command cannot run as written, as a clause; `undefined` if it can. Commands run without a shell. An empty text is
 * no command yet.
 */
export function describeCommandProblem(command: string): string | undefined {
  if (command.trim() === '') return undefined;
  try {
    splitCommand(command);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof CommandSyntaxError)) throw thrown;
    return thrown.reason;
  }
}

function quote(command: string): string {
  return renderScalar(command, 'yaml', { quote: 'single' });
}

/** The part of a new contract about the tests of the repository. The gate runs all tests too, so it replaces verify. */
function describeTests({ verify: detected, selectsAffected }: ProposedChecks, verify: string): string {
  if (detected === undefined) return `# The command that runs the tests of the repository:\n# ${verify}`;
  const gate =
    selectsAffected === true
      ? `
# Instead of verify, a gate can run the tests that the change affects first, and then all tests:
# gates: [{ id: tests, severity: critical, tests: affected }]`
      : '';
  return `# The tests of the repository. They must pass after every chunk.\n${verify}${gate}`;
}

/**
 * [ENF-UI-1] [EDIT-1] The text of a contract with one chunk, from a template. What is not known is a comment or a
 * placeholder.
 *
 * @throws HoldfastError `not-found` if there is no such template
 */
export async function draftContract(tree: TestTree, options: ContractDraftOptions): Promise<ContractDraft> {
  const template = requireTemplate(options.template ?? 'module');
  const task = options.task?.trim().replaceAll(/\s+/g, ' ') ?? '';
  const names = deriveNames(task === '' ? template.title : task);
  const id = await chooseId(tree, options.id, names.id);
  const subject = await findSubject(tree, names, options);
  const description = task === '' ? `${PLACEHOLDER}Say what the model must do.` : task;
  const values = { ...template.values(subject), description };
  const title = renderScalar(task === '' ? template.title : names.title, 'yaml', { quote: 'single' });
  const proposed = await proposeChecks(tree, id);
  const text = `version: ${CURRENT_VERSION}
spec:
  id: ${id}
  title: ${title}
# build: { command: npm run build }
${describeTests(proposed, `verify: { command: ${quote(proposed.verify ?? 'npm test')} }`)}
chunks:
  - id: ${id}
    title: ${title}
    description: >-
      {{description}}
${indent(template.text)}
${indent(describeAcceptance(options.acceptance, proposed))}
`;
  return { file: contractFile(id), text: fillFields(text, values), snippet: toSnippet(text, values) };
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
  { near }: ContractDraftOptions,
): Promise<TemplateSubject> {
  const extension = (await tree.kindOf('tsconfig.json')) === undefined ? 'js' : 'ts';
  if (near === undefined) {
    const folder =
      (await tree.kindOf('src')) === undefined && (await tree.kindOf('lib')) === 'folder' ? 'lib/' : 'src/';
    return { ...names, folder, extension };
  }
  const folder = near.slice(0, near.lastIndexOf('/') + 1);
  return { ...names, folder, file: near, extension: /\.[cm]?tsx?$/.test(near) ? 'ts' : extension };
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
