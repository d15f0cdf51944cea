import assert from 'node:assert/strict';
import { reviewProposal, type ProposedAmendment } from '../../src/amendments/review-proposal.ts';
import { CHECKS } from '../../src/checks/table.ts';
import { readContract } from '../../src/contract/read-contract.ts';
import { requirementsOf } from '../../src/contract/requirements.ts';

const TEXT = `version: 1
spec: { id: greeting, title: Greetings }
build: { command: npm run build }
functions:
  - { name: start, file: src/main.ts, signature: '(of: Greeting) => void' }
chunks:
  - id: greet
    title: greet
    creates: [greet(), Greeting]
    allowedFiles: [src/greet.ts]
    functions:
      - { name: greet, file: src/greet.ts, signature: '(name: string) => Greeting' } # kept
    assertions:
      - type: assert
        message: Must export greet
        check: { type: export_exists, target: greet, file: src/greet.ts }
      - type: assert
        message: Must not shout
        check: { type: pattern_match, target: src/greet.ts, pattern: 'function greet\\(' }
      - type: suggest
        message: Should have a comment
        check: { type: pattern_match, target: src/greet.ts, pattern: '/\\*\\*' }
  - id: door
    title: The door
    dependsOn: [greet]
    consumes: [greet()]
    allowedFiles: [src/door.ts]
    functions:
      - { name: door, file: src/door.ts, signature: '() => void' }
    assertions:
      - message: Must call greet
        check: { type: pattern_match, target: src/door.ts, pattern: '\\bgreet\\(' }
`;
const document = readContract({ file: 'greet.contract.yaml', text: TEXT, checks: CHECKS });
const OLD = '(name: string) => Greeting';
const SIGNATURE = 'chunks[0].functions[0].signature';

function violation(message: RegExp) {
  const { contract } = document;
  assert.ok(contract?.chunks[0], document.problems.map((problem) => problem.message).join('\n'));
  const found = requirementsOf(contract, contract.chunks[0]).find(({ assertion }) => message.test(assertion.message));
  assert.ok(found);
  return { assertion: found.assertion, expected: 'this', actual: 'that' };
}

function review(changes: readonly (readonly [path: string, oldValue: unknown, newValue: unknown])[], more = {}) {
  const proposal: ProposedAmendment = {
    proposedChanges: changes.map(([path, oldValue, newValue]) => ({ path, oldValue, newValue })),
    additionalTypes: [],
    ...more,
  };
  const situation = { files: ['src/main.ts'], findExports: () => Promise.resolve([]) };
  return reviewProposal(
    { document, chunkId: 'greet', violations: [violation(/greet must have the signature/)], situation },
    proposal,
  );
}

async function refusal(...args: Parameters<typeof review>): Promise<string> {
  const outcome = await review(...args);
  assert.ok('errors' in outcome, 'the proposal was not refused');
  return outcome.errors.join('\n');
}

async function amended(...args: Parameters<typeof review>): Promise<string> {
  const outcome = await review(...args);
  assert.ok('text' in outcome, 'errors' in outcome ? outcome.errors.join('\n') : '');
  return outcome.text;
}

const NEW = '(name: string, options?: Options) => Greeting';
const good = [SIGNATURE, OLD, NEW] as const;

describe('what a proposed amendment is held to', () => {
  it('[ENF-AMEND-1] is refused where a signature or a definition is no TypeScript', async () => {
    assert.match(
      await refusal([[SIGNATURE, OLD, '(name: string,']]),
      /^chunks\[0\]\.functions\[0\]\.signature: Failed to read/,
    );
    const types = { additionalTypes: [{ name: 'Options', definition: '{ loud: boolean' }] };
    assert.match(await refusal([good], types), /^chunks\[0\]\.types\[0\]\.definition: Failed to read/);
  });

  it('[ENF-AMEND-1] takes a signature, and nothing else is written', async () => {
    assert.equal(await amended([good]), TEXT.replace(OLD, NEW));
  });

  it('[ENF-AMEND-1] takes a whole item where nothing else of it differs', async () => {
    const item = { name: 'greet', file: 'src/greet.ts', signature: OLD };
    const text = await amended([['chunks[0].functions[0]', item, { ...item, signature: NEW }]]);
    assert.equal(
      readContract({ file: 'c.yaml', text, checks: CHECKS }).contract?.chunks[0]?.functions[0]?.signature,
      NEW,
    );
  });

  it('[ENF-AMEND-1] refuses a path that does not exist or cannot be read, and an old value that is not there', async () => {
    assert.match(await refusal([['chunks[0].functions[3].signature', OLD, NEW]]), /nothing stands there/);
    assert.match(await refusal([['chunks[7].title', 'x', 'y']]), /nothing stands there/);
    assert.match(await refusal([['chunks[0', OLD, NEW]]), /Failed to read the path/);
    assert.match(await refusal([[SIGNATURE, '() => void', NEW]]), /the contract says "\(name: string\) => Greeting"/);
    assert.match(await refusal([[SIGNATURE, OLD, OLD]]), /the new value is the old one/);
  });

  for (const [what, path, oldValue, newValue] of [
    ['the build', 'build.command', 'npm run build', 'true'],
    ['what may be written', 'chunks[0].allowedFiles[0]', 'src/greet.ts', 'src/**'],
    ['the title', 'chunks[0].title', 'greet', 'Greet'],
    ['the id', 'chunks[0].id', 'greet', 'greeting'],
    ['a function that does not name what changes', 'chunks[1].functions[0].signature', '() => void', '() => string'],
    ['an assert made a suggestion', 'chunks[0].assertions[0].type', 'assert', 'suggest'],
    ['another kind of check', 'chunks[0].assertions[0].check.type', 'export_exists', 'file_exists'],
    ['a pattern that lets everything through', 'chunks[0].assertions[1].check.pattern', 'function greet\\(', '.*'],
    ['an assertion of another subject', 'chunks[0].assertions[2].message', 'Should have a comment', 'Nothing'],
  ] as const) {
    it(`[ENF-AMEND-1] refuses to change ${what}`, async () => {
      assert.match(await refusal([good, [path, oldValue, newValue]]), /must stay as it is/);
    });
  }

  it('[ENF-AMEND-1] refuses to take assertions and creates away', async () => {
    const contract = document.contract!;
    const assertions = JSON.parse(JSON.stringify(contract.chunks[0]!.assertions)) as unknown[];
    assert.match(
      await refusal([good, ['chunks[0].assertions', assertions, assertions.slice(0, 1)]]),
      /takes an assertion away/,
    );
    assert.match(
      await refusal([good, ['chunks[0].creates', ['greet()', 'Greeting'], ['greet()']]]),
      /takes nothing away/,
    );
  });

  it('[ENF-AMEND-1] refuses what leaves the failure as it is', async () => {
    assert.match(
      await refusal([['chunks[0].assertions[0].message', 'Must export greet', 'Exports it']]),
      /leaves as it is what failed/,
    );
  });

  it('[ENF-AMEND-1] refuses what is no contract any more, and what breaks a rule of plans', async () => {
    assert.match(await refusal([[SIGNATURE, OLD, '']]), /signature/);
    const renamed = await refusal([
      good,
      ['chunks[0].creates[0]', 'greet()', 'hail()'],
      ['chunks[0].functions[0].name', 'greet', 'hail'],
      ['chunks[0].assertions[0].check.target', 'greet', 'hail'],
    ]);
    assert.match(renamed, /breaks the rule .*greet/s);
  });

  it('[ENF-AMEND-1] lets every place follow a name that is replaced, patterns included', async () => {
    const text = await amended([
      ['chunks[0].creates[0]', 'greet()', 'hail()'],
      ['chunks[0].functions[0].name', 'greet', 'hail'],
      ['chunks[0].assertions[0].message', 'Must export greet', 'Must export hail'],
      ['chunks[0].assertions[0].check.target', 'greet', 'hail'],
      ['chunks[0].assertions[1].check.pattern', 'function greet\\(', 'function hail\\('],
      ['chunks[1].consumes[0]', 'greet()', 'hail()'],
      ['chunks[1].assertions[0].check.pattern', '\\bgreet\\(', '\\bhail\\('],
    ]);
    assert.match(text, /consumes: \[hail\(\)\]/);
    assert.match(text, /# kept/);
  });

  it('[ENF-AMEND-1] owes additional types where the function stands that needs them', async () => {
    const text = await amended([good], { additionalTypes: [{ name: 'Options', definition: '{ loud?: boolean }' }] });
    const { contract, problems } = readContract({ file: 'c.yaml', text, checks: CHECKS });
    assert.deepEqual(problems, []);
    assert.deepEqual(contract?.chunks[0]?.types, [
      { name: 'Options', file: 'src/greet.ts', definition: '{ loud?: boolean }' },
    ]);
    const twice = [
      { name: 'Options', definition: '{}' },
      { name: 'Options', definition: '{ a: 1 }' },
    ];
    assert.match(await refusal([good], { additionalTypes: twice }), /stands in the contract already/);
  });
});
