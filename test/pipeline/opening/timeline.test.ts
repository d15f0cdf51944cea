import assert from 'node:assert/strict';
import { describeEffect } from '../../../src/pipeline/opening/effect-text.ts';
import { createTimeline } from '../../../src/pipeline/opening/timeline.ts';
import { listSubIssues, toWorkItemDetails } from '../../../src/pipeline/opening/work-item.ts';
import type { ItemEvent } from '../../../src/pipeline/state/item-event.ts';
import {
  advanced,
  answered,
  apply,
  attempted,
  createItem,
  createPlannedItem,
  createPolicy,
  performAll,
  plannedSubItem,
  reviewed,
  scenariosEnded,
} from '../state/item-states.ts';

const planned = createPlannedItem([plannedSubItem('types')]);
const COUNTS = { planned: 2, satisfied: 2, unsatisfied: 0, failed: 0, environment: 0 };
const SCENARIOS = [
  { id: 'start', score: 1, ...COUNTS },
  { id: 'brake', score: 0.5, ...COUNTS, satisfied: 1, failed: 1 },
];
const later = (minute: number): string => `2026-11-23T11:0${minute}:00.000Z`;

describe('The timeline of an item', () => {
  it('[ASSERT-PSM-002] shows the stages that started, and the answers that were accepted', () => {
    const entries = createTimeline(planned).filter(({ kind }) => kind !== 'effect');
    assert.deepEqual(
      entries.filter(({ kind }) => kind === 'transition').map(({ text }) => text),
      [
        'The stage intake started.',
        'The stage architecture started.',
        'The stage interfaces started.',
        'The stage planning started.',
        'The stage generation started.',
      ],
    );
    assert.equal(entries.filter(({ text }) => text === 'The answer passed the checks.').length, 4);
  });

  it('[ASSERT-CODE-004] keeps the attempts of results that were sent back, by a person or by a judgement', () => {
    const pass = (number: number): ItemEvent => attempted('types', { number, passed: true });
    const fail = (number: number): ItemEvent => attempted('types', { number });
    const refused = reviewed('types', 'types-r2', { decision: 'remediate', findings: [] });
    const requested = {
      type: 'changes-requested',
      subItem: 'types',
      feedback: 'Shorter.',
      by: 'kim',
      at: later(3),
    } as const;
    const ends = Array.from({ length: 5 }, (_, index) => fail(index + 4));
    const state = apply(
      planned,
      ...[fail(1), pass(2), scenariosEnded('types', 'types-r2'), refused, pass(3), requested, ...ends],
      { type: 'resumed', by: 'kim', at: later(5) },
    );
    const texts = createTimeline(performAll(state)).filter(({ text }) => text.startsWith('Attempt '));
    assert.deepEqual(
      texts.map(({ text }) => text.split(/[.:(]/)[0]?.trim()),
      ['1 failed', '2 passed', '3 passed', ...ends.map((_, index) => `${index + 4} failed`)].map(
        (text) => `Attempt ${text}`,
      ),
    );
    const [subItem] = state.subItems;
    assert.deepEqual([subItem?.attempts, subItem?.status], [[], 'active'], 'the tries count from the start');
    const item = { id: '42', title: 'Health', body: '', labels: [], isOpen: true, author: 'kim' };
    assert.equal(toWorkItemDetails(item, { ...state, stages: {} }).subItems[0]?.attempts, 8);
  });

  it('[ASSERT-CODE-004] shows each attempt of a sub-item with its failure, its cost and its time', () => {
    const failed = attempted('types', { number: 1, category: 'build', summary: 'src/a.ts:1 TS2304\n' });
    const passed = attempted('types', { number: 2, of: 5, passed: true, costUsd: null });
    assert.ok(failed.type === 'attempted' && passed.type === 'attempted');
    const state = performAll(apply(planned, { ...failed, at: later(1) }, { ...passed, at: later(2) }));
    const attempts = createTimeline(state).filter(({ subItem, kind }) => subItem === 'types' && kind === 'attempt');
    assert.deepEqual(attempts, [
      {
        at: later(1),
        kind: 'attempt',
        stage: 'generation',
        subItem: 'types',
        text: 'Attempt 1 failed (build):\nsrc/a.ts:1 TS2304',
        costUsd: 0.1,
      },
      { at: later(2), kind: 'attempt', stage: 'generation', subItem: 'types', text: 'Attempt 2 of 5 passed.' },
    ]);
  });

  it('[ASSERT-SCEN-006] [ASSERT-REVIEW-004] shows what scenarios and the review said about each result', () => {
    const finding = {
      pass: 'security',
      file: 'src/a.ts',
      severity: 'blocking',
      category: 'injection',
      explanation: 'It is not escaped.',
      reviews: 1,
    } as const;
    const state = performAll(
      apply(
        planned,
        attempted('types', { number: 1, passed: true }),
        { ...scenariosEnded('types', 'types-r1', { outcome: 'passed', score: 1, scenarios: SCENARIOS }), at: later(1) },
        {
          ...reviewed('types', 'types-r1', {
            decision: 'remediate',
            findings: Array.from({ length: 5 }, () => finding),
          }),
          at: later(2),
        },
      ),
    );
    const judgements = createTimeline(state).filter(({ stage }) => stage === 'scenarios' || stage === 'review');
    assert.deepEqual(
      judgements
        .filter(({ kind }) => kind === 'attempt')
        .map(({ at, stage, subItem, text }) => [at, stage, subItem, text]),
      [
        [
          later(1),
          'scenarios',
          'types',
          [
            'Scenarios: passed, score 1 of 0.95 in 0 trajectories (start, brake).',
            '- brake: score 0.5, 1 of 2 trajectories satisfied, 1 met a failure criterion',
            '- start: score 1, 2 of 2 trajectories satisfied',
          ].join('\n'),
        ],
        [
          later(2),
          'review',
          'types',
          [
            'Review: 5 findings (5 blocking).',
            ...Array<string>(3).fill('- blocking src/a.ts It is not escaped.'),
            '- and 2 further findings',
          ].join('\n'),
        ],
      ],
    );
    const receipt = { at: later(3), pullRequest: 7 };
    const posted = describeEffect('types/findings/abc1234', 'integration', receipt);
    assert.deepEqual([posted.text, posted.subItem], ['Posted the findings of the review in pull request #7.', 'types']);
    assert.match(
      describeEffect('types/human-approval/12', 'integration', receipt).text,
      /status of the human approval/,
    );
  });

  it('[ASSERT-ARCH-004] shows refused and rejected answers with their reasons, in order', () => {
    const item = apply(createItem(createPolicy({ architecture: 'human' })), answered('intake'), advanced);
    const stage = 'architecture' as const;
    const answer = (at: string): ItemEvent => ({
      type: 'answered',
      stage,
      hash: 'h',
      value: {},
      outcome: { effects: [] },
      at,
    });
    const state = apply(
      item,
      { type: 'refused', stage, mistakes: ['No module src/helth.'], at: later(1) },
      answer(later(2)),
      { type: 'stage-rejected', stage, reason: 'Too broad.', by: 'kim', at: later(3) },
      answer(later(4)),
    );
    const entries = createTimeline(state).filter(({ at }) => at >= later(1));
    assert.deepEqual(
      entries.map(({ kind, text }) => [kind, text]),
      [
        ['attempt', 'The answer was refused:\nNo module src/helth.'],
        ['attempt', 'The answer passed the checks.'],
        ['gate', 'kim rejected it: Too broad.'],
        ['attempt', 'The answer passed the checks.'],
      ],
    );
  });

  it('[ASSERT-PSM-006] shows the failure', () => {
    const failure = { stage: 'generation', reason: 'error', message: 'The model is away.', at: later(3) } as const;
    const last = createTimeline(apply(planned, { type: 'failed', failure })).at(-1);
    assert.deepEqual(last, {
      at: later(3),
      kind: 'transition',
      stage: 'generation',
      text: 'The stage failed: The model is away.',
    });
  });

  it('[PIPE-2] says in a sentence what each effect did', () => {
    const commit = '1f2e3d4c5b6a7988';
    const cases: readonly (readonly [string, string, string, string | undefined])[] = [
      ['branch/2', 'effect', 'Pushed the branch of the architecture (1f2e3d4).', undefined],
      ['pull-request/2', 'effect', 'Opened pull request #7.', undefined],
      ['close/1', 'effect', 'Closed pull request #7.', undefined],
      ['sub-item/types', 'effect', 'Created the sub-issue #5.', 'types'],
      ['types/close-issue', 'effect', 'Closed the sub-issue #5.', 'types'],
      [`types/branch/${commit}`, 'effect', 'Pushed the change (1f2e3d4).', 'types'],
      [`types/merge/${commit}`, 'effect', 'Merged what it depends on (1f2e3d4).', 'types'],
      ['types/pull-request', 'effect', 'Opened pull request #7.', 'types'],
      ['types/retarget/31', 'effect', 'Changed the base of pull request #7.', 'types'],
      ['types/rejected/31', 'gate', 'The change was rejected.', 'types'],
      ['gate/12', 'effect', 'Requested a decision in a comment.', undefined],
      ['plan/1', 'effect', 'Posted the plan in a comment.', undefined],
      ['failure/12', 'effect', 'Reported the failure in a comment.', undefined],
      ['something/else', 'effect', 'something/else (1f2e3d4)', undefined],
    ];
    for (const [name, kind, text, subItem] of cases) {
      const described = describeEffect(name, 'architecture', { at: later(0), id: '5', pullRequest: 7, commit });
      assert.deepEqual([described.kind, described.text, described.subItem], [kind, text, subItem], name);
    }
  });

  it('knows the sub-issues of an item, those of earlier rounds included', () => {
    const receipts = {
      '1/planning/sub-item/types': { at: later(0), id: '5' },
      '2/planning/sub-item/types': { at: later(0), id: '8' },
      '2/planning/entered/3': { at: later(0), id: '9' },
      '2/generation/sub-item/branch/c': { at: later(0), commit: 'c' },
    };
    assert.deepEqual(listSubIssues({ receipts }), ['5', '8']);
  });
});
