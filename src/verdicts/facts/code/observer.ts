import type {
  NamedNumber,
  ObservedAssertion,
  ObservedCall,
  ObservedCode,
  ObservedGuard,
  ObservedHandler,
  ObservedList,
  ObservedRow,
  ObservedStatement,
  ObservedText,
} from '../interface/observed-code.ts';

/** Where a node is. */
export interface Place {
  readonly scope: string;
  /** The head of the innermost statement because of which the node may not be executed in its scope. */
  readonly condition: string | undefined;
}

/** Collects what a reader finds while it visits the syntax of a module. */
export class Observer implements ObservedCode {
  readonly scopes = new Set<string>(['']);
  readonly assertions: ObservedAssertion[] = [];
  readonly calls: ObservedCall[] = [];
  readonly numbers: NamedNumber[] = [];
  readonly rows: ObservedRow[] = [];
  readonly lists: ObservedList[] = [];
  readonly guards: ObservedGuard[] = [];
  readonly handlers: ObservedHandler[] = [];
  readonly conditions: ObservedText[] = [];
  readonly values: ObservedText[] = [];
  readonly statements: ObservedStatement[] = [];
  readonly silencers: ObservedText[] = [];
  readonly asyncFunctions = new Set<string>();
  readonly relativeImports = new Set<string>();
  readonly sizeNames = new Set<string>();

  /** Opens a scope inside another one, and returns its path. */
  open(scope: string, name: string): string {
    const path = scope === '' ? name : `${scope} > ${name}`;
    this.scopes.add(path);
    return path;
  }
}

/** The call of a log, by its name: `console.error`, `logger.warning`, `log.Printf`. */
export function isLogCall(name: string): boolean {
  return (
    /(?:^|\.)(?:console|log|logs|logger|logging|slog|zap)\.\w+$/i.test(name) ||
    /(?:^|[._])(?:log|warn|warning|logger|debug|captureException|reportError|printStackTrace|print_exc|exception)$/i.test(
      name,
    )
  );
}

/** The value of a number as code writes it: `5_000`, `0.5`, `5 * 1000`, `2 * time.Second`. `undefined` for other code. */
export function numberOf(text: string): number | undefined {
  let product = 1;
  let hasNumber = false;
  for (const factor of text.split('*')) {
    const part = factor.trim();
    const unit = UNITS.get(part);
    if (unit !== undefined) product *= unit;
    else if (/^-?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[+-]?\d+)?n?$/i.test(part)) {
      product *= Number(part.replaceAll('_', '').replace(/n$/, ''));
      hasNumber = true;
    } else return undefined;
  }
  return hasNumber || UNITS.has(text.trim()) ? product : undefined;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['time.Nanosecond', 1e-6],
  ['time.Microsecond', 1e-3],
  ['time.Millisecond', 1],
  ['time.Second', 1000],
  ['time.Minute', 60_000],
  ['time.Hour', 3_600_000],
]);

/** Whether a text is a value, which is what a test expects, and not an expression that it checks. */
export function isLiteral(text: string): boolean {
  return /^(?:-?[\d.]|[rbf]?["'`]|[[{]|(?:true|false|null|undefined|nil|None|True|False)$|\[\]\w+\{)/.test(text);
}

/** A function whose call stops if something does not hold. */
export const GUARD_CALL =
  /(?:^|\.)(?:assert|invariant|ensure|validate|verify|check|authorize|authorise|require|guard|must)(?=[A-Z_]|$)\w*$/;
/** A variable or a field with what a test expects. */
export const EXPECTED_NAME = /^(?:want|wanted|expect|expected|expectation|exp|output|out|result)(?:[A-Z_]\w*)?$/;
/** A longer value is no condition. */
export const MAX_CONDITION = 300;

/** A variable with cases by their names. */
export const CASES_NAME = /(?:cases?|tests?|table|expectations?|fixtures?|examples?)$/i;
/** A function that waits until something holds, and whose second argument limits the time. */
export const WAITS = /(?:wait|eventually|poll|retry|until)\w*$/i;
