import assert from 'node:assert/strict';
import {
  readPipelineSettings,
  requirePipelineSettings,
} from '../../../../src/workspace/configuration/pipeline/pipeline-document.ts';
import { pipelineJsonSchema } from '../../../../src/verdicts/data-files/pipeline-file.ts';
import { toPolicy } from '../../../../src/pipeline/state/policy.ts';
import { policySchema } from '../../../../src/pipeline/state/policy.ts';
import { HoldfastError } from '../../../../src/foundation/errors.ts';

/** The line, code and path of every problem. */
function listProblems(text: string): readonly (readonly [line: number, code: string, path: string])[] {
  return readPipelineSettings(text).problems.map(({ range, code, path }) => [range.start.line, code, path.join('.')]);
}

describe('configuration of the pipeline', () => {
  it('[PIPE-4] uses the defaults without a file, and in a file without settings', () => {
    const defaults = requirePipelineSettings(undefined);
    assert.equal(defaults.labelPrefix, 'holdfast');
    assert.equal(defaults.maxSubItems, 10);
    assert.equal(defaults.maxTries.default, 5);
    assert.deepEqual(requirePipelineSettings('# nothing yet\n'), defaults);
    assert.deepEqual(toPolicy(defaults), {
      labelPrefix: 'holdfast',
      gates: {
        intake: 'auto',
        architecture: 'human',
        interfaces: 'human',
        planning: 'human',
        generation: 'auto',
        scenarios: 'auto',
        review: 'auto',
        integration: 'human',
      },
      maxTries: {
        intake: 5,
        architecture: 5,
        interfaces: 5,
        planning: 5,
        generation: 5,
        scenarios: 5,
        review: 5,
        integration: 5,
      },
      remediationLimit: 3,
      maxStageCostUsd: {},
    });
  });

  it('[PIPE-4] reads every setting', () => {
    const { value, problems } = readPipelineSettings(
      [
        'labelPrefix: cogworks',
        'gates: { architecture: auto, generation: human }',
        'maxTries: { default: 3, generation: 8 }',
        'budgets: { item: 12.5, stages: { architecture: 2 } }',
        'scenarios: { threshold: 0.9, trajectories: 4 }',
        'review: { remediationLimit: 1 }',
        'scopeThreshold: 12',
        'maxSubItems: 4',
        'safetyCriticalModules: [src/brakes/**]',
        'architecturalRules:',
        '  - { from: src/domain/**, to: [src/web/**, "!src/web/types.ts"], reason: The domain knows no user interface. }',
        'contextFiles: [docs/decisions/*.md]',
        'heartbeatLimitSeconds: 90',
      ].join('\r\n'),
    );
    assert.deepEqual(problems, []);
    assert.ok(value !== undefined);
    assert.deepEqual(value.architecturalRules[0]?.from, ['src/domain/**']);
    assert.equal(value.heartbeatLimitSeconds, 90);
    const policy = policySchema.parse(toPolicy(value));
    assert.deepEqual(value.scenarios, { threshold: 0.9, trajectories: 4 });
    assert.equal(policy.remediationLimit, 1);
    assert.equal(policy.gates.architecture, 'auto');
    assert.equal(policy.gates.interfaces, 'human');
    assert.deepEqual(
      [policy.maxTries.generation, policy.maxTries.intake, policy.maxCostUsd, policy.maxStageCostUsd.architecture],
      [8, 3, 12.5, 2],
    );
  });

  it('[PIPE-4] reports all mistakes of a file at once, each at its line, with the intended name', () => {
    const text = [
      'lablePrefix: holdfast', // 1
      'gates:',
      '  architcture: human', // 3
      '  planning: humn', // 4
      'maxTries: { default: 0 }', // 5
      'maxSubItems: many', // 6
      'safetyCriticalModules: [../other/**]', // 7
      'architecturalRules:',
      '  - from: src/a/**', // 9: no reason, no to
    ].join('\n');
    assert.deepEqual(listProblems(text.replace('[../other/**]', '[src/**]')), [
      [1, 'unknown-key', 'lablePrefix'],
      [3, 'unknown-key', 'gates.architcture'],
      [4, 'wrong-value', 'gates.planning'],
      [5, 'wrong-value', 'maxTries.default'],
      [6, 'wrong-type', 'maxSubItems'],
      [9, 'missing-key', 'architecturalRules.0.reason'],
      [9, 'missing-key', 'architecturalRules.0.to'],
    ]);
    assert.deepEqual(listProblems('safetyCriticalModules:\n  - ../other/**\n  - src/**\n'), [
      [2, 'outside-tree', 'safetyCriticalModules.0'],
    ]);
    const messages = readPipelineSettings(text).problems.map(({ message }) => message);
    assert.match(messages[0] ?? '', /Did you mean "labelPrefix"\?/);
    assert.match(messages[1] ?? '', /Did you mean "architecture"\?/);
    assert.match(messages[2] ?? '', /Did you mean "human"\?/);
  });

  it('[PIPE-4] does not fall back to defaults: each error of the file is a detail with its file and line', () => {
    assert.throws(
      () => requirePipelineSettings('gates:\n  planning: never\nmaxSubItems: 0\n'),
      (thrown) => {
        assert.ok(thrown instanceof HoldfastError);
        assert.equal(thrown.code, 'configuration');
        assert.deepEqual(
          thrown.details.map(({ file, line, path }) => [file, line, path]),
          [
            ['.holdfast/pipeline.yaml', 2, 'gates.planning'],
            ['.holdfast/pipeline.yaml', 3, 'maxSubItems'],
          ],
        );
        return true;
      },
    );
    for (const text of ['gates: {', '- a list', 'maxSubItems: 3\nmaxSubItems: 4\n', 'a: 1\n---\nb: 2\n', '\0']) {
      assert.throws(() => requirePipelineSettings(text), HoldfastError, JSON.stringify(text));
    }
  });

  it('[PIPE-4] refuses a label prefix that cannot be a part of a branch name', () => {
    for (const prefix of ['a/b', 'a..b', '.a', '""', 'a b', '-a']) {
      assert.deepEqual(listProblems(`labelPrefix: ${prefix}\n`), [[1, 'wrong-value', 'labelPrefix']], prefix);
    }
  });

  it('generates its JSON Schema from the model', () => {
    const schema = JSON.parse(JSON.stringify(pipelineJsonSchema())) as {
      readonly additionalProperties: boolean;
      readonly required?: readonly string[];
      readonly properties: Readonly<Record<string, { readonly default?: unknown; readonly properties?: object }>>;
    };
    assert.equal(schema.additionalProperties, false);
    assert.equal(schema.required, undefined);
    assert.equal(schema.properties['maxSubItems']?.default, 10);
    assert.deepEqual(Object.keys(schema.properties['gates']?.properties ?? {}), [
      'intake',
      'architecture',
      'interfaces',
      'planning',
      'generation',
      'scenarios',
      'review',
      'integration',
    ]);
  });
});
