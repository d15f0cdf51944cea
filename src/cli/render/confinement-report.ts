import type { CommandVisibility, ConfinementReport, MechanismReport, ModeReport } from '../../engine.ts';
import type { Terminal } from '../base/terminal.ts';

/** The most paths of a list that the text shows. JSON has all. */
const MAX_PATHS = 24;

/** What a confined command sees, each mechanism of escape with its outcome, and one sentence as the last line. */
export function renderConfinement(report: ConfinementReport, terminal: Pick<Terminal, 'style'>): readonly string[] {
  const { sandbox, missing, modes, weaknesses } = report;
  const bad = terminal.style('red', '✗');
  if (sandbox === undefined) {
    return [
      `${bad} No sandbox works here, so commands run unconfined, or in the mode strict not at all: ${missing?.reason ?? ''}.`,
      `    ${missing?.hint ?? ''}`,
    ];
  }
  const heading = (text: string): string => terminal.style('bold', text);
  return [
    `${heading('Sandbox')}: ${sandbox.kind} (${sandbox.program})`,
    '',
    heading('What a command sees'),
    ...renderView(modes),
    '',
    heading('What a command tries'),
    ...renderMechanisms(modes, terminal),
    '',
    heading(`What ${sandbox.kind} does not refuse`),
    ...weaknesses.map((sentence) => `  ${sentence}`),
    '',
    ...modes.flatMap(({ mode, problem }) =>
      problem === undefined ? [] : [`${bad} Nothing could be tried in the mode ${mode}: ${problem}`],
    ),
    report.ok ? `${terminal.style('green', '✓')} ${summarize(modes)}` : `${bad} ${summarize(modes)}`,
  ];
}

function renderView(modes: readonly ModeReport[]): readonly string[] {
  const sees = modes[0]?.sees;
  if (sees === undefined) return [];
  const networks = modes.map(({ mode, sees: { network } }) => `${network} in ${mode}`);
  return [
    `  writes   ${listPaths(['its tree', ...sees.writes])}`,
    `  own      ${listPaths(sees.own)}: empty at the start, gone after the verdict`,
    `  reads    ${listPaths(['the repository of its tree', ...sees.reads])}`,
    `  stores   ${listPaths(sees.stores)}${describeStores(sees)}`,
    `  hidden   ${listPaths([...sees.hidden, 'everything else'])}`,
    `  network  ${networks.join(', ')}`,
  ];
}

function describeStores({ stores, storeWrites }: CommandVisibility): string {
  if (stores.length === 0) return '';
  return storeWrites === 'discarded' ? ': what it writes is discarded after the verdict' : ': it cannot write';
}

function listPaths(paths: readonly string[]): string {
  if (paths.length === 0) return 'none';
  const left = paths.length - MAX_PATHS;
  return paths.slice(0, MAX_PATHS).join(', ') + (left > 0 ? ` and ${left} more` : '');
}

/** One line for a mechanism of all modes. */
function renderMechanisms(modes: readonly ModeReport[], terminal: Pick<Terminal, 'style'>): readonly string[] {
  const byId = new Map<string, { readonly mode: string; readonly mechanism: MechanismReport }[]>();
  for (const { mode, mechanisms } of modes) {
    for (const mechanism of mechanisms) {
      byId.set(mechanism.id, [...(byId.get(mechanism.id) ?? []), { mode, mechanism }]);
    }
  }
  return [...byId].flatMap(([id, outcomes]) => {
    const refused = outcomes.every(({ mechanism }) => mechanism.result === 'refused');
    const mark = refused ? terminal.style('green', '✓') : terminal.style('red', '✗');
    const results = [...new Set(outcomes.map(({ mechanism }) => mechanism.result))].map((result) => {
      const named = outcomes.filter(({ mechanism }) => mechanism.result === result).map(({ mode }) => mode);
      return `${WORDS[result]} in ${named.join(' and ')}`;
    });
    const nothing = outcomes.every(({ mechanism }) => mechanism.tried === 0) ? ': nothing of the kind is here' : '';
    const evidence = outcomes.flatMap(({ mechanism: { open, failure } }) =>
      failure === undefined ? open : [...open, failure],
    );
    return [
      `  ${mark} ${results.join(', ')}: ${outcomes[0]?.mechanism.tries ?? ''} (${id}${nothing})`,
      ...[...new Set(evidence)].map((line) => `      ${line}`),
    ];
  });
}

const WORDS = { refused: 'refused', open: 'OPEN', failed: 'NOT TRIED' } as const;

function summarize(modes: readonly ModeReport[]): string {
  const all = modes.flatMap(({ mechanisms }) => mechanisms);
  const total = new Set(all.map(({ id }) => id)).size;
  const notRefused = [...new Set(all.filter(({ result }) => result !== 'refused').map(({ id }) => id))];
  if (notRefused.length > 0) {
    return `The sandbox is not tight here: ${notRefused.length} of ${total} mechanisms are not refused (${notRefused.join(', ')}).`;
  }
  if (modes.some(({ problem }) => problem !== undefined)) return 'The sandbox could not be tried in every mode.';
  return `All ${total} mechanisms are refused in ${modes.map(({ mode }) => mode).join(' and ')}.`;
}
