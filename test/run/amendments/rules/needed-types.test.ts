import assert from 'node:assert/strict';
import { neededTypes } from '../../../../src/run/amendments/rules/needed-types.ts';

describe('neededTypes', () => {
  it('[ENF-AMEND-4] returns the types that the new values mention, directly or through another type', () => {
    const types = [
      { name: 'Deep', definition: '{ of: string }' },
      { name: 'Options', definition: '{ deep?: Deep }' },
      { name: 'Option', definition: 'string' },
    ];
    const change = (newValue: string) => [{ path: 'chunks[0].functions[0].signature', oldValue: '', newValue }];
    assert.deepEqual(
      neededTypes(types, change('(options: Options) => void')).map(({ name }) => name),
      ['Deep', 'Options'],
    );
    assert.deepEqual(neededTypes(types, change('(loud: boolean) => void')), []);
  });
});
