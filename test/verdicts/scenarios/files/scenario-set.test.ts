import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import {
  readScenarioSet,
  requireValidSet,
  selectScenarios,
} from '../../../../src/verdicts/scenarios/files/scenario-set.ts';
import { folderScenarios, type ScenarioSource } from '../../../../src/verdicts/scenarios/files/scenario-source.ts';
import { HoldfastError } from '../../../../src/foundation/errors.ts';
import { temporaryFolder } from '../../../workspace/support/temporary.ts';
import { scenarioText } from '../support/scenario-text.ts';

function sourceOf(files: Readonly<Record<string, string>>): ScenarioSource {
  return {
    prefix: 'p/',
    isOutside: false,
    listFiles: () => Promise.resolve(Object.keys(files)),
    readFile: (file) => Promise.resolve(files[file] === undefined ? undefined : Buffer.from(files[file])),
  };
}

describe('The scenarios of a folder', () => {
  it('[ASSERT-SCEN-001] are selected if they cover an interface, and no others are', async () => {
    const { scenarios } = await readScenarioSet(
      sourceOf({
        's1.scenario.yaml': scenarioText({ id: 's1', covers: '[I1]' }),
        's2.scenario.yaml': scenarioText({ id: 's2', covers: '[I1, I3]' }),
        'more/s3.scenario.yaml': scenarioText({ id: 's3', covers: '[I1]' }),
        's4.yaml': scenarioText({ id: 's4', covers: '[can.bus, I2]' }),
        's5.scenario.yaml': scenarioText({ id: 's5', covers: '[I3]' }),
        's6.scenario.yaml': scenarioText({ id: 's6', covers: '[I11]' }),
      }),
    );
    const ids = (covers: readonly string[] | undefined, only?: readonly string[]) =>
      selectScenarios(scenarios, { covers, ids: only }).map(({ definition }) => definition.id);
    assert.deepEqual(ids(['I1', 'I2']), ['s3', 's1', 's2', 's4']);
    assert.deepEqual(ids(['can.bus']), ['s4']);
    assert.deepEqual(ids(['I2()', 'I3']), ['s2', 's4', 's5'], 'a function is covered by its name');
    assert.deepEqual(ids(['Unknown']), []);
    assert.deepEqual(ids([]), []);
    assert.equal(ids(undefined).length, 6);
    assert.deepEqual(ids(['I1'], ['s2', 's5']), ['s2']);
  });

  it('are files with the ending of scenarios, and the data files of the folder itself', async () => {
    const set = await readScenarioSet(
      sourceOf({
        'a.yaml': scenarioText({ id: 'a' }),
        'b.json': '{}',
        'data/c.yaml': 'rows: []',
        'data/d.scenario.yml': scenarioText({ id: 'd' }),
        'data/check.mjs': '',
        'twins.yaml': 'twins: []',
      }),
    );
    assert.deepEqual(
      set.documents.map(({ file }) => file),
      ['p/a.yaml', 'p/b.json', 'p/data/d.scenario.yml'],
    );
    assert.deepEqual(
      set.scenarios.map(({ folder }) => folder),
      ['', 'data/'],
    );
  });

  it('report an id that two files have, and a twin that no file declares', async () => {
    const set = await readScenarioSet(
      sourceOf({
        'a.yaml': scenarioText({ id: 'same' }),
        'b.yaml': scenarioText({ id: 'same' }),
        'c.yaml': scenarioText({ id: 'other', twins: '[mail]' }),
        'twins.yaml': "twins: [{ id: bank, command: 'node a' }]",
      }),
    );
    assert.deepEqual(set.scenarios, []);
    const problems = set.documents.flatMap((document) => document.problems.map(({ message }) => message));
    assert.match(problems.join('\n'), /also used in p\/b.yaml/);
    assert.match(problems.join('\n'), /There is no twin "mail". The twins are bank/);
    assert.throws(
      () => requireValidSet(set),
      (thrown: unknown) =>
        thrown instanceof HoldfastError &&
        thrown.code === 'configuration' &&
        /p\/a.yaml:1: /.test(thrown.message) &&
        thrown.details.some(({ file, line }) => file === 'p/c.yaml' && line === 6),
    );
  });

  it('report no unknown twin while the file of twins has errors', async () => {
    const set = await readScenarioSet(
      sourceOf({ 'a.yaml': scenarioText({ twins: '[bank]' }), 'twins.yaml': 'twins: [{ id: bank }]' }),
    );
    assert.deepEqual(set.documents[0]?.problems, []);
    assert.equal(set.twinDocuments[0]?.problems[0]?.code, 'missing-key');
  });
});

describe('A folder of scenarios outside of the repository', () => {
  it('is read with its subfolders, without links and git data', async () => {
    await using outside = await temporaryFolder();
    await mkdir(outside.at('more', '.git'), { recursive: true });
    await writeFile(outside.at('a.scenario.yaml'), scenarioText());
    await writeFile(outside.at('more', 'b.mjs'), 'text');
    await writeFile(outside.at('more', '.git', 'config'), '');
    const source = await folderScenarios(outside.path, ['/somewhere/else']);
    assert.deepEqual(await source.listFiles(), ['a.scenario.yaml', 'more/b.mjs']);
    assert.equal((await source.readFile('more/b.mjs'))?.toString(), 'text');
    assert.equal(await source.readFile('missing'), undefined);
    assert.equal(source.isOutside, true);
  });

  it('is refused inside of the repository, and if it does not exist', async () => {
    await using outside = await temporaryFolder();
    await assert.rejects(folderScenarios(outside.at('inner'), [outside.path]), /inside of/);
    await assert.rejects(folderScenarios(outside.at('inner'), ['/somewhere/else']), /Failed to read the scenarios/);
  });
});
