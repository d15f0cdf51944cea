import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../../scripts/project.ts';
import { temporaryFolder, type TemporaryFolder } from '../../../workspace/support/temporary.ts';
import { openServices, rejectsWithFault, type OpenedServices } from '../service/faulty-service.ts';

const ENTRY = '  - { domain: typescript, builtin: typescript, primary: "src/**" }\n';

async function writeFiles(home: TemporaryFolder, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(home.at('tree', file)), { recursive: true });
    await writeFile(home.at('tree', file), text);
  }
}

/** Opens the built-in service for the folder `tree`, with the tools of this project if `withTools` is set. */
async function openTypeScript(
  home: TemporaryFolder,
  files: Readonly<Record<string, string>>,
  { withTools = false } = {},
): Promise<OpenedServices> {
  await writeFiles(home, files);
  if (withTools) await symlink(path.join(projectRoot, 'node_modules'), home.at('tree', 'node_modules'));
  return openServices(home, ENTRY, { root: home.at('tree') });
}

const TSCONFIG = JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] }, include: ['src'] });

const BROKEN = {
  'tsconfig.json': TSCONFIG,
  'src/a.ts': 'export const a: number = "text";\n',
  'src/b.ts': "import { a } from './a.ts';\nexport const b = a.length;\n",
  'src/syntax.ts': 'export const x = ;\n',
};

describe('TypeScript service', () => {
  it('[ASSERT-CODE-001] validates with the bundled compiler where the repository has none', async () => {
    await using home = await temporaryFolder();
    await using opened = await openTypeScript(home, BROKEN);
    const { passed, diagnostics } = await opened.services.validate(['src/a.ts', 'src/syntax.ts', 'src/deleted.ts']);
    assert.equal(passed, false);
    assert.deepEqual(
      diagnostics.map(({ domain, artifact, location, severity, category }) => [
        ...[domain, artifact, location?.line, location?.column, severity, category],
      ]),
      [
        ['typescript', 'src/a.ts', 1, 14, 'error', 'type-error'],
        ['typescript', 'src/syntax.ts', 1, 18, 'error', 'syntax'],
      ],
    );
    assert.match(diagnostics[0]?.message ?? '', /Type 'string' is not assignable to type 'number'/);
  });

  it("[ASSERT-CODE-001] validates with the repository's compiler and linter, also the files that use a change", async () => {
    await using home = await temporaryFolder();
    const files = {
      'tsconfig.json': TSCONFIG,
      'package.json': '{ "type": "module" }',
      'eslint.config.js': 'export default [{ rules: { "no-debugger": "error", "no-var": "warn" } }];',
      'src/a.ts': 'export const a = 1;\n',
      'src/b.ts': "import { a } from './a.js';\nexport const b: string = a;\n",
      'src/c.js': 'var c = 1;\ndebugger;\n',
    };
    await using opened = await openTypeScript(home, files, { withTools: true });
    const { diagnostics } = await opened.services.validate(['src/a.ts', 'src/c.js']);
    assert.deepEqual(
      diagnostics.map(({ artifact, location, severity, category }) => [artifact, location?.line, severity, category]),
      [
        ['src/b.ts', 2, 'error', 'type-error'],
        ['src/c.js', 1, 'warning', 'lint'],
        ['src/c.js', 2, 'error', 'lint'],
      ],
    );
    assert.match(diagnostics[2]?.message ?? '', /\(no-debugger\)$/);
  });

  it('[ASSERT-CODE-002] simulates with the test command, and names the kind of failure', async () => {
    await using home = await temporaryFolder();
    const script = (code: string) => JSON.stringify({ scripts: { test: `node -e "${code}"` } });
    await using opened = await openTypeScript(home, { 'src/a.ts': 'export {};\n' });
    const { services } = opened;
    assert.match((await services.simulate(['src/a.ts'])).skipped[0]?.message ?? '', /no test command/);
    await writeFiles(home, { 'package.json': script('process.exit(0)') });
    assert.deepEqual(await services.simulate(['src/a.ts']), { passed: true, failures: [], skipped: [] });
    await writeFiles(home, { 'package.json': script("require('assert').equal(1, 2, 'one is not two')") });
    const [assertion] = (await services.simulate(['src/a.ts'])).failures;
    assert.equal(assertion?.category, 'assertion');
    assert.match(assertion.message, /^npm test failed with exit code 1:\n[^]*one is not two/);
    await writeFiles(home, { 'package.json': script("console.error('no database'); process.exit(4)") });
    const [failure] = (await services.simulate(['src/a.ts'])).failures;
    assert.equal(failure?.category, 'test-failure');
    assert.match(failure.output ?? '', /no database/);
  });

  it('formats with Prettier if the repository has it', async () => {
    await using home = await temporaryFolder();
    {
      await using opened = await openTypeScript(home, { 'src/a.ts': 'export   const a=1', 'src/b.ts': 'export {};\n' });
      const call = opened.services.call('typescript', 'normalise', { artifacts: ['src/a.ts'] });
      await rejectsWithFault(call, 'unsupported-method', /The repository has no Prettier/);
    }
    await using opened = await openTypeScript(home, {}, { withTools: true });
    const { artifacts } = await opened.services.call('typescript', 'normalise', {
      artifacts: ['src/a.ts', 'src/b.ts'],
    });
    assert.deepEqual(artifacts, [{ artifact: 'src/a.ts', text: 'export const a = 1;\n' }]);
  });

  it('[ASSERT-XVAL-005] extracts the interfaces of all scripts of the tree', async () => {
    await using home = await temporaryFolder();
    await using opened = await openTypeScript(home, {
      'src/a.ts': '/** @interface bus.load */\nexport const LOAD = 0.48;\n',
      'lib/b.js': '/** @message bus.status\n * @unit payload byte */\nexport const status = { payload: 8 };\n',
      'node_modules/x/index.js': '/** @interface bus.load */\nexport const LOAD = 1;\n',
    });
    const queries = [{ id: 'bus', version: 1, parameters: ['load'], messageProperties: ['payload'] }];
    const first = await opened.services.extractInterfaces(queries);
    assert.deepEqual(first.extractions, [
      {
        domain: 'typescript',
        interfaces: [
          {
            id: 'bus',
            values: [{ parameter: 'load', value: 0.48, location: { artifact: 'src/a.ts', line: 2 } }],
            messages: [
              {
                name: 'status',
                properties: { payload: { value: 8, unit: 'byte' } },
                location: { artifact: 'lib/b.js', line: 3 },
              },
            ],
          },
        ],
      },
    ]);
    assert.deepEqual(await opened.services.extractInterfaces(queries), first);
  });
});
