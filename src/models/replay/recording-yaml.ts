/** The two functions that recordings need. The whole package as a value would keep all of it in the bundle. */
export { parse, stringify } from 'yaml';
