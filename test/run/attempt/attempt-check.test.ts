import assert from 'node:assert/strict';
import {
  ACCEPTANCE,
  BUILD_CHECK,
  CHECK,
  COMMANDS,
  CONTRACT,
  converse,
  createFiles,
  FILE,
  readNotes,
  RIGHT,
  UNTYPED,
  write,
  WRONG,
} from '../support/check-conversation.ts';

const CHECK_REQUEST = 'Call check_contract with {"build": true} to run the commands.';

describe('check_contract', () => {
  it('[AGENT-9] names everything that decides the attempt and was not run', async () => {
    const contract = { ...COMMANDS, attempt: { setup: ['node verify.mjs'] } };
    const { result, answers, events } = await converse([write(UNTYPED), CHECK], { contract });
    assert.equal(result.status, 'fail');
    assert.equal(
      answers[0],
      `Nothing fails in what was checked: 1 requirement, syntax, file rules. Nothing was compiled or executed.

Not run:
- setup: \`node verify.mjs\`
- build: \`node build.mjs\`
- verification: \`node verify.mjs\`
- acceptance: \`node --test test/sum.test.mjs\`, \`test -f dist/sum.mjs\`
- gates: small
${CHECK_REQUEST} The rest is judged after you finish.

ok       Must create sum()`,
    );
    const note = 'nothing fails; not run: setup, build, verification, acceptance, gates';
    assert.deepEqual(readNotes(events), [note]);
  });

  it('[AGENT-9] reports that no command compiles the code if the contract has none', async () => {
    const options = { contract: {}, chunk: {}, answersOnly: true };
    const { answers } = await converse([write(RIGHT), CHECK, BUILD_CHECK], options);
    for (const answer of answers) {
      assert.match(answer, /^Nothing fails .* has no build, verification or acceptance command, so nothing compiles/);
      assert.doesNotMatch(answer, /Not run|left in this attempt/);
    }
  });

  it('[AGENT-9] names a verification that is not due, with its condition', async () => {
    const requires = [{ kind: 'file_exists', path: 'src/later.mjs' }];
    const contract = { build: COMMANDS.build, verify: { command: 'node verify.mjs', requires } };
    const { answers } = await converse([write(RIGHT), CHECK, BUILD_CHECK], { contract, answersOnly: true });
    const notDue = /^- verification: `node verify\.mjs` \(not due until src\/later\.mjs exists\)$/m;
    assert.match(answers[0] ?? '', notDue);
    assert.match(answers[1] ?? '', notDue);
    assert.match(
      answers[1] ?? '',
      /^Nothing fails in what was checked: 1 requirement, syntax, file rules, build, accept/,
    );
  });

  it('[AGENT-9] [TRUST-2] fails if the model deletes a file that the verification requires', async () => {
    const requires = [{ kind: 'file_exists', path: 'src/needed.mjs' }];
    const contract = { build: COMMANDS.build, verify: { command: 'node verify.mjs', requires } };
    const remove = { name: 'delete_file', input: { path: 'src/needed.mjs' } };
    const files = { 'src/needed.mjs': 'export const needed = 1;\n' };
    const { result, answers } = await converse([write(RIGHT), remove, CHECK, BUILD_CHECK], { contract, files });
    assert.equal(result.status, 'fail');
    for (const answer of answers) {
      assert.match(answer, /^The contract is not met\. Failures: 1 verification\. /);
      assert.match(
        answer,
        /^FAILS {4}verification: The verification is due, but the file "src\/needed\.mjs" is missing/m,
      );
      assert.match(answer, /^- verification: `node verify\.mjs` \(not run after the failure\)$/m);
    }
  });

  it('[AGENT-9] names the checks that need more than files, and the asserts of other chunks', async () => {
    const step = { steps: [{ id: 'version', command: 'node verify.mjs' }] };
    const assertion = {
      type: 'assert',
      message: 'Prints nothing',
      check: { type: 'equals', target: 'version', expected: '' },
    };
    const other = { id: 'other', title: 'Other', creates: ['other'], allowedFiles: ['src/other.mjs'] };
    const files = createFiles({
      contract: { ...COMMANDS, ...step },
      chunk: { ...ACCEPTANCE, assertions: [assertion] },
    });
    const contract = JSON.parse(files[CONTRACT] ?? '') as { chunks: object[] };
    contract.chunks.push(other);
    const { answers } = await converse([write(RIGHT), CHECK], {
      files: { [CONTRACT]: JSON.stringify(contract) },
      answersOnly: true,
    });
    const [answer = ''] = answers;
    assert.match(answer, /^- checks that need a command, a request, a validator or a model: Prints nothing$/m);
    assert.match(answer, /^- other chunks: the asserts of those that are done$/m);
    assert.match(answer, /^not run {2}Prints nothing$/m);
  });

  it('[AGENT-9] fails for code that does not parse, although every assert holds', async () => {
    const broken = write('export const broken = ;\n', 'src/other.mjs');
    const { answers, events } = await converse([write(RIGHT), broken, CHECK], { answersOnly: true });
    assert.match(answers[0] ?? '', /^The contract is not met\. Failures: 1 syntax error\. Checked: .*\n\nNot run:\n/);
    assert.match(answers[0] ?? '', /^FAILS {4}Syntax error: src\/other\.mjs:1:/m);
    assert.match(readNotes(events)[0] ?? '', /^fails: 1 syntax error; not run: build/);
  });

  it('[AGENT-9] runs build and acceptance with {build: true}, so that the model can fix what they report', async () => {
    const calls = [write(WRONG), BUILD_CHECK, write(RIGHT), BUILD_CHECK];
    const { result, answers, events } = await converse(calls, { landing: 'commit' });
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(result.attempts.length, 1);
    const [failed = '', passed = ''] = answers;
    assert.match(failed, /^The contract is not met\. Failures: build, 1 acceptance command\. /);
    assert.match(failed, /^- verification: `node verify\.mjs` \(not run after the failure\)$/m);
    assert.match(failed, /^FAILS {4}build: `node build\.mjs`; exit code 2$/m);
    assert.match(failed, /^ok {7}acceptance: `test -f dist\/sum\.mjs`$/m);
    assert.match(failed, /The build failed\. Its output:\n<output-data>\n.*the type is missing/);
    assert.match(failed, /The acceptance command `node --test test\/sum\.test\.mjs` failed too: [^]*-1 !== 3/);
    assert.match(
      passed,
      /^Nothing fails in what was checked: 1 requirement, syntax, file rules, build, verification, acceptance\.\n\nNot run:\n- gates: small\nAll of this is judged after you finish\.\n/,
    );
    assert.match(passed, /Checks with \{"build": true\} that are left in this attempt: 3\.$/);
    assert.deepEqual(result.landed?.files, [FILE], 'what commands wrote is discarded');
    const stages = events.flatMap((event) => (event.type === 'stage' ? [`${event.stage} ${event.detail ?? ''}`] : []));
    assert.ok(stages.includes('write check_contract: node build.mjs'), stages.join('\n'));
    assert.deepEqual(readNotes(events), [
      'fails: build, 1 acceptance command; not run: verification, gates',
      'nothing fails; not run: gates',
    ]);
  });

  it('[AGENT-9] repeats the result for unchanged files, and reports when the limit of checks is reached', async () => {
    const versions = Array.from({ length: 6 }, (_, index) => [write(`${RIGHT}// ${index}\n`), BUILD_CHECK]).flat();
    const { answers, events } = await converse([...versions.slice(0, 2), BUILD_CHECK, ...versions.slice(2)], {
      contract: { build: { command: 'node build.mjs' } },
      chunk: {},
      answersOnly: true,
    });
    assert.match(answers[1] ?? '', /unchanged since the last check [^]* left in this attempt: 4\./);
    assert.match(answers[5] ?? '', /left in this attempt: 0\./);
    assert.match(answers[6] ?? '', /^Nothing fails .* Nothing was compiled or executed\.\n\nNot run:\n- build: /);
    assert.match(answers[6] ?? '', /No command was run: this attempt has used its 5 checks/);
    assert.doesNotMatch(answers[6] ?? '', /Call check_contract/);
    const builds = events.filter(
      ({ type, ...event }) => type === 'stage' && JSON.stringify(event).includes('check_contract'),
    );
    assert.equal(builds.length, 5);
  });
});
