import type { Keys } from '../shortcut.ts'

/** Returns pairs of shortcuts of which one hides the other: the same keys, or keys that are the start of the other's. */
export function conflicts(all: readonly Keys[]): [Keys, Keys][] {
  return all.flatMap((one, i) =>
    all
      .filter((other, j) => (one === other ? i < j : other.startsWith(`${one} `)))
      .map((other): [Keys, Keys] => [one, other]),
  )
}
