import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  loadConfiguration,
  readConfiguration,
  requireSettings,
} from '../../../src/workspace/configuration/configuration-document.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';

/** The line and the code of every problem. */
function listProblems(text: string): string[] {
  return readConfiguration(text).problems.map((problem) => `${problem.range.start.line} ${problem.code}`);
}

describe('configuration file', () => {
  it('reads every setting', () => {
    const { settings, problems } = readConfiguration(
      [
        '# shared by the team',
        'model: openai-compatible:glm-4.6',
        'baseUrl: http://127.0.0.1:1234/v1',
        'prices: { inputPerMillion: 0.6, outputPerMillion: 2.2 }',
        'limits: { maxAttempts: 2, maxSteps: 10, maxCostUsd: 0.5, attemptTimeoutSeconds: 60, stallTimeoutSeconds: 5, commandTimeoutSeconds: 7 }',
        'landing: working-tree',
        'contracts: contracts/*.yaml',
        'gates: [gates/*.yaml, more/*.json]',
        'attempt: { setup: npm ci, copy: [.env.example] }',
        'commitHooks: true',
        'jobs: 2',
        'record: replies.yaml',
      ].join('\r\n'),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(settings, {
      model: 'openai-compatible:glm-4.6',
      baseUrl: 'http://127.0.0.1:1234/v1',
      prices: { inputPerMillion: 0.6, outputPerMillion: 2.2 },
      limits: {
        maxAttempts: 2,
        maxSteps: 10,
        maxCostUsd: 0.5,
        attemptTimeoutSeconds: 60,
        stallTimeoutSeconds: 5,
        commandTimeoutSeconds: 7,
      },
      landing: 'working-tree',
      contracts: ['contracts/*.yaml'],
      gates: ['gates/*.yaml', 'more/*.json'],
      attempt: { setup: ['npm ci'], copy: ['.env.example'] },
      commitHooks: true,
      jobs: 2,
      record: 'replies.yaml',
    });
  });

  it('reads the folder of scenarios, which is absolute or in the home folder', () => {
    for (const folder of ['~/scenarios', '/srv/scenarios', 'C:\\\\scenarios', 'D:/scenarios']) {
      const text = `scenarios: { folder: "${folder}" }`;
      assert.equal(readConfiguration(text).settings?.scenarios?.folder, folder.replace('\\\\', '\\'));
    }
    for (const folder of ['scenarios', '../scenarios', '~', '/', '~other/scenarios']) {
      assert.deepEqual(listProblems(`# a\nscenarios: { folder: "${folder}" }`), ['2 wrong-value']);
    }
  });

  it('reads an empty file and a file of comments as no settings', () => {
    assert.deepEqual(readConfiguration('').settings, {});
    assert.deepEqual(readConfiguration('# nothing yet\n').settings, {});
  });

  it('reports every error at its line, with the nearest name', () => {
    const text = 'modle: a:b\nlimits:\n  maxStep: 3\n  maxCostUsd: -1\nlanding: comit\njobs: many\n';
    assert.deepEqual(listProblems(text), [
      '1 unknown-key',
      '3 unknown-key',
      '4 wrong-value',
      '5 wrong-value',
      '6 wrong-type',
    ]);
    const messages = readConfiguration(text).problems.map((problem) => problem.message);
    assert.match(messages[0]!, /"model"/);
    assert.match(messages[1]!, /"maxSteps"/);
    assert.match(messages[3]!, /"commit"/);
    assert.equal(readConfiguration(text).settings, undefined);
  });

  it('reports invalid YAML, a list instead of settings, and a duplicate key', () => {
    assert.deepEqual(listProblems('model: "a:b\n'), ['1 syntax']);
    assert.deepEqual(listProblems('- model\n'), ['1 wrong-type']);
    assert.deepEqual(listProblems('jobs: 1\nmodel: a:b\njobs: 2\n'), ['3 duplicate-key']);
  });

  for (const key of ['apiKey', 'api_key', 'OPENAI_API_KEY', 'token', 'password', 'secret']) {
    it(`rejects a secret (${key}) with a hint and without its value`, () => {
      const { settings, problems } = readConfiguration(`model: a:b\n${key}: sk-live-1234567890\n`);
      assert.equal(settings, undefined);
      assert.deepEqual(
        problems.map((problem) => `${problem.range.start.line} ${problem.code}`),
        ['2 secret'],
      );
      assert.match(problems[0]!.message, /HOLDFAST_API_KEY/);
      assert.doesNotMatch(problems[0]!.message, /sk-live/);
    });
  }

  it('rejects a URL with a secret, and does not treat maxTokens as a secret', () => {
    for (const address of ['https://user:pass@example.com/v1', 'https://example.com/v1?api_key=abc']) {
      const [problem] = readConfiguration(`baseUrl: ${address}\n`).problems;
      assert.match(problem!.message, /contains a secret/);
      assert.doesNotMatch(problem!.message, /pass@|=abc/);
    }
    assert.deepEqual(listProblems('maxTokens: 4\n'), ['1 unknown-key']);
  });

  it('rejects paths outside the folder', () => {
    for (const path of ['../replies.yaml', '/etc/passwd', 'C:\\replies.yaml', 'a/../../b', '~/replies.yaml']) {
      assert.deepEqual(listProblems(`replay: '${path}'\n`), ['1 outside-tree'], path);
      assert.deepEqual(listProblems(`record: '${path}'\n`), ['1 outside-tree'], path);
      assert.deepEqual(listProblems(`attempt: { copy: ['${path}'] }\n`), ['1 outside-tree'], path);
    }
  });

  describe('on disk', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'holdfast-configuration-'));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    it('is undefined if the file does not exist', async () => {
      assert.equal(await loadConfiguration(folder), undefined);
      assert.equal(requireSettings(undefined), undefined);
    });

    it('is read from the root of the folder and rejected completely if it has errors', async () => {
      await writeFile(join(folder, 'holdfast.config.yaml'), 'jobs: 3\n');
      assert.deepEqual(requireSettings(await loadConfiguration(folder)), { jobs: 3 });
      await writeFile(join(folder, 'holdfast.config.yaml'), 'jobs: 3\nmodle: a:b\nlanding: x\n');
      const document = await loadConfiguration(folder);
      assert.throws(
        () => requireSettings(document),
        (thrown: unknown) =>
          thrown instanceof HoldfastError &&
          thrown.code === 'configuration' &&
          /holdfast\.config\.yaml:2: .*"model"/.test(thrown.message) &&
          /holdfast\.config\.yaml:3: /.test(thrown.message),
      );
    });
  });
});
