import { type CommandNeed, lastCommand } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { CommandOpportunity } from '@apsis/contract/ca/contact/contact.ts'
import type { Commands } from '../../contact/known-contacts.ts'

/** What a burn is commanded by, and until when one can decide. */
export type BurnCommand = { readonly command: CommandOpportunity; readonly commitAt: Date }

/**
 * By the last contact that is known and reaches the burn. By the lead alone where no contacts are known, or not yet those of the time in
 * which the burn has to be commanded: the last that is computed is then not the last that there will be. Null where none reaches.
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
