import { renderScalar } from '../contract/edit/render-value.ts';
import { CURRENT_VERSION } from '../contract/model.ts';
import { detectTestCommand, type TestCommand } from '../test-runners/detect-test-command.ts';
import type { TestTree } from '../test-runners/test-package.ts';
import { CommandSyntaxError, splitCommand } from '../workspace/processes/split-command.ts';
import type { ContractDraftOptions, ProposedChecks } from './api/plan-types.ts';

/**
 * Proposes the commands that let a contract check behavior: the test command of the repository as the verify command, and
 * one test file of the work as an acceptance command. Reads files and runs nothing.
 *
 * @param id the id of the specification
 */
export async function proposeChecks(tree: TestTree, id: string): Promise<ProposedChecks> {
  const found = await detectTestCommand(tree);
  if (found === undefined) return {};
  const extension = (await tree.kindOf('tsconfig.json')) === undefined ? 'js' : 'ts';
  const acceptance = testFileCommand(found, `test/${id}.test.${extension}`);
  return {
    verify: found.command,
    verifyYaml: quote(found.command),
    ...(acceptance === undefined ? {} : { acceptance }),
    selectsAffected: found.runner !== undefined,
  };
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

/** [ENF-UI-1] The text of a contract with one chunk to edit. What is not known is a comment. */
export async function draftContract(tree: TestTree, { id, acceptance }: ContractDraftOptions): Promise<string> {
  const proposed = await proposeChecks(tree, id);
  const verify = `verify: { command: ${quote(proposed.verify ?? 'npm test')} }`;
  const accepted = acceptance ?? proposed.acceptance ?? 'node --test test/example.test.js';
  const acceptanceCommands = `acceptanceCommands: [${quote(accepted)}]`;
  return `version: ${CURRENT_VERSION}
spec:
  id: ${id}
  title: ${id}
  description: 'TODO: the goal of this work'
# build: { command: npm run build }
${describeTests(proposed, verify)}
chunks:
  - id: first
    title: 'TODO: a short title'
    description: 'TODO: what the model must do'
    creates: [Example]
    allowedFiles: [src/example.ts]
    ${
      acceptance === undefined
        ? `# A command that fails until the work is done, for example a new test:\n    # ${acceptanceCommands}`
        : acceptanceCommands
    }
    assertions:
      - type: assert
        message: Must export Example
        check: { type: export_exists, target: Example, file: src/example.ts }
`;
}
