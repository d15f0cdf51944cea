/**
 * The bitrate that the gateway expects.
 *
 * @interface can-bus.bitrate
 * @unit kbit/s
 */
export const CAN_BITRATE = 500;

/** A frame on the bus. */
export interface CanFrame {
  /** The identifier, which is also the priority: lower ones win. */
  readonly id: number;
  readonly data: Uint8Array;
}

/**
 * What the gateway sends itself.
 *
 * @messages can-bus
 * @unit payload byte
 * @unit cycle_time ms
 */
export const GATEWAY_MESSAGES = [{ name: 'gateway_alive', payload: 7, cycle_time: 25 }] as const;
