import { expect, test, vi } from 'vitest'
import { DESTINATIONS } from '../destinations.ts'
import { COMMANDS } from './commands.ts'
import { addShortcuts, pageBindings } from './page-keys.tsx'
import { conflicts } from './testing/conflicts.ts'

/** The keys of ux.md R13 that belong to a screen. */
const OF_SCREENS = ['j', 'k', '[', ']', 'c', 'e', 'd', 'm', 'n']

test('keys of screens do not conflict with the global keys', () => {
  const everywhere = [
    ...COMMANDS.flatMap((one) => ('keys' in one ? [one.keys] : [])),
    ...DESTINATIONS.map(({ keys }) => keys),
  ]
  expect(conflicts([...everywhere, ...OF_SCREENS])).toEqual([])
})

test('a screen has its keys as long as it is shown', () => {
  const run = vi.fn()
  const leave = addShortcuts([{ keys: ']', label: 'Next message', run }])
  pageBindings()[']']?.()
  expect(run).toHaveBeenCalledOnce()
  leave()
  expect(pageBindings()).toEqual({})
})
