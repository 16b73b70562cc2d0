import { type CommandNeed, lastCommand } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { CommandOpportunity } from '@apsis/contract/ca/contact/contact.ts'
import type { Commands } from '../../contact/known-contacts.ts'

/** The command of a burn, and the time until which it can be decided. */
export type BurnCommand = { readonly command: CommandOpportunity; readonly commitAt: Date }

/**
 * Takes the last known contact that reaches the burn. The lead alone counts where no contacts are known, or not yet those of the time in
 * which the burn has to be commanded: the last computed contact is then not the last one that there will be. Null if no contact reaches it.
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
