import assert from 'node:assert/strict';
import { contractSchema, type Contract } from '../../../src/contract/model.ts';
import { findBlockers, type PreflightInput } from '../../../src/run/preflight/preflight.ts';

interface World {
  readonly states?: Readonly<Record<string, { status: string; review?: string | undefined }>>;
  /** The ids of chunks with asserts that hold in the tree. */
  readonly holding?: readonly string[];
  /** The ids of chunks with nothing to check and without a record. */
  readonly unrecorded?: readonly string[];
  /** What explains that preconditions do not hold. */
  readonly pastWork?: PreflightInput['pastWork'];
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

function findBlockersIn(change: object, world: World = {}): ReturnType<typeof findBlockers> {
  const chunk = contractSchema.parse({ ...contract, chunks: [{ ...contract.chunks[2], ...change }] }).chunks[0]!;
  const changedContract = { ...contract, chunks: [...contract.chunks.slice(0, 2), chunk] };
  return findBlockers({
    contract: changedContract,
    chunk,
    stateOf: (id) => {
      const state = world.states?.[id];
      return state && { status: state.status, review: state.review };
    },
    pastWork: world.pastWork ?? 'none',
    dependencyState: ({ id }) => {
      const isHolding = world.holding?.includes(id) === true;
      return Promise.resolve(
        isHolding ? 'met' : world.unrecorded?.includes(id) === true ? 'unrecorded' : 'unsatisfied',
      );
    },
    findExport: (name) => {
      const file = world.exports?.[name];
      return Promise.resolve(file === undefined ? undefined : { file });
    },
    recordedExports: world.recorded ?? [],
    fileExists: (path) => Promise.resolve(world.files?.includes(path) === true),
    plan: { blockers: [], allowedPreconditions: new Set() },
  });
}

const allExports = { HealthCheckResult: 'src/types.ts', fail: 'src/types.ts' };
const done = { holding: ['types'] };

describe('preflight', () => {
  it('[ENF-GATE-1] [ENF-GATE-2] [ENF-GATE-3] does not block a chunk if its dependencies are done and the consumed exports exist', async () => {
    assert.deepEqual(await findBlockersIn({}, { ...done, exports: allExports }), []);
  });

  it('[ENF-GATE-1] blocks when a dependency chunk is missing, and names the nearest', async () => {
    const [blocker, ...more] = await findBlockersIn({ dependsOn: ['typse'] }, { exports: allExports });
    assert.deepEqual(more, []);
    assert.equal(blocker!.type, 'missing_dependency');
    assert.equal(blocker!.chunkId, 'typse');
    assert.match(blocker!.details, /"typse".*Did you mean "types"\?/);
  });

  it('[ENF-GATE-1] names a dependency cycle, which no order of runs resolves', async () => {
    const [blocker, ...more] = await findBlockersIn({ dependsOn: ['check'] }, { exports: allExports });
    assert.deepEqual(more, []);
    assert.equal(blocker!.type, 'missing_dependency');
    assert.match(blocker!.details, /^Dependency cycle: check → check\. Remove/);
  });

  for (const [status, review, details] of [
    ['failed', undefined, /"Health check types" \(types\).*status "failed"/],
    ['running', undefined, /status "running"/],
    ['completed', 'fail', /status "completed".*discarded.*review: fail/],
    ['completed', 'pending', /status "completed".*waits for your review/],
    ['completed', undefined, /status "completed".*never landed/],
  ] as const) {
    it(`[ENF-GATE-2] blocks on a dependency that is ${status} with review ${review ?? 'none'}, naming title and status`, async () => {
      const world = { states: { types: { status, review } }, exports: allExports };
      const [blocker, ...more] = await findBlockersIn({}, world);
      assert.deepEqual(more, []);
      assert.equal(blocker!.type, 'failed_chunk');
      assert.equal(blocker!.chunkId, 'types');
      assert.match(blocker!.details, details);
    });

    it(`[ENF-GATE-2] does not block if the asserts of the ${status} dependency hold in the tree (${review ?? 'none'})`, async () => {
      const world = { states: { types: { status, review } }, exports: allExports, holding: ['types'] };
      assert.deepEqual(await findBlockersIn({}, world), []);
    });
  }

  it('[ENF-GATE-2] blocks on a dependency that passed and no longer holds: the tree outweighs the history', async () => {
    const world = { states: { types: { status: 'completed', review: 'pass' } }, exports: allExports };
    const [blocker, ...more] = await findBlockersIn({}, world);
    assert.deepEqual(more, []);
    assert.equal(blocker!.type, 'failed_chunk');
    assert.match(blocker!.details, /passed earlier.*do not hold in the tree/);
  });

  it('[ENF-GATE-2] [DONE-1] blocks on a dependency with nothing to check that no record says has passed', async () => {
    const world = { unrecorded: ['types'], exports: allExports };
    const [blocker] = await findBlockersIn({}, world);
    assert.match(blocker!.details, /no record that is still in effect/);
  });

  it('[DONE-2] blocks by a false precondition unless the chunk has landed, or the caller accepts what is satisfied', async () => {
    const change = { preconditions: [{ kind: 'file_absent', path: 'src/new.ts' }] };
    const world = { ...done, exports: allExports, files: ['src/new.ts'] };
    for (const [pastWork, details] of [
      ['none', /No retry can fix this: change the plan or the tree\.$/],
      ['unknown', /git fetch --unshallow/],
      ['satisfied', /no record says.*"holdfast record <contract> --chunk check", or skip it with --skip-satisfied/],
      ['landed', undefined],
      ['accepted', undefined],
    ] as const) {
      const blockers = await findBlockersIn(change, { ...world, pastWork });
      assert.deepEqual(
        blockers.map(({ type }) => type),
        details === undefined ? [] : ['precondition'],
        pastWork,
      );
      if (details !== undefined) assert.match(blockers[0]!.details, details);
    }
  });

  it('[ENF-GATE-2] blocks on a dependency that was never run, unless its asserts hold, as in a new clone', async () => {
    const [blocker] = await findBlockersIn({}, { exports: allExports });
    assert.match(blocker!.details, /"Health check types".*status: pending/);
    assert.deepEqual(await findBlockersIn({}, { exports: allExports, holding: ['types'] }), []);
  });

  it('[ENF-GATE-3] blocks when a consumed export is missing, and names the chunk that creates it', async () => {
    const [blocker, ...more] = await findBlockersIn({}, { ...done, exports: { fail: 'src/types.ts' } });
    assert.deepEqual(more, []);
    assert.equal(blocker!.type, 'missing_export');
    assert.equal(blocker!.item, 'HealthCheckResult');
    assert.equal(blocker!.chunkId, 'types');
    assert.match(
      blocker!.details,
      /"HealthCheckResult".*"Health check types" \(types\) creates it: run that chunk first\./,
    );
  });

  it('[ENF-GATE-3] reads "fail()" as the export fail', async () => {
    const [blocker] = await findBlockersIn({}, { ...done, exports: { HealthCheckResult: 'src/types.ts' } });
    assert.equal(blocker!.item, 'fail');
  });

  it('[ENF-GATE-3] reports that the recorded context has the export', async () => {
    const recorded = [
      { name: 'HealthCheckResult', from: '@/types', type: 'type', createdByChunk: 'types', file: 'src/types.ts' },
    ];
    const [blocker] = await findBlockersIn({}, { ...done, exports: { fail: 'src/types.ts' }, recorded });
    assert.match(blocker!.details, /The history lists it in src\/types\.ts, created by chunk "types"/);
  });

  it('[ENF-GATE-3] suggests the nearest export if no chunk creates the consumed one', async () => {
    const [blocker] = await findBlockersIn({ consumes: ['HealthCheckReslt'] }, { ...done });
    assert.match(blocker!.details, /Did you mean "HealthCheckResult"\? \(created by chunk "Health check types"/);
    const recorded = [{ name: 'Logger', from: '@/log', type: 'class', createdByChunk: 'x', file: 'src/log.ts' }];
    const [other] = await findBlockersIn({ consumes: ['Loger'] }, { ...done, recorded });
    assert.match(other!.details, /Did you mean "Logger"\? \(exported by src\/log\.ts\)/);
  });

  it('[ENF-GATE-3] reports that a chunk consumes what it creates itself', async () => {
    const [blocker] = await findBlockersIn({ consumes: ['Own'], creates: ['Own'] }, { ...done });
    assert.match(blocker!.details, /This chunk creates it itself/);
    assert.equal(blocker!.chunkId, undefined);
  });

  it('[COMP-PRE] reports a false precondition as a plan error that no retry can fix', async () => {
    const world = { ...done, exports: allExports, files: ['src/there.ts'] };
    const blockers = await findBlockersIn(
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
      blockers.map((blocker) => `${blocker.type} ${blocker.item ?? ''}`),
      ['precondition src/config.ts', 'precondition src/there.ts'],
    );
    for (const blocker of blockers) assert.match(blocker.details, /Plan error.*No retry can fix this/);
    assert.match(blockers[0]!.details, /"Set up" \(setup\) creates it/);
  });

  it('[ENF-GATE-4] reports every blocker at once', async () => {
    const blockers = await findBlockersIn({
      dependsOn: ['types', 'nowhere', 'types'],
      preconditions: [{ kind: 'file_exists', path: 'src/config.ts' }],
    });
    assert.deepEqual(
      blockers.map((blocker) => blocker.type),
      ['failed_chunk', 'missing_dependency', 'missing_export', 'missing_export', 'precondition'],
    );
    for (const blocker of blockers) assert.match(blocker.details, /\.$/);
  });
});
