/** What the hooks of a client start. */
export interface HookProgram {
  /** The command line that starts Holdfast, without arguments. */
  readonly program: string;
  readonly runCommands: boolean;
}
