import { DomainServiceError } from '../../verdicts/domains/service/service-error.ts';
import type { ChunkValidationResult } from '../report/run-result.ts';
import type { DomainValidationInput } from './domain-validation-input.ts';
import type { DomainFailure } from '../services/judge-by-domains.ts';
import { maskHiddenTexts } from '../../workspace/holdout/hidden-texts.ts';
import { interpretFailure } from './interpret-failure.ts';

type Problem = ChunkValidationResult['problems'][number];

/** The most failures that the next attempt receives, and that a model interprets. */
const MAX_FAILURES = 30;
const MAX_INTERPRETED = 3;
const MAX_MESSAGE = 1_500;

/**
 * Judges a snapshot with the domain services that are primary for its changed files. Each failure becomes a problem that the
 * next attempt receives [ASSERT-CODE-001], with an interpretation if it does not say by itself what is wrong.
 *
 * @throws DomainServiceError if such a service is not available or wrong [ASSERT-EXT-001]
 */
export async function validateByDomains(input: DomainValidationInput): Promise<readonly Problem[]> {
  const { services, chunk, attempt, judged, changedFiles = [] } = input;
  if (services.judgeByDomains === undefined || changedFiles.length === 0) return [];
  services.report({ type: 'stage', chunk: chunk.id, stage: 'domains' });
  const { root, view, hiddenTexts } = attempt;
  const mask = (text: string): string => maskHiddenTexts(text, hiddenTexts);
  const verdict = await services
    .judgeByDomains({
      root,
      commit: judged.commit,
      folder: services.termsFolder ?? services.repository.folder,
      view,
      hiddenTexts,
      changedFiles,
      signal: services.signal,
    })
    .catch((thrown: unknown) => {
      // It quotes what the service printed last.
      if (!(thrown instanceof DomainServiceError)) throw thrown;
      const { fault, domain, method, reason } = thrown;
      throw new DomainServiceError(fault, { domain, method }, mask(reason));
    });
  for (const message of verdict.warnings) {
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message: mask(message) });
  }
  if (verdict.passed) return [];
  const problems: Problem[] = [];
  let interpreted = 0;
  let withheld = 0;
  if (verdict.failures.length === 0) {
    return [{ stage: 'domains', message: 'A domain service refused the change, and gave no reason.' }];
  }
  for (const found of verdict.failures.slice(0, MAX_FAILURES)) {
    const failure = { ...found, message: mask(found.message), output: found.output && mask(found.output) };
    const needsModel = !failure.isSelfExplanatory && services.agent === undefined;
    // A failure that says nothing by itself is not fed back without an interpretation [ASSERT-CODE-003].
    if (needsModel && interpreted === MAX_INTERPRETED) {
      withheld++;
      continue;
    }
    const interpretation = needsModel ? await interpretFailure(input, failure) : undefined;
    if (needsModel) interpreted++;
    problems.push({
      stage: 'domains',
      message: describeFailure(failure),
      ...(interpretation === undefined ? {} : { interpretation: interpretation.slice(0, MAX_MESSAGE) }),
    });
  }
  if (withheld > 0) {
    const failures = withheld === 1 ? '1 more failure is' : `${withheld} more failures are`;
    problems.push({
      stage: 'domains',
      message: `${failures} reported. Correct these first: the rest is judged again.`,
    });
  }
  return problems;
}

/** The artifact, the location, the severity and the message of a diagnostic [ASSERT-CODE-001]. */
function describeFailure({
  domain,
  method,
  category,
  severity,
  artifact,
  line,
  message,
  output,
}: DomainFailure): string {
  const place = artifact === undefined ? '' : `${artifact}${line === undefined ? '' : `:${line}`}: `;
  const kind = [severity, category].filter((word) => word !== undefined).join(', ');
  const text = [message, ...(output === undefined ? [] : [output])].join('\n');
  return `${place}${method} of ${domain} (${kind}): ${text}`.slice(0, MAX_MESSAGE);
}
