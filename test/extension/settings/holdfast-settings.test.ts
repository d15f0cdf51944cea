import assert from 'node:assert/strict';
import { readConfigurationLayer, readEditorSettings } from '../../../src/extension/settings/holdfast-settings.ts';

const createReader = (values: Record<string, unknown>) => ({
  explicitValue: (name: string) => values[name],
  effectiveValue: (name: string) => values[name],
});

describe('readConfigurationLayer', () => {
  it('contains only explicitly set values', () => {
    const layer = readConfigurationLayer(
      createReader({
        model: 'anthropic:claude',
        baseUrl: ' ',
        prices: null,
        'limits.maxSteps': 7,
        'attempt.copy': ['.env'],
        commitHooks: false,
      }),
    );
    assert.deepEqual(layer, {
      model: 'anthropic:claude',
      limits: { maxSteps: 7 },
      attempt: { copy: ['.env'] },
      commitHooks: false,
    });
  });
});

describe('readEditorSettings', () => {
  it('uses the defaults for invalid values', () => {
    assert.deepEqual(readEditorSettings(createReader({ 'run.unsavedFiles': 'perhaps', 'review.landing': 3 })), {
      unsavedFiles: 'ask',
      showResults: true,
      checkOnType: true,
      reviewLanding: 'commit',
    });
    assert.equal(readEditorSettings(createReader({ 'run.unsavedFiles': 'refuse' })).unsavedFiles, 'refuse');
  });
});
