import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { runInSchedule } from '../../../src/run/batch/chunk-schedule.ts';

interface PlanOptions {
  readonly sequence: readonly number[];
  readonly before?: Readonly<Record<number, readonly number[]>>;
  /** Pairs of positions that may write the same file. */
  readonly conflicts?: readonly (readonly [number, number])[];
}

function createPlan({ sequence, before = {}, conflicts = [] }: PlanOptions): Parameters<typeof runInSchedule>[0] {
  return {
    sequence,
    dependenciesOf: (position) => new Set(before[position]),
    mayConflict: (one, other) => conflicts.some((pair) => pair.includes(one) && pair.includes(other)),
  };
}

/** Records starts and ends, and the highest number of chunks that ran in parallel. */
class Recorder {
  readonly log: string[] = [];
  maxParallel = 0;
  #running = 0;

  async run(position: number, outcome: 'continue' | 'stop' = 'continue'): Promise<'continue' | 'stop'> {
    this.maxParallel = Math.max(this.maxParallel, ++this.#running);
    this.log.push(`start ${position}`);
    await delay(5);
    this.log.push(`end ${position}`);
    this.#running--;
    return outcome;
  }
}

describe('runInSchedule', () => {
  it('[ENF-FUTURE-2] runs independent chunks in parallel, up to the number of jobs', async () => {
    const recorder = new Recorder();
    await runInSchedule(createPlan({ sequence: [0, 1, 2] }), 2, (position) => recorder.run(position));
    assert.equal(recorder.maxParallel, 2);
    assert.deepEqual(recorder.log.slice(0, 2), ['start 0', 'start 1']);
    assert.equal(recorder.log.filter((line) => line.startsWith('end')).length, 3);
  });

  it('[ENF-FUTURE-2] starts a chunk only after its dependencies have ended', async () => {
    const recorder = new Recorder();
    const plan = createPlan({ sequence: [0, 1, 2], before: { 2: [0] } });
    await runInSchedule(plan, 3, (position) => recorder.run(position));
    assert.ok(recorder.log.indexOf('start 2') > recorder.log.indexOf('end 0'));
  });

  it('[ENF-FUTURE-2] never runs chunks in parallel that may write the same file', async () => {
    const recorder = new Recorder();
    const plan = createPlan({ sequence: [0, 1], conflicts: [[0, 1]] });
    await runInSchedule(plan, 2, (position) => recorder.run(position));
    assert.deepEqual(recorder.log, ['start 0', 'end 0', 'start 1', 'end 1']);
  });

  it('starts no other chunk after one that stops the run', async () => {
    const recorder = new Recorder();
    await runInSchedule(createPlan({ sequence: [0, 1] }), 1, (position) => recorder.run(position, 'stop'));
    assert.deepEqual(recorder.log, ['start 0', 'end 0']);
  });

  it('throws an error after the running chunks have ended, and starts no other', async () => {
    const recorder = new Recorder();
    const failing = runInSchedule(createPlan({ sequence: [0, 1, 2] }), 2, (position) => {
      if (position === 0) throw new Error('no connection');
      return recorder.run(position);
    });
    await assert.rejects(failing, /no connection/);
    assert.deepEqual(
      recorder.log.filter((line) => line.startsWith('start')).length,
      recorder.log.filter((line) => line.startsWith('end')).length,
    );
    assert.ok(!recorder.log.includes('start 2'));
  });

  it('runs the chunks of a dependency cycle in sequence, so that preflight can report them', async () => {
    const recorder = new Recorder();
    const plan = createPlan({ sequence: [0, 1], before: { 0: [1], 1: [0] } });
    await runInSchedule(plan, 2, (position) => recorder.run(position));
    assert.deepEqual(recorder.log, ['start 0', 'end 0', 'start 1', 'end 1']);
  });
});
