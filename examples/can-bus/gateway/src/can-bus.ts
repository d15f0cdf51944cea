/**
 * The bitrate that the gateway expects.
 *
 * @interface can-bus.bitrate
 * @unit kbit/s
 */
export const CAN_BITRATE = 500;

/**
 * What the gateway sends itself.
 *
 * @messages can-bus
 * @unit payload byte
 * @unit cycle_time ms
 */
export const GATEWAY_MESSAGES = [{ name: 'gateway_alive', payload: 2, cycle_time: 50 }] as const;
