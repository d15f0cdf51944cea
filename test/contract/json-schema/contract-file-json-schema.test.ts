import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { contractFileJsonSchema } from '../../../src/contract/json-schema/contract-file-json-schema.ts';
import { sampleChecks } from '../sample-checks.ts';

const validate = new Ajv({ strict: false, allErrors: true }).compile(contractFileJsonSchema(sampleChecks));

function errorsOf(data: unknown): string[] {
  validate(data);
  return (validate.errors ?? [])
    .filter((error) => error.keyword !== 'if')
    .map((error) => `${error.instancePath} ${error.keyword}`);
}

const workOrder = {
  id: 'WO-01',
  title: 'First',
  intent: 'Create it.',
  preconditions: [{ kind: 'file_absent', path: 'a.py' }],
  postconditions: [{ kind: 'file_exists', path: 'a.py' }],
  allowed_files: ['a.py'],
  forbidden: [],
  acceptance_commands: ['python -c "import a"'],
  context_files: ['a.py'],
  notes: null,
  verify_exempt: true,
};

describe('contractFileJsonSchema', () => {
  it('validates a contract with the schema of contracts', () => {
    assert.deepEqual(errorsOf({ spec: { id: 'a', title: 'A' }, chunks: [{ id: 'b', title: 'B' }] }), []);
    assert.deepEqual(errorsOf({ spec: { id: 'a', title: 'A' }, chunks: [{ id: 'b', titel: 'B' }] }), [
      '/chunks/0 required',
      '/chunks/0 additionalProperties',
    ]);
    assert.deepEqual(errorsOf({}), [' required', ' required']);
  });

  it('[COMP-COMPAT] accepts the manifest of the source document and reports a missing key', () => {
    const manifest = {
      system_overview: ['A package.'],
      verify_contract: { command: 'python -m pytest -q', requires: [{ kind: 'file_exists', path: 'a.py' }] },
      work_orders: [workOrder],
    };
    assert.deepEqual(errorsOf(manifest), []);
    assert.deepEqual(errorsOf({ work_orders: [{ ...workOrder, allowed_files: 'a.py' }] }), [
      '/work_orders/0/allowed_files type',
    ]);
    assert.deepEqual(errorsOf({ system_overview: 'A package.' }), [' required']);
    assert.deepEqual(errorsOf({ work_orders: [{ ...workOrder, allowedBy: 'reviewer' }] }), []);
  });
});
