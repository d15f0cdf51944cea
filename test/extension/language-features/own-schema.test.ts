import assert from 'node:assert/strict';
import { hasOwnSchema } from '../../../src/extension/language-features/own-schema.ts';

describe('A schema that a file names itself', () => {
  it('[EDIT-2] is used by the YAML extension if it is installed, and by the JSON service always', () => {
    const yaml = '# yaml-language-server: $schema=./contract.schema.json\nversion: 2\n';
    assert.equal(
      hasOwnSchema('yaml', yaml, () => true),
      true,
    );
    assert.equal(
      hasOwnSchema('yaml', yaml, () => false),
      false,
    );
    assert.equal(
      hasOwnSchema('yaml', 'version: 2\n', () => true),
      false,
    );
    assert.equal(
      hasOwnSchema('json', '{\n  "$schema": "./contract.schema.json" }', () => false),
      true,
    );
    assert.equal(
      hasOwnSchema('json', '{ "version": 2, "chunks": [{ "$schema": "" }] }', () => false),
      false,
    );
  });
});
