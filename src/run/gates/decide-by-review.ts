import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import type { GateDecision, GateEvidence } from '../../verdicts/gates/judgement.ts';
import { createWholeFilesDiff } from '../../verdicts/review/diff/whole-files-diff.ts';
import { formatFindingText, summarizeFindings } from '../../verdicts/review/format-finding.ts';
import { readChange } from '../../verdicts/review/read-change.ts';
import { reviewChange } from '../../verdicts/review/review-change.ts';
import type { ReviewedFile, ReviewInput } from '../../verdicts/review/review-input.ts';
import type { ReviewReport } from '../../verdicts/review/review-report.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { withRecordedCalls } from '../services/recorded-calls.ts';
import { isAllowed, listJudgingCommands } from '../terms/judge-protection.ts';
import type { GateInput } from './gate-input.ts';

/** Context files that are prose, and so can be standards. */
const PROSE = /\.(md|mdx|markdown|txt|adoc|rst)$/i;

/**
 * Decides a gate by a review of the chunk's change. A blocking finding fails it. A review that did not cover the change makes
 * the gate broken.
 */
export async function decideByReview(input: GateInput, gate: Gate): Promise<GateDecision> {
  const { chunk, contract, runId, number, attempt, judged, services } = input;
  const { review } = gate;
  const origin = { runId, attempt: number, chunk: chunk.id };
  const read = await readReviewedChange(input);
  const standards = await readStandards(input);
  const report = await withRecordedCalls(services, { purpose: 'review', ...origin }, (policy) =>
    reviewChange(
      {
        ...read,
        specification: { file: input.document.file, text: describeTask(contract, chunk) },
        standards,
        criteria: gate.criteria,
        constraints: (signal) =>
          services.constraints({ commit: judged.commit, root: attempt.root, files: input.changedFiles }, signal),
        isAllowed: (change) => isAllowed(chunk, change),
      },
      {
        openModel: async () => {
          const model = await services.judgeModel(typeof review === 'object' ? review.model : undefined);
          if (model !== undefined) return model;
          throw new HoldfastError('configuration', 'No model is configured for the review.', {
            hint: 'Configure a model, or name one in the gate.',
          });
        },
        policy,
        redact: services.redact,
        answers: {
          get: (key) => services.history.readAnswer(key),
          put: (key, answer) => services.history.saveAnswer(key, answer),
        },
        label: { chunk: chunk.id, attempt: number },
        signal: services.signal,
      },
    ),
  );
  return toDecision(report);
}

/** The change of the attempt. A check of a tree has no change: then the whole files of the chunk are reviewed. */
async function readReviewedChange(input: GateInput): Promise<Pick<ReviewInput, 'change' | 'protectedChanges'>> {
  const { attempt, base, judged, changedFiles, contract, document, services } = input;
  const { repository, analysis, signal } = services;
  if (base.tree !== judged.tree) {
    const commands = listJudgingCommands({ contract, document, sharedGates: [], services });
    return readChange({ repository, analysis, from: base.commit, to: judged.commit, commands, signal });
  }
  const files: ReviewedFile[] = [];
  for (const path of changedFiles) {
    const text = await attempt.tree.readText(path);
    if (text !== undefined) files.push({ path, text });
  }
  return {
    change: {
      diff: createWholeFilesDiff(files),
      files,
      changedFiles: files.map(({ path, text }) => ({
        path,
        binary: false,
        addedLines: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length,
        deletedLines: 0,
      })),
    },
    protectedChanges: [],
  };
}

/** The prose among the context files of the chunk, as it was before the attempt. */
async function readStandards({ chunk, base, services }: GateInput): Promise<readonly ReviewedFile[]> {
  const paths = chunk.contextFiles.filter((path) => PROSE.test(path));
  if (paths.length === 0) return [];
  const files = await services.repository.readFiles(base.commit, paths, services.signal);
  return [...files].map(([path, bytes]) => ({ path, text: bytes.toString('utf8') }));
}

/** What the change implements: the specification, the chunk, and what it must create. */
function describeTask({ spec }: Contract, chunk: Chunk): string {
  const { title, description, functions, types, assertions, forbidden } = chunk;
  const required = [
    ...functions.map(({ name, file, signature }) => `- function ${name} in ${file}: ${signature}`),
    ...types.map(({ name, file, definition }) => `- type ${name} in ${file}: ${definition}`),
    ...assertions.map(({ type, message }) => `- ${type === 'assert' ? 'must' : 'should'}: ${message}`),
    ...forbidden.map((sentence) => `- not allowed: ${sentence}`),
  ];
  return [`# ${spec.title}`, spec.description, `# ${title}`, description, required.join('\n')]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

const VERDICTS = { proceed: 'PASS', remediate: 'FAIL', broken: 'BROKEN' } as const;

function toDecision({ decision, findings, passes, warnings }: ReviewReport): GateDecision {
  const broken = passes.flatMap(({ pass, status, reason = '' }) =>
    status === 'broken' ? [`The pass ${pass} has no valid answer: ${reason}`] : [],
  );
  const relevant = findings.filter(({ severity }) => severity !== 'informational');
  const evidence = relevant.map((finding): GateEvidence => {
    const { file, line } = finding;
    return { file, ...(line === undefined ? {} : { line }), text: formatFindingText(finding) };
  });
  const request = decision === 'remediate' ? 'Correct every blocking finding, and consider the warnings.' : '';
  return {
    verdict: VERDICTS[decision],
    reasoning: [`The review has ${summarizeFindings(findings)}.`, request, ...broken, ...warnings]
      .filter((sentence) => sentence !== '')
      .join(' '),
    ...(evidence.length === 0 ? {} : { evidence }),
    findings,
  };
}
