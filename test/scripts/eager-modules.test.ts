import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compileModulesEagerly } from './eager-modules.ts';
import { distFolder } from './project.ts';

const LONG = `exports.text = "${'x'.repeat(100_000)}"`;

describe('modules that are compiled with their script', () => {
  it('are the large ones, and nothing else changes', () => {
    const bundle = `var a=w((exports)=>{${LONG}});var b=w(e=>{1});var c=w(()=>{${LONG}},2);export{a,b,c};`;
    const eager = compileModulesEagerly(bundle);
    assert.equal(eager, bundle.replace('w((exports)=>{', 'w(((exports)=>{').replace('});var b', '}));var b'));
  });

  it('include TypeScript in the built program', () => {
    const text = readdirSync(distFolder)
      .filter((name) => name.endsWith('.js') && statSync(join(distFolder, name)).size > 1_000_000)
      .map((name) => readFileSync(join(distFolder, name), 'utf8'))
      .find((content) => content.includes('createSourceFile('));
    assert.match(text?.slice(0, 2_000) ?? '', /=\w+\(\(\(\w+,[\w$]+\)=>\{/);
  });
});
