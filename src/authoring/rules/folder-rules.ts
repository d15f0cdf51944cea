import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import { ALWAYS_FILE } from '../../contract/always-file.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { replaceText } from '../../workspace/files/replace-text.ts';
import type { Repository } from '../../workspace/repository.ts';
import { resolveInside } from '../../workspace/files/safe-path.ts';
import { writeFileAtomically } from '../../workspace/files/write-atomically.ts';
import { findSignature } from '../contracts/state-exports.ts';
import { readRecentChanges } from './recent-changes.ts';
import { renderRule } from './render-rule.ts';
import type { ProposedRule, RuleForm, RuleRequest, AlwaysRules } from './rule-types.ts';
import { createRuleMatcher, holdsIn, tryOnCommits, type RuleChunk } from './try-rule.ts';

type RuleServices = Pick<FolderServices, 'analysis' | 'contracts' | 'history' | 'repository' | 'tree'>;

/** A rule is tried on this many commits before it is offered. */
const TRIED_COMMITS = 50;

/** The rules of one folder. */
export class FolderRules implements AlwaysRules {
  readonly #services: RuleServices;

  constructor(services: RuleServices) {
    this.#services = services;
  }

  async formOf(id: string): Promise<RuleForm> {
    const comments = (await (await this.#services.history())?.listComments()) ?? [];
    const found = comments.filter((comment) => comment.id.startsWith(id));
    const [comment] = found;
    if (comment === undefined || found.length > 1) {
      throw new HoldfastError('not-found', `Comment ${comment === undefined ? 'not found' : 'not unique'}: ${id}`, {
        hint: 'List the comments with "holdfast comments".',
      });
    }
    const { file, text, wanted, lineText, declaration } = comment;
    // A call names the block of a test, which has no export.
    const name = /^[\p{L}_$][\w$]*/u.exec(declaration.split('.')[0] ?? '')?.[0] ?? '';
    const { analysis, tree } = this.#services;
    const signature =
      name === ''
        ? undefined
        : await findSignature({ analysis, root: tree.root, trusted: false, signal: undefined }, file, name);
    return {
      file,
      message: [text, wanted].filter((part) => part !== undefined).join(': '),
      pattern: lineText.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
      name,
      signature: signature ?? '',
    };
  }

  async propose({ rule, message, signal }: RuleRequest): Promise<ProposedRule> {
    const { analysis, tree } = this.#services;
    const before = await tree.readText(ALWAYS_FILE);
    const repository = await this.#services.repository();
    if (before !== undefined) await this.#requireReadable(before);
    await requireNotIgnored(repository, signal);
    const { text: after, chunk } = renderRule(before, rule, message);
    const tried = { ...(await this.#parse(after, chunk)), rule, analysis, repository, signal };
    const { prefix } = repository;
    const hasCommits = (await repository.readHead(signal)).commit !== null;
    const commits = hasCommits ? await readRecentChanges(tree.root, { prefix, limit: TRIED_COMMITS, signal }) : [];
    return {
      file: ALWAYS_FILE,
      before,
      after,
      chunk,
      holdsNow: rule.kind === 'scope' || (await holdsIn(tried, tree.root)),
      matchesNow: (await tree.listFiles()).some(createRuleMatcher(rule)),
      triedCommits: commits.length,
      refused: await tryOnCommits(tried, commits),
    };
  }

  async write({ file, before, after }: ProposedRule): Promise<void> {
    const { root } = this.#services.tree;
    if (before !== undefined) return replaceText(root, file, before, after);
    const absolute = await resolveInside(root, file);
    if ((await this.#services.tree.kindOf(file)) !== undefined) {
      throw new HoldfastError('conflict', `Failed to write ${file}: the file was created in the meantime`, {
        hint: 'Propose the rule again.',
      });
    }
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFileAtomically(absolute, after);
  }

  /** @throws HoldfastError `contract` if nothing can be added to the file of the rules */
  async #requireReadable(text: string): Promise<void> {
    const { contract, problems } = await this.#services.contracts.parse(ALWAYS_FILE, text);
    const problem = problems.find(({ severity }) => severity === 'error');
    if (contract !== undefined && problem === undefined) return;
    const place = problem === undefined ? ALWAYS_FILE : `${ALWAYS_FILE}:${problem.range.start.line}`;
    throw new HoldfastError(
      'contract',
      `Failed to make a rule: ${place}: ${problem?.message ?? 'It is no contract.'}`,
      {
        hint: 'Fix the file first, or remove it if it has no rule.',
      },
    );
  }

  async #parse(text: string, id: string): Promise<RuleChunk> {
    const document = await this.#services.contracts.parse(ALWAYS_FILE, text);
    const chunk = document.contract?.chunks.find((one) => one.id === id);
    const problem = document.problems.find(({ severity }) => severity === 'error');
    if (document.contract !== undefined && chunk !== undefined && problem === undefined) {
      return { document, contract: document.contract, chunk };
    }
    throw new HoldfastError('contract', `Failed to make a rule: ${problem?.message ?? 'its values make no chunk'}`, {
      hint: 'Change the values of the rule.',
    });
  }
}

/** @throws HoldfastError `configuration` if git ignores the file of the rules: no snapshot of a change would contain it */
async function requireNotIgnored({ commits }: Repository, signal: AbortSignal | undefined): Promise<void> {
  if ((await commits?.isIgnored(ALWAYS_FILE, signal)) !== true) return;
  throw new HoldfastError(
    'configuration',
    `Failed to make a rule: git ignores ${ALWAYS_FILE}, so it judges no change`,
    {
      hint: `Remove the pattern that "git check-ignore -v ${ALWAYS_FILE}" names.`,
    },
  );
}
