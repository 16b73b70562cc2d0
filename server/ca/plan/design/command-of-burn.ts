import { type CommandNeed, lastCommand } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { CommandOpportunity } from '@apsis/contract/ca/contact/contact.ts'
import type { Commands } from '../../contact/known-contacts.ts'

/** The command of a burn, and the time until which it can be decided. */
export type BurnCommand = { readonly command: CommandOpportunity; readonly commitAt: Date }

/**
 * Returns the command in the last known contact that reaches the burn. Only the lead counts if no contacts are known, or if the contacts at the
 * time of commanding are not known yet: then the last computed contact is not the last contact. Null if no contact reaches the burn.
 */
export function commandOf(
  commands: Commands | null,
  need: CommandNeed & { readonly burnMs: number },
): BurnCommand | null {
  const limitMs = need.burnMs - need.needMs
  const byLead = (basis: CommandOpportunity['basis']) => ({
    command: { basis, contact: null },
    commitAt: new Date(limitMs),
  })
  if (commands === null) return byLead('NONE')
  const { basis, contacts, knownUntilMs } = commands
  if (knownUntilMs !== null && limitMs > knownUntilMs) return byLead(basis)
  const last = lastCommand(contacts, need)
  if (last === null) return null
  const { from, to, station } = last.contact
  return { command: { basis, contact: { from, to, station } }, commitAt: new Date(last.untilMs) }
}
