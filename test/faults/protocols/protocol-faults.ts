/** The table of protocol and fault, with the message that each call ends with. */
import type { HttpFault } from './faulty-http.ts';

export interface MetFault {
  readonly protocol: string;
  readonly fault: string;
  readonly message: string;
}

/** The requests that an agent answers before the first prompt. */
export const AGENT_ANSWERS = 2;

const NO_ANSWER = /no answer in 0\.3 seconds/;

/** The faults of `test/fixtures/faulty-program.mjs`, as a domain service. */
export const DOMAIN_FAULTS: Readonly<Record<string, RegExp>> = {
  dies: /exited with code 3/,
  'is-killed': /SIGKILL ended it/,
  'dies-in-a-message': /exited with code 3/,
  'stops-in-a-message': NO_ANSWER,
  garbage: /not a message: "hello"/,
  'garbage-for-ever': /not a message: "x+…"/,
  'messages-for-ever': /more than 1048576 bytes/,
  'a-huge-message': /more than 1048576 bytes/,
  'no-object': NO_ANSWER,
  'the-wrong-id': NO_ANSWER,
  'never-answers': NO_ANSWER,
  'never-reads': NO_ANSWER,
  'closes-its-output': /closed its output/,
  'leaves-a-child': /exited with code 4/,
  'ignores-its-end': NO_ANSWER,
  'stops-itself': NO_ANSWER,
  'fills-its-error-output': NO_ANSWER,
};

const NO_SESSION = /no session within/;

/** The same faults, as an external agent. */
export const AGENT_FAULTS: Readonly<Record<string, RegExp>> = {
  dies: /ended with exit code 3/,
  'is-killed': /ended by SIGKILL/,
  'dies-in-a-message': /ended with exit code 3/,
  'stops-in-a-message': NO_SESSION,
  garbage: NO_SESSION,
  'garbage-for-ever': /exceeds the configured \d+ byte limit|ended with exit code 1/,
  'no-object': NO_SESSION,
  'the-wrong-id': NO_SESSION,
  'never-answers': NO_SESSION,
  'never-reads': NO_SESSION,
  'closes-its-output': /closed/,
  'leaves-a-child': /ended with exit code 4/,
  'ignores-its-end': NO_SESSION,
  'stops-itself': NO_SESSION,
  'fills-its-error-output': NO_SESSION,
};

const STALLED = /received nothing for 3 s/;
const NOT_REACHED = /Cannot connect to API/;
const BROKEN = /Failed to process successful response/;

export const MODEL_FAULTS: Readonly<Partial<Record<HttpFault, RegExp>>> = {
  'never-answers': STALLED,
  'closes-at-once': NOT_REACHED,
  resets: NOT_REACHED,
  garbage: NOT_REACHED,
  'dies-in-the-headers': NOT_REACHED,
  'stops-in-the-headers': STALLED,
  'headers-for-ever': /Cannot connect to API|received nothing/,
  'dies-in-the-body': BROKEN,
  'stops-in-the-body': STALLED,
  'resets-in-the-body': BROKEN,
  'a-body-for-ever': /more than \d+ bytes/,
  'an-error-for-ever': /more than \d+ bytes/,
  'drips-in-the-body': STALLED,
  'drips-in-the-headers': STALLED,
  'redirects-in-a-loop': /redirect/,
  'a-line-for-ever': /more than \d+ bytes/,
  'comments-for-ever': STALLED,
  'drips-events': /no complete answer within/,
  'events-for-ever': /more than \d+ bytes|no complete answer within/,
};

export const MODEL_LIST_FAULTS: Readonly<Partial<Record<HttpFault, RegExp>>> = {
  'never-answers': /no complete answer within/,
  'stops-in-the-body': /no complete answer within/,
  'drips-in-the-body': /no complete answer within/,
  'a-body-for-ever': /more than \d+ bytes|no complete answer within/,
};

/** Reads are repeated, and the last of them fails because of the fault or of the limit. */
const UNREACHABLE = /GitHub cannot be reached: /;

export const FORGE_FAULTS: Readonly<Partial<Record<HttpFault, RegExp>>> = {
  'never-answers': /cannot be reached: no complete answer within 0\.3 s/,
  'closes-at-once': UNREACHABLE,
  resets: UNREACHABLE,
  garbage: UNREACHABLE,
  'dies-in-the-headers': UNREACHABLE,
  'stops-in-the-headers': UNREACHABLE,
  'headers-for-ever': UNREACHABLE,
  'dies-in-the-body': UNREACHABLE,
  'stops-in-the-body': UNREACHABLE,
  'resets-in-the-body': UNREACHABLE,
  'a-body-for-ever': UNREACHABLE,
  'an-error-for-ever': UNREACHABLE,
  'drips-in-the-body': /cannot be reached: no complete answer within 0\.3 s/,
  'drips-in-the-headers': UNREACHABLE,
  'redirects-in-a-loop': UNREACHABLE,
  'pages-for-ever': /more than 1000 pages/,
};

/** The faults of programs that `npm test` meets: each takes a process. The full run meets all. */
export const SAMPLED_FAULTS: ReadonlySet<string> = new Set([
  'dies-in-a-message',
  'garbage-for-ever',
  'closes-its-output',
  'leaves-a-child',
]);
