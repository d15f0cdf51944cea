import assert from 'node:assert/strict';
import { contractSchema, type Contract } from '../../src/contract/model.ts';
import { preflight, type PreflightInput } from '../../src/run/preflight.ts';

interface World {
  readonly states?: Readonly<Record<string, { status: string; review?: string }>>;
  /** Chunks whose asserts and creates hold in the tree. */
  readonly holding?: readonly string[];
  readonly exports?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly recorded?: PreflightInput['recordedExports'];
}

const contract: Contract = contractSchema.parse({
  spec: { id: 'health-check', title: 'Health checks' },
  chunks: [
    {
      id: 'types',
      title: 'Health check types',
      creates: ['HealthCheckResult', 'fail()'],
      allowedFiles: ['src/types.ts'],
    },
    { id: 'setup', title: 'Set up', postconditions: [{ kind: 'file_exists', path: 'src/config.ts' }] },
    { id: 'check', title: 'checkHealth', dependsOn: ['types'], consumes: ['HealthCheckResult', 'fail()'] },
  ],
});

function blockers(change: object, world: World = {}): ReturnType<typeof preflight> {
  const chunk = contractSchema.parse({ ...contract, chunks: [{ ...contract.chunks[2], ...change }] }).chunks[0]!;
  const whole = { ...contract, chunks: [...contract.chunks.slice(0, 2), chunk] };
  return preflight({
    contract: whole,
    chunk,
    stateOf: (id) => {
      const state = world.states?.[id];
      return state && { status: state.status, review: state.review };
    },
    holds: (dependency) => Promise.resolve(world.holding?.includes(dependency.id) === true),
    exportExists: (name) => {
      const file = world.exports?.[name];
      return Promise.resolve(file === undefined ? undefined : { file });
    },
    recordedExports: world.recorded ?? [],
    fileExists: (path) => Promise.resolve(world.files?.includes(path) === true),
    planErrors: [],
  });
}

const everything = { HealthCheckResult: 'src/types.ts', fail: 'src/types.ts' };
const completed = { types: { status: 'completed', review: 'pass' } };

describe('preflight', () => {
  it('[ENF-GATE-1] [ENF-GATE-2] [ENF-GATE-3] lets a chunk through whose dependencies are done and exports exist', async () => {
    assert.deepEqual(await blockers({}, { states: completed, exports: everything }), []);
  });

  it('[ENF-GATE-1] blocks when a dependency chunk is missing, and names the nearest', async () => {
    const [blocker, ...more] = await blockers({ dependsOn: ['typse'] }, { exports: everything });
    assert.deepEqual(more, []);
    assert.equal(blocker!.type, 'missing_dependency');
    assert.equal(blocker!.chunkId, 'typse');
    assert.match(blocker!.details, /"typse".*Did you mean "types"\?/);
  });

  for (const [status, review, said] of [
    ['failed', undefined, /"Health check types" \(types\).*status "failed"/],
    ['running', undefined, /status "running"/],
    ['completed', 'fail', /status "completed".*discarded.*review: fail/],
    ['completed', 'pending', /status "completed".*waits for your review/],
    ['completed', undefined, /status "completed".*never landed/],
  ] as const) {
    it(`[ENF-GATE-2] blocks on a dependency that is ${status} with review ${review ?? 'none'}, naming title and status`, async () => {
      const world = { states: { types: { status, review } }, exports: everything };
      const [blocker, ...more] = await blockers({}, world);
      assert.deepEqual(more, []);
      assert.equal(blocker!.type, 'failed_chunk');
      assert.equal(blocker!.chunkId, 'types');
      assert.match(blocker!.details, said);
    });

    it(`[ENF-GATE-2] lets it through where the asserts of the ${status} dependency hold in the tree (${review ?? 'none'})`, async () => {
      const world = { states: { types: { status, review } }, exports: everything, holding: ['types'] };
      assert.deepEqual(await blockers({}, world), []);
    });
  }

  it('[ENF-GATE-2] blocks on a dependency that was never run, unless it holds as in a fresh clone', async () => {
    const [blocker] = await blockers({}, { exports: everything });
    assert.match(blocker!.details, /"Health check types".*status: pending/);
    assert.deepEqual(await blockers({}, { exports: everything, holding: ['types'] }), []);
  });

  it('[ENF-GATE-3] blocks when a consumed export is missing, and names the chunk that creates it', async () => {
    const [blocker, ...more] = await blockers({}, { states: completed, exports: { fail: 'src/types.ts' } });
    assert.deepEqual(more, []);
    assert.equal(blocker!.type, 'missing_export');
    assert.equal(blocker!.item, 'HealthCheckResult');
    assert.equal(blocker!.chunkId, 'types');
    assert.match(
      blocker!.details,
      /"HealthCheckResult".*"Health check types" \(types\) creates it: run that chunk first\./,
    );
  });

  it('[ENF-GATE-3] takes "fail()" for the export fail', async () => {
    const [blocker] = await blockers({}, { states: completed, exports: { HealthCheckResult: 'src/types.ts' } });
    assert.equal(blocker!.item, 'fail');
  });

  it('[ENF-GATE-3] says when the recorded context claims otherwise', async () => {
    const recorded = [
      { name: 'HealthCheckResult', from: '@/types', type: 'type', createdByChunk: 'types', file: 'src/types.ts' },
    ];
    const [blocker] = await blockers({}, { states: completed, exports: { fail: 'src/types.ts' }, recorded });
    assert.match(
      blocker!.details,
      /The history says otherwise: the recorded context of chunk "types" has it in src\/types\.ts/,
    );
  });

  it('[ENF-GATE-3] names the nearest export where nothing creates the one that is consumed', async () => {
    const [blocker] = await blockers({ consumes: ['HealthCheckReslt'] }, { states: completed });
    assert.match(blocker!.details, /Did you mean "HealthCheckResult"\? \(chunk "Health check types"/);
    const recorded = [{ name: 'Logger', from: '@/log', type: 'class', createdByChunk: 'x', file: 'src/log.ts' }];
    const [other] = await blockers({ consumes: ['Loger'] }, { states: completed, recorded });
    assert.match(other!.details, /Did you mean "Logger"\? \(that is exported by src\/log\.ts\)/);
  });

  it('[ENF-GATE-3] says when a chunk consumes what it creates itself', async () => {
    const [blocker] = await blockers({ consumes: ['Own'], creates: ['Own'] }, { states: completed });
    assert.match(blocker!.details, /This chunk itself creates it/);
    assert.equal(blocker!.chunkId, undefined);
  });

  it('[COMP-PRE] reports a false precondition as a plan error that no retry can mend', async () => {
    const world = { states: completed, exports: everything, files: ['src/there.ts'] };
    const found = await blockers(
      {
        preconditions: [
          { kind: 'file_exists', path: 'src/config.ts' },
          { kind: 'file_absent', path: 'src/there.ts' },
          { kind: 'file_exists', path: 'src/there.ts' },
          { kind: 'file_absent', path: 'src/config.ts' },
        ],
      },
      world,
    );
    assert.deepEqual(
      found.map((blocker) => `${blocker.type} ${blocker.item ?? ''}`),
      ['precondition src/config.ts', 'precondition src/there.ts'],
    );
    for (const blocker of found) assert.match(blocker.details, /Plan error.*No retry can mend this/);
    assert.match(found[0]!.details, /"Set up" \(setup\) is to create it/);
  });

  it('[ENF-GATE-4] reports every blocker at once', async () => {
    const found = await blockers({
      dependsOn: ['types', 'nowhere', 'types'],
      preconditions: [{ kind: 'file_exists', path: 'src/config.ts' }],
    });
    assert.deepEqual(
      found.map((blocker) => blocker.type),
      ['failed_chunk', 'missing_dependency', 'missing_export', 'missing_export', 'precondition'],
    );
    for (const blocker of found) assert.match(blocker.details, /\.$/);
  });
});
