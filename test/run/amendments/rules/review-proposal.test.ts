import assert from 'node:assert/strict';
import { reviewProposal, type ProposedAmendment } from '../../../../src/run/amendments/rules/review-proposal.ts';
import { CHECKS } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../../src/contract/read/read-contract.ts';
import { requirementsOf } from '../../../../src/contract/requirements.ts';
import { formatErrorDetail } from '../../../../src/foundation/errors.ts';

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
  return outcome.errors.map(formatErrorDetail).join('\n');
}

async function amended(...args: Parameters<typeof review>): Promise<string> {
  const outcome = await review(...args);
  assert.ok('text' in outcome, 'errors' in outcome ? outcome.errors.map(formatErrorDetail).join('\n') : '');
  return outcome.text;
}

const NEW = '(name: string, options?: Options) => Greeting';
const good = [SIGNATURE, OLD, NEW] as const;

describe('reviewProposal', () => {
  it('[ENF-AMEND-1] rejects a signature or definition that is not valid TypeScript', async () => {
    assert.match(await refusal([[SIGNATURE, OLD, '(name: string,']]), /^chunks\[0\]\.functions\[0\]\.signature: /);
    const types = { additionalTypes: [{ name: 'Options', definition: '{ loud: boolean' }] };
    assert.match(await refusal([good], types), /^chunks\[0\]\.types\[0\]\.definition: /);
  });

  it('[ENF-AMEND-1] changes a signature and no other text', async () => {
    assert.equal(await amended([good]), TEXT.replace(OLD, NEW));
  });

  it('[ENF-AMEND-1] accepts a whole item if only its signature differs', async () => {
    const item = { name: 'greet', file: 'src/greet.ts', signature: OLD };
    const text = await amended([['chunks[0].functions[0]', item, { ...item, signature: NEW }]]);
    assert.equal(
      readContract({ file: 'c.yaml', text, checks: CHECKS }).contract?.chunks[0]?.functions[0]?.signature,
      NEW,
    );
  });

  it('[ENF-AMEND-1] rejects an unknown or invalid path and a wrong old value', async () => {
    assert.match(await refusal([['chunks[0].functions[3].signature', OLD, NEW]]), /the path does not exist/);
    assert.match(await refusal([['chunks[7].title', 'x', 'y']]), /the path does not exist/);
    assert.match(await refusal([['chunks[0', OLD, NEW]]), /Failed to parse the path/);
    assert.match(
      await refusal([[SIGNATURE, '() => void', NEW]]),
      /the value in the contract is "\(name: string\) => Greeting"/,
    );
    assert.match(await refusal([[SIGNATURE, OLD, OLD]]), /the new value equals the old value/);
  });

  for (const [subject, path, oldValue, newValue] of [
    ['the build', 'build.command', 'npm run build', 'true'],
    ['the allowed files', 'chunks[0].allowedFiles[0]', 'src/greet.ts', 'src/**'],
    ['the title', 'chunks[0].title', 'greet', 'Greet'],
    ['the id', 'chunks[0].id', 'greet', 'greeting'],
    [
      'a function that does not mention a changed name',
      'chunks[1].functions[0].signature',
      '() => void',
      '() => string',
    ],
    ['an assert that turns it into a suggestion', 'chunks[0].assertions[0].type', 'assert', 'suggest'],
    ['the type of a check', 'chunks[0].assertions[0].check.type', 'export_exists', 'file_exists'],
    ['a pattern that makes it match everything', 'chunks[0].assertions[1].check.pattern', 'function greet\\(', '.*'],
    ['an unrelated assertion', 'chunks[0].assertions[2].message', 'Should have a comment', 'Nothing'],
  ] as const) {
    it(`[ENF-AMEND-1] rejects a change to ${subject}`, async () => {
      assert.match(await refusal([good, [path, oldValue, newValue]]), /must not change/);
    });
  }

  it('[ENF-AMEND-1] reports the path of each wrong value separately from the message', async () => {
    const outcome = await review([
      good,
      ['chunks[0].title', 'greet', 'Greet'],
      ['chunks[0].allowedFiles[0]', 'src/greet.ts', '**'],
    ]);
    assert.ok('errors' in outcome);
    assert.deepEqual(
      outcome.errors.map(({ path }) => path),
      ['chunks[0].title', 'chunks[0].allowedFiles[0]'],
    );
    assert.ok(outcome.errors.every(({ message }) => !message.includes('chunks[0]')));
    const equal = await review([[SIGNATURE, OLD, OLD]]);
    assert.deepEqual(equal, { errors: [{ path: SIGNATURE, message: 'the new value equals the old value.' }] });
  });

  it('[ENF-AMEND-1] rejects removing assertions and items of creates', async () => {
    const contract = document.contract!;
    const assertions = JSON.parse(JSON.stringify(contract.chunks[0]!.assertions)) as unknown[];
    assert.match(
      await refusal([good, ['chunks[0].assertions', assertions, assertions.slice(0, 1)]]),
      /cannot remove or weaken an assertion/,
    );
    assert.match(
      await refusal([good, ['chunks[0].creates', ['greet()', 'Greeting'], ['greet()']]]),
      /cannot remove anything/,
    );
  });

  it('[ENF-AMEND-1] rejects a change that does not affect the failed requirement', async () => {
    assert.match(
      await refusal([['chunks[0].assertions[0].message', 'Must export greet', 'Exports it']]),
      /does not change the failed requirements/,
    );
  });

  it('[ENF-AMEND-1] rejects an invalid contract and a change that breaks a plan rule', async () => {
    assert.match(await refusal([[SIGNATURE, OLD, '']]), /signature/);
    const renamed = await refusal([
      good,
      ['chunks[0].creates[0]', 'greet()', 'hail()'],
      ['chunks[0].functions[0].name', 'greet', 'hail'],
      ['chunks[0].assertions[0].check.target', 'greet', 'hail'],
    ]);
    assert.match(renamed, /breaks the plan rule .*greet/s);
  });

  it('[ENF-AMEND-1] accepts a renamed name in all chunks and patterns', async () => {
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

  it('[ENF-AMEND-1] assigns additional types to the file of the function that needs them', async () => {
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
    assert.match(await refusal([good], { additionalTypes: twice }), /Duplicate type Options/);
  });
});
