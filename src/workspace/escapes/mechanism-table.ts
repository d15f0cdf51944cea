import { FILE_MECHANISMS } from './file-mechanisms.ts';
import { KERNEL_MECHANISMS } from './kernel-mechanisms.ts';
import type { Mechanism } from './mechanism.ts';
import { PRIVILEGE_MECHANISMS } from './privilege-mechanisms.ts';
import { PROCESS_MECHANISMS } from './process-mechanisms.ts';
import { SOCKET_MECHANISMS } from './socket-mechanisms.ts';

const MECHANISMS: readonly Mechanism[] = [
  ...FILE_MECHANISMS,
  ...SOCKET_MECHANISMS,
  ...PROCESS_MECHANISMS,
  ...KERNEL_MECHANISMS,
  ...PRIVILEGE_MECHANISMS,
];

/** The mechanisms that must be refused in a mode on this system. */
export function mechanismsOf(mode: 'auto' | 'strict'): readonly Mechanism[] {
  return MECHANISMS.filter(
    (one) =>
      (one.mode === undefined || one.mode === mode) &&
      (one.platform === undefined || one.platform === process.platform),
  );
}
