import { type Command, type ListedCommand, onlyArgument, parseCommandLine, UsageError } from '../terminal/command.ts'
import { optionNames } from './option-names.ts'

/** The data about a command that completion in a shell needs. */
interface CompletionEntry {
  readonly name: string
  readonly summary: string
  readonly options: readonly string[]
}

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletionEntry[]) => string>> = { bash, zsh, fish }
const SHELLS = Object.keys(SCRIPTS).join(', ')

/** Returns the command `apsis completion` for the listed commands. */
export function completionCommand(listed: readonly ListedCommand[]): Command {
  return {
    help: `Usage: apsis completion SHELL

  SHELL   ${SHELLS}

The script goes to standard output. The shell then completes commands, their options, and file names.

Examples:
  source <(apsis completion bash)
  apsis completion zsh > ~/.zfunc/_apsis
  apsis completion fish > ~/.config/fish/completions/apsis.fish`,
    run: async (args, terminal) => {
      const shell = onlyArgument(parseCommandLine(args, {}).positionals, `the shell (${SHELLS})`)
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
      if (script === undefined) throw new UsageError(`the shell is ${SHELLS}, not ${JSON.stringify(shell)}`)
      const commands = await Promise.all(
        listed.map(async ({ name, summary, load }) => ({ name, summary, options: optionNames((await load()).help) })),
      )
      await terminal.write(script(commands))
      return 0
    },
  }
}

const dashed = ({ options }: CompletionEntry) => [...options, 'help'].map((name) => `--${name}`).join(' ')

function bash(commands: readonly CompletionEntry[]): string {
  return `# Completion of apsis for bash.
_apsis() {
  local word=\${COMP_WORDS[COMP_CWORD]} options=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map((one) => `    ${one.name}) options='${dashed(one)}' ;;`).join('\n')}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _apsis apsis
`
}

function zsh(commands: readonly CompletionEntry[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''")
  return `#compdef apsis
# Completion of apsis for zsh.
_apsis() {
  local -a commands=(
${commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local -a options
  case $words[2] in
${commands.map((one) => `    ${one.name}) options=(${dashed(one)}) ;;`).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then compadd -- $options; else _files; fi
}
if [ "$funcstack[1]" = _apsis ]; then _apsis "$@"; else compdef _apsis apsis; fi
`
}

function fish(commands: readonly CompletionEntry[]): string {
  const quoted = (text: string) => text.replaceAll("'", "\\'")
  const lines = commands.flatMap((one) => [
    `complete -c apsis -n __fish_use_subcommand -f -a ${one.name} -d '${quoted(one.summary)}'`,
    ...[...one.options, 'help'].map(
      (option) => `complete -c apsis -n '__fish_seen_subcommand_from ${one.name}' -l ${option}`,
    ),
  ])
  return `# Completion of apsis for fish.\n${lines.join('\n')}\n`
}
