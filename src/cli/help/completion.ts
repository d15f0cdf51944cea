import type { Command } from 'commander';
import { visibleCommands } from './visible-commands.ts';

/** The shells for which there is a script. */
export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

/** The words that can follow the words of a command. */
interface CompletedCommand {
  /** The names of the commands, separated by spaces; empty for the program. */
  readonly path: string;
  readonly words: readonly string[];
}

/** A script that completes the commands and options of a program in a shell. The shell completes paths by itself. */
export function createCompletion(program: Command, shell: Shell): string {
  const commands = listCommands(program, '');
  switch (shell) {
    case 'bash':
      return `${createFunction(commands)}complete -o default -F _holdfast holdfast`;
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${createFunction(commands)}complete -o default -F _holdfast holdfast`;
    case 'fish':
      return createFish(commands);
    case 'powershell':
      return createPowerShell(commands);
  }
}

function listCommands(command: Command, path: string): readonly CompletedCommand[] {
  const inside = visibleCommands(command);
  const names = inside.map((inner) => inner.name());
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const options = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
  const own = { path, words: [...names, ...choices, ...options, '--help'] };
  return [own, ...inside.flatMap((inner) => listCommands(inner, `${path} ${inner.name()}`.trim()))];
}

/** The function of bash, which zsh can call, too. The longest path comes first. */
function createFunction(commands: readonly CompletedCommand[]): string {
  const cases = [...commands]
    .sort((one, other) => other.path.length - one.path.length)
    .map(({ path, words }) => `    "${path}"*) words="${words.join(' ')}" ;;`);
  return `_holdfast() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
`;
}

function createFish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ path, words }) => {
    const condition =
      path === ''
        ? '__fish_use_subcommand'
        : path
            .split(' ')
            .map((name) => `__fish_seen_subcommand_from ${name}`)
            .join('; and ');
    return words.map((word) =>
      word.startsWith('--')
        ? `complete -c holdfast -n '${condition}' -l ${word.slice(2)}`
        : `complete -c holdfast -n '${condition}' -a ${word}`,
    );
  });
  return lines.join('\n');
}

function createPowerShell(commands: readonly CompletedCommand[]): string {
  const entries = commands.map(
    ({ path, words }) => `    '${path}' = @(${words.map((word) => `'${word}'`).join(', ')})`,
  );
  return `Register-ArgumentCompleter -Native -CommandName holdfast -ScriptBlock {
  param($word, $line, $position)
  $commands = @{
${entries.join('\n')}
  }
  $path = ''
  foreach ($element in $line.CommandElements | Select-Object -Skip 1) {
    $next = ("$path " + $element.ToString()).Trim()
    if ($element.Extent.EndOffset -lt $position -and $commands.ContainsKey($next)) { $path = $next }
  }
  $commands[$path] | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}
