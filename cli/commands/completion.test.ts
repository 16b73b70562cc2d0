import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { COMMANDS } from '../run-apsis.ts'
import { record } from '../testing/recorded-terminal.ts'
import { optionNames } from './option-names.ts'

async function scriptFor(shell: string): Promise<string> {
  const { code, out, err } = await record(['completion', shell])
  expect([code, err]).toEqual([0, ''])
  return out
}

/** Returns the words that bash would offer to complete the last of these words. */
function offeredByBash(script: string, words: readonly string[]): string[] {
  const line = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _apsis; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', `${script}\n${line}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

test('apsis completion bash completes commands, and the options of a command', async () => {
  const script = await scriptFor('bash')
  expect(offeredByBash(script, ['apsis', 'pr'])).toEqual(['propagate'])
  expect(offeredByBash(script, ['apsis', 'p'])).toEqual(['propagate', 'pc', 'plan', 'passes'])
  expect(offeredByBash(script, ['apsis', 'screen', '--cat'])).toEqual(['--catalogue'])
  expect(offeredByBash(script, ['apsis', 'pc', '--h'])).toEqual(['--hbr', '--help'])
})

test.each(['zsh', 'fish'])('apsis completion %s names every command and each of its options', async (shell) => {
  const script = await scriptFor(shell)
  for (const { name, load } of COMMANDS) {
    expect(script).toContain(name)
    for (const option of optionNames((await load()).help)) expect(script).toMatch(new RegExp(`(--|-l )${option}\\b`))
  }
})

test('every option that the help explains is an option of its command', async () => {
  for (const { name, load } of COMMANDS) {
    const options = optionNames((await load()).help)
    for (const option of options) {
      const { err } = await record([name, `--${option}`, '--no-such-option'], {})
      expect(`${name} ${err}`).not.toContain(`there is no option --${option}\n`)
    }
  }
})

test('apsis man prints a page with all commands, and man does not interpret its text as markup', async () => {
  const { code, out, err } = await record(['man'])
  expect([code, err]).toEqual([0, ''])
  for (const { name } of COMMANDS) {
    // In a man page a hyphen that is typed has its own character.
    const typed = name.replaceAll('-', '\\-')
    expect(out).toContain(`.SH APSIS ${name.toUpperCase()}\n.nf\nUsage: apsis ${typed}`)
  }
  const macros = new Set(out.split('\n').flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? []))
  expect(macros).toEqual(new Set(['TH', 'SH', 'B', 'TP', 'nf', 'fi']))
})
