import { AccountLabel } from '@apsis/contract/status/status.ts'
import type { Caller } from '../platform/auth/caller.ts'

/** Names with this prefix are those of demonstration accounts (spec §6). */
const DEMO_PREFIX = 'demo'

/** User names by the label that the settings give them. */
export type LabelledUsers = Readonly<Record<AccountLabel, readonly string[]>>

/** Returns the labels of an account: by its name, by the lists of the settings, or by a claim of the provider. */
export function accountLabels(
  { username, claimedLabels }: Pick<Caller, 'username' | 'claimedLabels'>,
  listed: LabelledUsers,
): AccountLabel[] {
  const name = username.toLowerCase()
  const isNamed = (label: AccountLabel) =>
    (label === 'demo' && name.startsWith(DEMO_PREFIX)) || listed[label].some((one) => one.toLowerCase() === name)
  return AccountLabel.options.filter((label) => claimedLabels.includes(label) || isNamed(label))
}
