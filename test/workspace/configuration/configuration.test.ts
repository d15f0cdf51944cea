import assert from 'node:assert/strict';
import { resolveConfiguration } from '../../../src/workspace/configuration/configuration.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';

const isConfigurationError = (pattern: RegExp) => (thrown: unknown) =>
  thrown instanceof HoldfastError && thrown.code === 'configuration' && pattern.test(thrown.message);

describe('configuration', () => {
  it('has the documented defaults, with the source "default"', () => {
    const configuration = resolveConfiguration({});
    assert.deepEqual(configuration.limits, {
      maxAttempts: undefined,
      maxSteps: 40,
      maxCostUsd: undefined,
      attemptTimeoutSeconds: 900,
      stallTimeoutSeconds: 120,
      commandTimeoutSeconds: 300,
    });
    assert.deepEqual(configuration.contracts, ['**/*.contract.{yaml,yml,json}']);
    assert.equal(configuration.landing, 'commit');
    assert.equal(resolveConfiguration({ defaultLanding: 'review' }).landing, 'review');
    assert.equal(configuration.jobs, 1);
    assert.equal(configuration.commitHooks, false);
    assert.equal(configuration.model, undefined);
    assert.deepEqual(new Set(Object.values(configuration.sources).map((source) => source.kind)), new Set(['default']));
  });

  it('prefers flags, then editor settings, then the environment, then the file', () => {
    const flags = { jobs: 1 };
    const editor = { jobs: 2, limits: { maxSteps: 2 } };
    const environment = { HOLDFAST_JOBS: '3', HOLDFAST_MAX_STEPS: '3', HOLDFAST_MAX_ATTEMPTS: '3' };
    const file = { jobs: 4, limits: { maxSteps: 4, maxAttempts: 4, stallTimeoutSeconds: 4 } };
    const { jobs, limits, sources } = resolveConfiguration({ flags, editor, environment, file });
    assert.equal(jobs, 1);
    assert.equal(limits.maxSteps, 2);
    assert.equal(limits.maxAttempts, 3);
    assert.equal(limits.stallTimeoutSeconds, 4);
    assert.deepEqual(sources.jobs, { kind: 'flag', name: 'command line' });
    assert.deepEqual(sources['limits.maxSteps'], { kind: 'editor', name: 'editor setting holdfast.limits.maxSteps' });
    assert.deepEqual(sources['limits.maxAttempts'], { kind: 'environment', name: 'HOLDFAST_MAX_ATTEMPTS' });
    assert.deepEqual(sources['limits.stallTimeoutSeconds'], { kind: 'file', name: 'holdfast.config.yaml' });
    assert.equal(sources['limits.commandTimeoutSeconds'].kind, 'default');
  });

  it('reads the model, the base URL and the cost limit from the environment', () => {
    const configuration = resolveConfiguration({
      environment: {
        HOLDFAST_MODEL: ' openai-compatible:glm-4.6 ',
        HOLDFAST_BASE_URL: 'http://127.0.0.1:8080/v1',
        HOLDFAST_MAX_COST: '0.25',
        HOLDFAST_COMMIT_HOOKS: 'yes',
        HOLDFAST_JOBS: '',
      },
    });
    assert.equal(configuration.model, 'openai-compatible:glm-4.6');
    assert.equal(configuration.baseUrl, 'http://127.0.0.1:8080/v1');
    assert.equal(configuration.limits.maxCostUsd, 0.25);
    assert.equal(configuration.commitHooks, true);
    assert.equal(configuration.sources.jobs.kind, 'default');
  });

  it('reads the folder of scenarios from the environment, then from the file', () => {
    const file = { scenarios: { folder: '~/file' } };
    const environment = { HOLDFAST_SCENARIOS_FOLDER: '/environment' };
    assert.deepEqual(resolveConfiguration({ environment, file }).scenarios, { folder: '/environment' });
    assert.deepEqual(resolveConfiguration({ file }).scenarios, { folder: '~/file' });
    assert.deepEqual(resolveConfiguration({}).scenarios, {});
  });

  it('rejects invalid environment variables and lists all of them', () => {
    const environment = { HOLDFAST_MAX_COST: 'ten', HOLDFAST_JOBS: '0', HOLDFAST_COMMIT_HOOKS: 'maybe' };
    assert.throws(
      () => resolveConfiguration({ environment }),
      isConfigurationError(/HOLDFAST_MAX_COST.*HOLDFAST_COMMIT_HOOKS.*HOLDFAST_JOBS/),
    );
    assert.throws(
      () => resolveConfiguration({ environment: { HOLDFAST_MAX_COST: 'Infinity' } }),
      isConfigurationError(/MAX_COST/),
    );
    assert.throws(
      () => resolveConfiguration({ environment: { HOLDFAST_MODEL: 'glm' } }),
      isConfigurationError(/HOLDFAST_MODEL/),
    );
  });

  it('rejects invalid editor settings and options', () => {
    assert.throws(
      () => resolveConfiguration({ editor: { limits: { maxSteps: 0 } } }),
      isConfigurationError(/maxSteps/),
    );
    assert.throws(
      () => resolveConfiguration({ flags: { limits: { maxCostUsd: Number.NaN } } }),
      isConfigurationError(/maxCostUsd/),
    );
  });

  it('allows a cost limit of zero', () => {
    assert.equal(resolveConfiguration({ flags: { limits: { maxCostUsd: 0 } } }).limits.maxCostUsd, 0);
  });

  describe('base URL and prices', () => {
    const file = {
      model: 'openai-compatible:glm-4.6',
      baseUrl: 'http://127.0.0.1:1/v1',
      prices: { inputPerMillion: 1, outputPerMillion: 2 },
    };

    it('apply to the model of the same source', () => {
      const { baseUrl, prices } = resolveConfiguration({ file });
      assert.equal(baseUrl, file.baseUrl);
      assert.deepEqual(prices, file.prices);
    });

    it('keep only the base URL for another model of the provider', () => {
      const { baseUrl, prices, sources } = resolveConfiguration({ file, flags: { model: 'openai-compatible:other' } });
      assert.equal(baseUrl, file.baseUrl);
      assert.equal(prices, undefined);
      assert.equal(sources.prices.kind, 'default');
    });

    it('do not apply to a model of another provider', () => {
      const { baseUrl, prices } = resolveConfiguration({ file, environment: { HOLDFAST_MODEL: 'anthropic:claude' } });
      assert.equal(baseUrl, undefined);
      assert.equal(prices, undefined);
    });

    it('apply to every model if the source names none', () => {
      const { baseUrl } = resolveConfiguration({
        file: { baseUrl: 'http://127.0.0.1:2/' },
        flags: { model: 'anthropic:claude' },
      });
      assert.equal(baseUrl, 'http://127.0.0.1:2/');
    });
  });
});
