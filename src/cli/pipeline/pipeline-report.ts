import type {
  PipelineProblem,
  PullRequestDetails,
  StepReport,
  WaitingDecision,
  WorkItem,
  WorkItemDetails,
} from '../../pipeline.ts';
import type { Style, Terminal } from '../base/terminal.ts';
import { formatCost } from '../render/run-report.ts';

type Progress = NonNullable<WorkItem['progress']>;

const STATUS_STYLES: Readonly<Record<Progress['status'], Style>> = {
  active: 'blue',
  waiting: 'yellow',
  failed: 'red',
  finished: 'green',
  cancelled: 'dim',
};

const OUTCOME_STYLES: Readonly<Record<StepReport['outcome'], Style>> = {
  advanced: 'green',
  nothing: 'dim',
  failed: 'red',
  busy: 'yellow',
};

/** One line for an item, and one for each decision that waits or for why the item cannot be read. */
export function formatItem(terminal: Terminal, item: WorkItem): readonly string[] {
  const { id, title, isOpen, progress, problem } = item;
  const closed = isOpen ? '' : terminal.style('dim', ' (closed)');
  if (problem !== undefined) {
    const lines = formatProblem(terminal, problem).map((line) => `    ${line}`);
    return [`#${id}  ${terminal.style('red', 'unreadable')}  ${title}${closed}`, ...lines];
  }
  if (progress === undefined) return [`#${id}  ${terminal.style('dim', 'not started')}  ${title}${closed}`];
  const { stage, status, decisions, isLabelConflict } = progress;
  const conflict = isLabelConflict ? terminal.style('red', ' (labels changed)') : '';
  return [
    `#${id}  ${stage}  ${terminal.style(STATUS_STYLES[status], status)}${conflict}  ${title}${closed}`,
    ...decisions.map((decision) => `    waits for you: ${formatDecision(decision)}`),
  ];
}

/** What stops an item or all items, and what to do. */
export function formatProblem(terminal: Terminal, { message, hint }: PipelineProblem): readonly string[] {
  return [terminal.style('red', message), ...(hint === undefined ? [] : [hint])];
}

/** `architecture, pull request 12, hash 1f2e3d4c5b6a` */
export function formatDecision({ stage, subItem, pullRequest, hash }: WaitingDecision): string {
  return [
    subItem === undefined ? stage : `${stage} of ${subItem}`,
    ...(pullRequest === undefined ? [] : [`pull request ${pullRequest}`]),
    `hash ${hash.slice(0, 12)}`,
  ].join(', ');
}

/** The line of a step, `#7 advanced: …`, and one for each command that could not be applied. */
export function formatStep(terminal: Terminal, id: string, report: StepReport): string {
  const { outcome, summary, refusedCommands = [] } = report;
  const refused = refusedCommands.map((reply) => `#${id} ${terminal.style('yellow', 'refused')}: ${reply}`);
  return [...refused, `#${id} ${terminal.style(OUTCOME_STYLES[outcome], outcome)}: ${summary}`].join('\n');
}

/** Prints everything that is known about an item, without the texts of its documents. */
export function printItemDetails(terminal: Terminal, item: WorkItemDetails): void {
  for (const line of formatItem(terminal, item)) terminal.result(line);
  if (item.labels.length > 0) terminal.result(`labels: ${item.labels.join(', ')}`);
  if (item.body.trim() !== '') terminal.result(`\n${item.body.trim()}\n`);
  for (const { source, detail } of item.safety) terminal.result(`safety-affecting (${source}): ${detail}`);
  for (const { stage, hash, pullRequest } of item.answers) {
    const place = pullRequest === undefined ? '' : `, pull request ${pullRequest}`;
    terminal.result(`document of ${stage}: hash ${hash.slice(0, 12)}${place}`);
  }
  for (const subItem of item.subItems) {
    const { id, title, stage, status, attempts, pullRequest, dependsOn, judgements = [], warnings = [] } = subItem;
    const facts = [
      `attempts: ${attempts}`,
      ...(pullRequest === undefined ? [] : [`pull request ${pullRequest}`]),
      ...(dependsOn.length === 0 ? [] : [`after ${dependsOn.join(', ')}`]),
    ];
    terminal.result(`sub-item ${id}: ${stage} ${status}  ${title}  (${facts.join(', ')})`);
    for (const text of judgements) terminal.result(`    ${text}`);
    for (const text of warnings) terminal.result(`    ${terminal.style('yellow', 'warning')}: ${text}`);
  }
  for (const { stage, subItem, usd, executions } of item.cost) {
    const name = subItem === undefined ? stage : `${stage} of ${subItem}`;
    terminal.result(`cost of ${name}: ${formatCost(usd)} (executions: ${executions})`);
  }
  printTimeline(terminal, item);
  printComments(terminal, item.comments);
  const failure = item.progress?.failure;
  if (failure !== undefined) {
    terminal.result(`${terminal.style('red', `failed in ${failure.stage}`)} (${failure.reason}): ${failure.message}`);
  }
}

/** Prints what happened, oldest first, without the effects and calls: they are in the JSON output. */
function printTimeline(terminal: Terminal, { timeline }: WorkItemDetails): void {
  const shown = timeline.filter(({ kind }) => kind !== 'effect' && kind !== 'call');
  if (shown.length > 0) terminal.result('timeline:');
  for (const { at, stage, subItem, text } of shown) {
    const [first = '', ...more] = text.split('\n');
    const place = subItem === undefined ? stage : `${stage} of ${subItem}`;
    terminal.result(`    ${terminal.style('dim', formatMinute(at))}  ${place}: ${first}`);
    for (const line of more) terminal.result(`        ${line}`);
  }
}

/** Prints comments, oldest first, each below a line with its author and time. */
function printComments(terminal: Terminal, comments: WorkItemDetails['comments'] = []): void {
  if (comments.length > 0) terminal.result('comments:');
  for (const { author, createdAt, isEdited, body } of comments) {
    printText(
      terminal,
      `${terminal.style('dim', formatMinute(createdAt))}  ${author}${isEdited ? ' (edited)' : ''}:`,
      body,
    );
  }
}

function printText(terminal: Terminal, heading: string, text: string): void {
  terminal.result(`    ${heading}`);
  if (text.trim() !== '') for (const line of text.trim().split('\n')) terminal.result(`        ${line}`.trimEnd());
}

/** Prints a pull request with its text, comments and reviews, without its change. */
export function printPullRequest(terminal: Terminal, request: PullRequestDetails): void {
  terminal.result(formatPullRequest(terminal, request));
  if (request.body.trim() !== '') terminal.result(`\n${request.body.trim()}\n`);
  printComments(terminal, request.comments);
  if (request.reviews.length > 0) terminal.result('reviews:');
  for (const { author, verdict, commit, submittedAt, body, comments } of request.reviews) {
    const time = terminal.style('dim', formatMinute(submittedAt));
    printText(terminal, `${time}  ${author}: ${verdict} ${commit.slice(0, 12)}`, body);
    for (const { path, line, body: text } of comments) {
      printText(terminal, `    ${line === undefined ? path : `${path}:${line}`}`, text);
    }
  }
}

const PULL_REQUEST_STYLES: Readonly<Record<PullRequestDetails['state'], Style>> = {
  open: 'green',
  merged: 'blue',
  closed: 'red',
};

/** `#7  open  Create invoices  (holdfast/1/1/sub/create → main)` */
export function formatPullRequest(
  terminal: Terminal,
  { number, state, title, head, base }: Omit<PullRequestDetails, 'reviews' | 'diff'>,
): string {
  return `#${number}  ${terminal.style(PULL_REQUEST_STYLES[state], state)}  ${title}  (${head} → ${base})`;
}

/** `2026-11-25 02:09Z`, from ISO 8601 in UTC. */
function formatMinute(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')}Z`;
}
