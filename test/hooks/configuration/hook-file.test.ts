import { strict as assert } from 'node:assert';
import { parse } from 'jsonc-parser';
import { AGENT_FILES } from '../../../src/hooks/configuration/agent-files.ts';
import { addHooks, isCurrent, readOwnEntries, removeHooks } from '../../../src/hooks/configuration/hook-file.ts';

const PROGRAM = { program: 'holdfast', runCommands: false };

const files = AGENT_FILES.flatMap(({ clients, project, content }) =>
  content.kind === 'json' ? [{ clients, project, content }] : [],
);

/** A file that its user has already, in the layouts that people and programs write. */
function existingTexts({ content }: (typeof files)[number]): readonly string[] {
  const list = content.entries(PROGRAM)[0]?.list ?? 'Stop';
  const mine = { matcher: 'x', hooks: [{ type: 'command', command: 'mine' }] };
  return [
    `${JSON.stringify({ ...content.fields, hooks: { [list]: [mine] } }, null, 2)}\n`,
    JSON.stringify({ ...content.fields, hooks: { [list]: [mine], Other: [mine] } }),
    `{\n\t// a comment\n\t"theme": "dark",\n\t${content.fields['version'] === 1 ? '"version": 1,\n\t' : ''}"hooks": {\n\t\t"Other": [{ "a": 1 }] // another\n\t}\n}\n`,
    `${JSON.stringify({ ...content.fields, theme: 'dark' }, null, 4).replaceAll('\n', '\r\n')}\r\n`,
  ];
}

describe('the hook files of clients', () => {
  for (const file of files) {
    const { clients, project, content } = file;
    it(`[AGENT-3] merges the hooks of ${clients.join(' and ')} with existing ones, and removes them without a trace`, () => {
      for (const text of existingTexts(file)) {
        const merged = addHooks(project, text, content.entries(PROGRAM), content.fields);
        assert.notEqual(merged, text);
        assert.ok(isCurrent(readOwnEntries(project, merged), content.entries(PROGRAM)), merged);
        assert.equal(text.includes('mine'), merged.includes('mine'), 'the hooks of the user stay');
        assert.equal(merged.includes('\r\n'), text.includes('\r\n'));
        assert.equal(/[^\r]\n/.test(merged), /[^\r]\n/.test(text), merged);
        assert.equal(addHooks(project, merged, content.entries(PROGRAM), content.fields), merged, 'a second time');
        assert.equal(removeHooks(project, merged, content.fields), text);
      }
    });

    it(`[AGENT-3] creates the file of ${clients.join(' and ')}, and removes it again`, () => {
      const created = addHooks(project, undefined, content.entries(PROGRAM), content.fields);
      assert.equal(removeHooks(project, created, content.fields), undefined);
    });
  }

  const [claude] = files;
  assert.ok(claude);
  const { project, content } = claude;

  it('[AGENT-3] replaces the hooks of an earlier version, with another program', () => {
    const earlier = addHooks(project, undefined, content.entries({ ...PROGRAM, program: 'npx holdfast' }), {});
    const merged = addHooks(project, earlier, content.entries(PROGRAM), {});
    assert.ok(isCurrent(readOwnEntries(project, merged), content.entries(PROGRAM)), merged);
    assert.ok(!merged.includes('npx'));
  });

  it('keeps the command of a person who added it to an entry of Holdfast', () => {
    const hooks = [
      { type: 'command', command: 'mine' },
      { type: 'command', command: 'holdfast hook stop --client claude' },
    ];
    const removed = removeHooks(project, JSON.stringify({ hooks: { Stop: [{ hooks }] } }), {});
    assert.deepEqual(parse(removed ?? ''), { hooks: { Stop: [{ hooks: [hooks[0]] }] } });
  });

  it('[AGENT-3] rejects a file that cannot be parsed, with its line', () => {
    const add = (text: string) => () => addHooks(project, text, content.entries(PROGRAM), {});
    assert.throws(add('{\n  "a": \n}'), {
      code: 'configuration',
      message: /^Failed to read \.claude\/settings\.json: line 3/,
    });
    assert.throws(add('[]'), { message: /it is not a JSON object/ });
    assert.throws(add('{"hooks":{"Stop":5}}'), { message: /"hooks\.Stop" is not a list/ });
  });
});
