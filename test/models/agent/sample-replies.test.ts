import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import { createModel } from '../../../src/models/create-model.ts';
import { parseRecording } from '../../../src/models/replay/recording-file.ts';
import { MemoryFiles, createAttempt } from './attempt.ts';

const SAMPLE = fileURLToPath(new URL('../../../examples/health-check/', import.meta.url));

async function sampleFiles(): Promise<MemoryFiles> {
  const entries = await readdir(join(SAMPLE, 'src'), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new MemoryFiles(
    Object.fromEntries(
      paths.map((path, index) => [path.slice(SAMPLE.length).replaceAll('\\', '/'), texts[index] ?? '']),
    ),
  );
}

describe('Agent: the recorded replies of the sample', () => {
  it('complete every attempt without a failed tool call', async () => {
    const { replies } = await parseRecording(await readFile(join(SAMPLE, 'replies.yaml'), 'utf8'), 'replies.yaml');
    const model = await createModel({
      reference: 'replay:replies.yaml',
      folder: SAMPLE,
      keys: () => Promise.resolve(undefined),
    });
    const files = await sampleFiles();
    const originals = new Map(files.content);
    const attempts = replies.filter(({ purpose }) => purpose === undefined || purpose === 'attempt');
    assert.ok(attempts.length >= 4);
    for (const { chunk = '', attempt = 1 } of attempts) {
      const start = {
        changed: [...files.content.keys()],
        read: (path: string) => Promise.resolve(originals.get(path)),
      };
      const run = createAttempt(model, { label: { chunk, attempt }, files, start });
      const outcome = await runAgent(run.input);
      assert.equal(outcome.stopReason, 'finished', `${chunk} ${attempt}`);
      assert.ok(outcome.costUsd !== null && outcome.costUsd > 0);
      assert.deepEqual(
        run.events.filter((event) => event.type === 'tool' && !event.ok),
        [],
      );
    }
  });
});
