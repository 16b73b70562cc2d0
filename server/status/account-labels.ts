import { AccountLabel } from '@apsis/contract/status/status.ts'
import type { Caller } from '../platform/auth/caller.ts'

/** Names with this prefix belong to demonstration accounts (spec §6). */
const DEMO_PREFIX = 'demo'

/** The user names to which the settings give each label. */
export type LabelledUsers = Readonly<Record<AccountLabel, readonly string[]>>

/** Returns the labels of an account, which result from its name, the lists in the settings, or a claim of the provider. */
export function accountLabels(
  { username, claimedLabels }: Pick<Caller, 'username' | 'claimedLabels'>,
  listed: LabelledUsers,
): AccountLabel[] {
  const name = username.toLowerCase()
  const isNamed = (label: AccountLabel) =>
    (label === 'demo' && name.startsWith(DEMO_PREFIX)) || listed[label].some((one) => one.toLowerCase() === name)
  return AccountLabel.options.filter((label) => claimedLabels.includes(label) || isNamed(label))
}
