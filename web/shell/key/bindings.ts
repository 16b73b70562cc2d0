import { allows } from '@apsis/contract/roles.ts'
import { DESTINATIONS, type Destination } from '../destinations.ts'
import { COMMANDS } from './commands.ts'
import type { Keys } from './shortcut.ts'

/** Returns the shortcuts of a user with these roles; without a signed-in user, only the shortcuts that open no screen. */
export function bindingsOf(
  roles: ReadonlySet<string> | undefined,
  go: (link: Destination['link']) => void,
): Readonly<Record<Keys, () => void>> {
  const commands = COMMANDS.flatMap((command): [Keys, () => void][] =>
    'keys' in command ? [[command.keys, command.run]] : [],
  )
  const screens = DESTINATIONS.filter(({ access }) => roles !== undefined && allows(access, roles)).map(
    ({ keys, link }): [Keys, () => void] => [keys, () => go(link)],
  )
  return Object.fromEntries([...commands, ...screens])
}
