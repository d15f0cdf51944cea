import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { createEngine, type Engine } from '../../../src/engine.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import {
  CONTRACT,
  CONTRACT_TEXT,
  createGreetingFiles,
  GREET,
  MANIFESTS,
  OLD_SIGNATURE,
} from '../support/amended-repository.ts';

const LOUDLY =
  'export function greet(name: string, loud: boolean): string {\n  return loud ? name.toUpperCase() : name;\n}\n';
const LOUD_SIGNATURE = '(name: string, loud: boolean) => string';
const RENAMED = 'export function greeet(name: string): string {\n  return name;\n}\n';

/** An engine without a model. */
function openEngine(workspace: Workspace, folder = workspace.folder): Engine {
  return createEngine({
    folder,
    storage: join(workspace.folder, '..', 'storage'),
    trusted: () => true,
    analysis: (services) => createAnalysis({ ...services, environment: () => undefined, log: () => undefined }),
    settings: { environment: {}, defaultLanding: 'commit' },
    models: { keys: () => Promise.resolve(undefined) },
    clock: systemClock,
    log: () => undefined,
  });
}

function isError(code: string, message: RegExp) {
  return (thrown: unknown): boolean => {
    assert.ok(thrown instanceof HoldfastError, String(thrown));
    assert.equal(thrown.code, code);
    assert.match(thrown.message, message);
    return true;
  };
}

describe('an amendment that a person proposes without a model', () => {
  it('[EDIT-3] [ENF-AMEND-4] adopts the signature of the code, and the amended contract is satisfied', async () => {
    using workspace = new Workspace(createGreetingFiles({ [GREET]: LOUDLY }));
    await using engine = openEngine(workspace);
    const before = workspace.state();
    const proposed = await engine.amendments.propose({ contract: CONTRACT, chunk: 'greet' });
    assert.deepEqual(workspace.state(), before);
    assert.deepEqual(
      { status: proposed.status, proposedBy: proposed.proposedBy, runId: proposed.runId },
      { status: 'pending', proposedBy: 'person', runId: '' },
    );
    assert.equal(proposed.reason, `The code has ${LOUD_SIGNATURE} instead of ${OLD_SIGNATURE}.`);
    assert.deepEqual(proposed.proposedChanges, [
      { path: 'chunks[0].functions[0].signature', oldValue: OLD_SIGNATURE, newValue: LOUD_SIGNATURE },
    ]);
    assert.deepEqual(
      proposed.affectedChunks.map(({ id }) => id),
      ['door', 'bell'],
    );
    assert.equal(proposed.violations.length, 1);

    await engine.amendments.accept(proposed.id);
    assert.equal(workspace.read(CONTRACT), CONTRACT_TEXT.replace(OLD_SIGNATURE, LOUD_SIGNATURE));
    const check = await engine.checks.check(CONTRACT, { chunk: 'greet' });
    assert.equal(check.chunks[0]?.verdict, 'satisfied');
  });

  it('[EDIT-3] [ENF-AMEND-2] adopts the name of the code in each place where the contract mentions it, and in no path', async () => {
    const text = CONTRACT_TEXT.replace(
      '    assertions:\n',
      "    assertions:\n      - message: greet is documented\n        check: { type: pattern_match, target: src/greet.ts, pattern: '\\bgreet\\b' }\n",
    );
    using workspace = new Workspace(
      createGreetingFiles({
        [CONTRACT]: text,
        [GREET]: RENAMED,
        'src/main.ts': "import { greeet } from './greet.js';\n\ngreeet('you');\n",
      }),
    );
    await using engine = openEngine(workspace);
    const { id, after, reason } = await engine.amendments.propose({ contract: CONTRACT, chunk: 'greet' });
    assert.equal(reason, 'The code has greeet instead of greet.');
    const expected = text
      .replace('- { name: greet,', '- { name: greeet,')
      .replace('message: greet is', 'message: greeet is')
      .replace('\\bgreet\\b', '\\bgreeet\\b')
      .replace('Must export greet', 'Must export greeet')
      .replace('target: greet,', 'target: greeet,')
      .replace('consumes: [greet()]', 'consumes: [greeet()]');
    assert.equal(after, expected);
    await engine.amendments.accept(id);
    assert.equal(workspace.read(CONTRACT), expected);
    assert.equal((await engine.checks.check(CONTRACT, { chunk: 'greet' })).chunks[0]?.verdict, 'satisfied');
  });

  for (const [file, text] of MANIFESTS) {
    it(`[COMP-COMPAT] [EDIT-3] amends ${file} in the form of a manifest`, async () => {
      using workspace = new Workspace({ ...createGreetingFiles({ [GREET]: LOUDLY }), [file]: text });
      await using engine = openEngine(workspace);
      const { after } = await engine.amendments.propose({ contract: file, chunk: 'greet' });
      assert.equal(after, text.replace(OLD_SIGNATURE, LOUD_SIGNATURE));
    });
  }

  it('[EDIT-3] amends only the requirement that is named', async () => {
    using workspace = new Workspace(createGreetingFiles({ [GREET]: RENAMED }));
    await using engine = openEngine(workspace);
    const requirement = 'chunks[0].assertions[0]';
    const { violations } = await engine.amendments.propose({ contract: CONTRACT, chunk: 'greet', requirement });
    assert.deepEqual(
      violations.map(({ assertion }) => assertion.message),
      ['Must export greet'],
    );
  });

  it('[EDIT-3] is returned again if it is proposed again, and superseded by another one', async () => {
    using workspace = new Workspace(createGreetingFiles({ [GREET]: LOUDLY }));
    await using engine = openEngine(workspace);
    const options = { contract: CONTRACT, chunk: 'greet' };
    const first = await engine.amendments.propose(options);
    assert.equal((await engine.amendments.propose(options)).id, first.id);
    const changes = [
      { path: 'chunks[0].functions[0].signature', newValue: '(name: string, loud?: boolean) => string' },
    ];
    const second = await engine.amendments.propose({ ...options, changes, reason: 'Loudness is optional.' });
    assert.equal(second.reason, 'Loudness is optional.');
    assert.deepEqual(
      (await engine.amendments.list()).map(({ id, status }) => [id, status]),
      [
        [second.id, 'pending'],
        [first.id, 'superseded'],
      ],
    );
  });

  it('[ENF-AMEND-5] leaves the chunk as it is when it is rejected', async () => {
    using workspace = new Workspace(createGreetingFiles({ [GREET]: LOUDLY }));
    await using engine = openEngine(workspace);
    const { id } = await engine.amendments.propose({ contract: CONTRACT, chunk: 'greet' });
    const rejected = await engine.amendments.reject(id);
    assert.equal(rejected.status, 'rejected');
    assert.equal(workspace.read(CONTRACT), CONTRACT_TEXT);
    assert.equal((await engine.checks.check(CONTRACT, { chunk: 'greet' })).chunks[0]?.verdict, 'unsatisfied');
    await assert.rejects(engine.amendments.accept(id), isError('not-found', /it is rejected, not pending/));
  });

  it('[ENF-AMEND-1] breaks no rule of amendments, and stores nothing if it does', async () => {
    using workspace = new Workspace(createGreetingFiles({ [GREET]: LOUDLY }));
    await using engine = openEngine(workspace);
    const options = { contract: CONTRACT, chunk: 'greet' };
    const weaker = [{ path: 'chunks[0].assertions[0].type', newValue: 'suggest' }];
    await assert.rejects(
      engine.amendments.propose({ ...options, changes: weaker }),
      isError('contract', /the path does not exist in the contract/),
    );
    const other = [{ path: 'chunks[0].allowedFiles[0]', newValue: 'src/**' }];
    await assert.rejects(
      engine.amendments.propose({ ...options, changes: other }),
      isError('contract', /chunks\[0\]\.allowedFiles\[0\]: the value must not change/),
    );
    assert.deepEqual(await engine.amendments.list(), []);
    assert.equal(existsSync(await engine.history.file()), false);
  });

  it('[EDIT-3] is refused if nothing fails, or if the code shows nothing to adopt', async () => {
    using workspace = new Workspace(createGreetingFiles());
    await using engine = openEngine(workspace);
    const options = { contract: CONTRACT, chunk: 'greet' };
    await assert.rejects(
      engine.amendments.propose(options),
      isError('contract', /no failed assert shows what the code has instead/),
    );
    await assert.rejects(
      engine.amendments.propose({ ...options, requirement: 'chunks[0].functions[7]' }),
      isError('not-found', /the assert at chunks\[0\]\.functions\[7\] does not fail/),
    );
    await assert.rejects(
      engine.amendments.propose({ ...options, chunk: 'unknown' }),
      isError('not-found', /has no chunk with this id/),
    );
    workspace.write({ [GREET]: 'export function greet(name: string): string {\n  return name;\n}\n' });
    engine.filesChanged('all');
    await assert.rejects(
      engine.amendments.propose(options),
      isError('not-found', /no assert of the chunk "greet" fails/),
    );
  });

  it('[EDIT-3] is listed in its own folder only', async () => {
    const files = createGreetingFiles({ [GREET]: LOUDLY });
    const inFolders = ['one', 'two'].flatMap((folder) =>
      Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text] as const),
    );
    using workspace = new Workspace(Object.fromEntries(inFolders));
    await using one = openEngine(workspace, join(workspace.folder, 'one'));
    await using two = openEngine(workspace, join(workspace.folder, 'two'));
    await one.amendments.propose({ contract: CONTRACT, chunk: 'greet' });
    assert.deepEqual([(await one.amendments.list()).length, (await two.amendments.list()).length], [1, 0]);
  });
});
