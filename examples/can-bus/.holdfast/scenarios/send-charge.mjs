// Reads the state of charge and encodes it, as the gateway does.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const built = pathToFileURL(resolve('dist/gateway/src/battery-status.js')).href;
const { encodeBatteryStatus } = await import(built);
const { charge } = await (await fetch(process.argv[2])).json();
const { data } = encodeBatteryStatus({ charge });
console.log(`first byte ${data[0]}`);
