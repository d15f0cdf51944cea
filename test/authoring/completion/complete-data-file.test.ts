import assert from 'node:assert/strict';
import { pipelineJsonSchema } from '../../../src/verdicts/data-files/pipeline-file.ts';
import { findSchema } from '../../../src/authoring/schema/find-schema.ts';
import { describeSchema, type SchemaNode } from '../../../src/authoring/schema/schema-node.ts';
import { STAGE_NAMES } from '../../../src/workspace/configuration/pipeline/stage-names.ts';
import { labelsAt as labelsIn, proposalsAt } from '../support/complete-at.ts';

const pipeline = { path: '.holdfast/pipeline.yaml', kind: 'pipeline', schema: pipelineJsonSchema() } as const;

/** The labels that are offered at the `|` of a text. */
function complete(text: string): Promise<readonly string[]> {
  return labelsIn(text.replace('|', '¦'), pipeline);
}

describe('Completion in pipeline.yaml', () => {
  it('[PIPE-4] offers the keys of the top level that the file lacks', async () => {
    const labels = await complete('labelPrefix: cogworks\n|\ngates:\n  intake: auto\n');
    assert.ok(labels.includes('maxTries'));
    assert.ok(labels.includes('safetyCriticalModules'));
    assert.ok(!labels.includes('labelPrefix'), 'written above');
    assert.ok(!labels.includes('gates'), 'written below');
    assert.ok(!labels.includes('intake'), 'a key of another map');
  });

  it('[PIPE-4] offers the keys of a nested map, in blocks and in braces', async () => {
    const others = STAGE_NAMES.filter((stage) => stage !== 'intake');
    assert.deepEqual(await complete('gates:\n  intake: auto\n  |'), others);
    assert.deepEqual(await complete('gates:\n  |\n  intake: auto\nmaxSubItems: 3'), others);
    assert.deepEqual(await complete('gates:\n  intake: auto\n  # a comment\n\n  arch|'), others);
    assert.deepEqual(await complete('gates: { intake: auto, |'), others);
    assert.deepEqual(await complete('budgets:\n  item: 20\n  stages:\n    |'), STAGE_NAMES);
    assert.deepEqual(await complete('budgets: { item: 20, stages: { |'), STAGE_NAMES);
    assert.deepEqual(await complete('budgets: { stages: { intake: 1 }, |'), ['item']);
  });

  it('[PIPE-4] offers the keys of an architectural rule', async () => {
    assert.deepEqual(await complete('architecturalRules:\n  - |'), ['from', 'to', 'reason']);
    assert.deepEqual(await complete('architecturalRules:\n  - from: a\n    |'), ['to', 'reason']);
    assert.deepEqual(await complete('architecturalRules:\n- from: a\n  |\n- from: b\n  to: c'), ['to', 'reason']);
    assert.deepEqual(await complete('architecturalRules:\n  - from: a\n    to: b\n    reason: c\n  - |'), [
      'from',
      'to',
      'reason',
    ]);
  });

  it('[PIPE-4] offers the values of a key', async () => {
    assert.deepEqual(await complete('gates:\n  intake: |'), ['auto', 'human']);
    assert.deepEqual(await complete('gates: { intake: h|'), ['auto', 'human']);
    assert.deepEqual(await complete('maxSubItems: |'), ['10']);
  });

  it('[PIPE-4] offers nothing in comments and in texts', async () => {
    for (const text of ['# |', 'labelPrefix: holdfast # |', 'gates: auto\n  |'])
      assert.deepEqual(await complete(text), [], text);
  });

  it('[EDIT-2] offers files where globs are expected', async () => {
    assert.deepEqual(await complete('contextFiles: [|'), ['src/', 'README.md']);
    assert.deepEqual(await complete('architecturalRules:\n  - from: src/|'), ['src/orders/', 'src/index.ts']);
  });

  it('[PIPE-4] inserts a key with the form of its value', async () => {
    const proposals = await proposalsAt('¦', pipeline);
    const insertOf = (label: string): string | undefined => proposals.find((one) => one.label === label)?.insert;
    assert.equal(insertOf('maxSubItems'), 'maxSubItems: ${1:10}');
    assert.equal(insertOf('gates'), 'gates:\n  $0');
    assert.equal(insertOf('contextFiles'), 'contextFiles:\n  - $0');
    assert.equal(insertOf('architecturalRules'), 'architecturalRules:\n  - from: $1\n    to: $2\n    reason: $3');
    const [stage] = await proposalsAt('gates:\n  in¦', pipeline);
    assert.equal(stage?.insert, 'intake: ${1|auto,human|}');
  });

  it('[PIPE-4] explains a key with its values and its default', () => {
    const node = findSchema(pipelineJsonSchema(), ['gates', 'architecture']);
    assert.match(
      describeSchema('architecture', node ?? {}),
      /needs.*\n\nValues: `auto`, `human`\.\n\nDefault: `human`\./s,
    );
    assert.equal(findSchema(pipelineJsonSchema(), ['gates', 'absent']), undefined);
    assert.match(findSchema(pipelineJsonSchema(), ['architecturalRules', 0, 'reason'])?.description ?? '', /sentence/);
  });
});

describe('Completion from a JSON Schema', () => {
  const schema: SchemaNode = {
    properties: {
      limits: { additionalProperties: { properties: { min: {}, max: {} } } },
      steps: { items: { $ref: '#/definitions/step' } },
      exact: { type: 'boolean' },
    },
    definitions: {
      step: {
        oneOf: [
          { properties: { id: {}, command: { description: 'A command.' } }, required: ['id', 'command'] },
          { properties: { id: {}, request: {}, method: { enum: ['GET', 'POST'] } }, required: ['id'] },
          { properties: { id: {}, steps: { items: { $ref: '#/definitions/step' } } } },
        ],
      },
    },
  };
  const labelsAt = (text: string): Promise<readonly string[]> => labelsIn(`${text}¦`, { ...pipeline, schema });

  it('[PIPE-4] offers the keys of maps with free keys', async () => {
    assert.deepEqual(await labelsAt('limits:\n  bitrate:\n    '), ['min', 'max']);
  });

  it('[PIPE-4] offers the keys of the alternatives that fit the keys that are there, through references', async () => {
    assert.deepEqual(await labelsAt('steps:\n  - '), ['id', 'command', 'request', 'method', 'steps']);
    assert.deepEqual(await labelsAt('steps:\n  - id: a\n    request: b\n    '), ['method']);
    assert.deepEqual(await labelsAt('steps:\n  - id: a\n    steps:\n      - command: b\n        '), ['id']);
  });

  it('[PIPE-4] offers the values of an alternative, and of a boolean', async () => {
    assert.deepEqual(await labelsAt('steps:\n  - id: a\n    method: '), ['GET', 'POST']);
    assert.deepEqual(await labelsAt('exact: '), ['true', 'false']);
    assert.equal(findSchema(schema, ['steps', 0, 'command'])?.description, 'A command.');
  });
});
