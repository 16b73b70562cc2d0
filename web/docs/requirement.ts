const SERVICES: Readonly<Record<string, string>> = {
  ca: 'collision avoidance',
  odt: 'on-demand tracking',
  payments: 'payments',
}

/** Who may make a call, as a sentence (spec §6: every requirement holds, any one of its alternatives suffices). */
export function requirementsInWords(requires: readonly string[]): string {
  if (requires.length === 0) return 'For everybody who is signed in.'
  const each = requires.map((requirement) => {
    const roles = requirement.split(',').map((role) => role.trim().split(':'))
    const services = [...new Set(roles.map(([service = '']) => SERVICES[service] ?? service))]
    return `${alternatives(roles.map(([, role = '']) => role))} of ${services.join(' or ')}`
  })
  return `Needs the role ${each.join(', and ')}.`
}

function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
