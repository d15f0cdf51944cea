import assert from 'node:assert/strict';
import { configurationLayer, editorSettings } from '../../../src/extension/settings/holdfast-settings.ts';

const reader = (set: Record<string, unknown>) => ({
  set: (name: string) => set[name],
  value: (name: string) => set[name],
});

describe('configurationLayer', () => {
  it('holds what somebody set, and nothing else', () => {
    const layer = configurationLayer(
      reader({
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

describe('editorSettings', () => {
  it('falls back to the defaults for what is not understood', () => {
    assert.deepEqual(editorSettings(reader({ 'run.unsavedFiles': 'perhaps', 'review.landing': 3 })), {
      unsavedFiles: 'ask',
      showResults: true,
      checkOnType: true,
      reviewLanding: 'commit',
    });
    assert.equal(editorSettings(reader({ 'run.unsavedFiles': 'refuse' })).unsavedFiles, 'refuse');
  });
});
