import { strict as assert } from 'node:assert';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookReport, IncompleteAnswers } from '../../../src/hooks/protocol/hook-report.ts';
import { watchHook, type HookOutput } from '../../../src/cli/watch/watch-hook.ts';
import { slowness } from '../../scripts/machine-speed.ts';

/** A program that has the part of the process that answers, and of the one that judges the base. */
interface Parts {
  readonly answer: string;
  readonly base?: string;
}

const PREAMBLE = `
import { writeSync } from 'node:fs';
const task = JSON.parse(process.env.HOLDFAST_HOOK_TASK);
const report = (value) => writeSync(3, JSON.stringify(value) + '\\n');
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
`;
const BLOCKED = 'block();';
const JUDGED = "report({ kind: 'complete', answer: { stdout: '', stderr: '', exitCode: 0 } });";

const REFUSED = { stdout: '{}', stderr: 'not done', exitCode: 2 } as const;
const RELEASED = { stdout: '', stderr: 'released', exitCode: 0 } as const;
const EXCUSED = { stdout: '', stderr: 'excused', exitCode: 0 } as const;

/** Long enough for two small processes. */
const SECONDS = 0.5 * slowness();
/** The watching process ends others, which may take a moment. */
const LATEST_MS = 6_000 * slowness();

class Scene implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-watch-'));
  readonly counts = join(this.folder, 'counts.json');
  readonly incomplete: IncompleteAnswers = {
    refusal: { answer: REFUSED, counts: { file: this.counts, text: '{"counts":1}' } },
    released: RELEASED,
    excused: EXCUSED,
  };

  /** The start of a process that has read its input and decided `answers` so far. */
  decided(answers: IncompleteAnswers = this.incomplete, isEnd = false): string {
    const reports: readonly HookReport[] = [
      { kind: 'question', input: '{}' },
      { kind: 'incomplete', answers, isEnd },
    ];
    return reports.map((one) => `report(${JSON.stringify(one)});`).join('');
  }

  async run(
    { answer, base = JUDGED }: Parts,
    { event = 'stop', seconds = SECONDS, signal = new AbortController().signal } = {},
  ): Promise<HookOutput & { ms: number }> {
    const script = join(this.folder, 'program.mjs');
    writeFileSync(script, `${PREAMBLE}\nif (task.role === 'answer') {${answer}\n} else {${base}\n}\n`);
    const begun = performance.now();
    const output = await watchHook({
      argv: ['hook', event, '--timeout', String(seconds)],
      script,
      environment: process.env,
      signal,
    });
    return { ...output, ms: performance.now() - begun };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

function outputOf({ stdout, stderr, exitCode }: HookOutput): HookOutput {
  return { stdout, stderr, exitCode };
}

describe('the process that watches the time of a hook', () => {
  it('[CONF-4] answers what the other process decides, without waiting for the time', async () => {
    using scene = new Scene();
    const complete: HookReport = { kind: 'complete', answer: REFUSED };
    const answer = `${scene.decided()}report(${JSON.stringify(complete)}); console.error('a warning');`;
    const output = await scene.run({ answer }, { seconds: 100 });
    assert.deepEqual(outputOf(output), { ...REFUSED, stderr: 'not done\na warning' });
    assert.equal(existsSync(scene.counts), false, 'the other process counts');
  });

  it('[CONF-4] [AGENT-1] refuses with what is decided so far if the other process is blocked, and counts it', async () => {
    using scene = new Scene();
    const output = await scene.run({ answer: `${scene.decided()}${BLOCKED}` });
    assert.deepEqual(outputOf(output), REFUSED);
    assert.ok(output.ms < SECONDS * 1000 + LATEST_MS);
    assert.equal(readFileSync(scene.counts, 'utf8'), '{"counts":1}');
  });

  const allowed: readonly (readonly [string, (scene: Scene) => Parts, HookOutput])[] = [
    [
      'no refusal is left',
      (scene) => ({ answer: `${scene.decided({ released: RELEASED, excused: EXCUSED })}${BLOCKED}` }),
      RELEASED,
    ],
    [
      'a refusal cannot be counted',
      (scene) => {
        const counts = { file: join(scene.folder, 'absent', 'counts.json'), text: '' };
        const answers = { ...scene.incomplete, refusal: { answer: REFUSED, counts } };
        return { answer: `${scene.decided(answers)}${BLOCKED}` };
      },
      RELEASED,
    ],
    ['the base is not judged in time', (scene) => ({ answer: `${scene.decided()}${BLOCKED}`, base: BLOCKED }), EXCUSED],
    [
      'the base cannot be judged',
      (scene) => ({ answer: `${scene.decided()}${BLOCKED}`, base: 'throw new Error()' }),
      EXCUSED,
    ],
  ];
  for (const [what, partsOf, expected] of allowed) {
    it(`[CONF-4] [AGENT-1] lets the agent end at the end of the time if ${what}`, async () => {
      using scene = new Scene();
      assert.deepEqual(outputOf(await scene.run(partsOf(scene))), expected);
      assert.equal(existsSync(scene.counts), false);
    });
  }

  const faults: readonly (readonly [string, string, RegExp])[] = [
    ['is blocked before it reads its input', BLOCKED, /did not judge the work: The judgement took longer than/],
    ['crashes', "throw new Error('crashed')", /did not judge the work: The process ended unexpectedly\.[\s\S]*crashed/],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", /did not judge the work: The process ended unexpectedly/],
    ['writes what is no report', "writeSync(3, '{'); process.exit(3)", /ended unexpectedly/],
    ['prints a mistake in the options', "console.error('error: unknown option')", /^error: unknown option$/],
  ];
  for (const [what, answer, text] of faults) {
    it(`[CONF-4] [AGENT-1] lets the agent continue if the other process ${what}`, async () => {
      using scene = new Scene();
      const output = await scene.run({ answer });
      assert.equal(output.exitCode, 0);
      assert.match(output.stderr, text);
    });
  }

  it('[CONF-4] does not take a crash for the end of the time, although something is decided', async () => {
    using scene = new Scene();
    const output = await scene.run({ answer: `${scene.decided()}throw new Error('crashed')` }, { seconds: 100 });
    assert.equal(output.exitCode, 0);
    assert.match(output.stderr, /ended unexpectedly/);
  });

  it('[CONF-4] answers at the end of the time although the other process does not end after its answer', async () => {
    using scene = new Scene();
    const complete: HookReport = { kind: 'complete', answer: REFUSED };
    const output = await scene.run({ answer: `report(${JSON.stringify(complete)});${BLOCKED}` });
    assert.deepEqual(outputOf(output), REFUSED);
  });

  it('[CONF-4] leaves out a chunk whose checks take much longer than the base, while others wait', async () => {
    using scene = new Scene();
    const step: HookReport = { kind: 'step', chunk: 'c#slow', waiting: 1 };
    const answer = `${scene.decided()}
      if (task.chunks.length === 0) { report(${JSON.stringify(step)}); ${BLOCKED} }
      if (task.chunks.join() !== 'c#slow') throw new Error();
      ${scene.decided(scene.incomplete, true)}`;
    const seconds = 5 * slowness();
    const output = await scene.run({ answer }, { seconds });
    assert.deepEqual(outputOf(output), REFUSED);
    assert.ok(output.ms < seconds * 1000, 'before the end of the time');
  });

  for (const event of ['pre-edit', 'session-start'] as const) {
    it(`[CONF-4] lets the agent continue after the time of ${event}`, async () => {
      using scene = new Scene();
      const { exitCode, stderr } = await scene.run({ answer: BLOCKED }, { event });
      assert.equal(exitCode, 0);
      assert.match(stderr, /took longer than [\s\S]*The agent may continue/);
    });
  }

  it('[CONF-4] ends at once if the client interrupts it', async () => {
    using scene = new Scene();
    const interrupt = new AbortController();
    interrupt.abort();
    const output = await scene.run({ answer: BLOCKED }, { seconds: 100, signal: interrupt.signal });
    assert.equal(output.exitCode, 0);
  });
});
