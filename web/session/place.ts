const KEPT = 'apsis-place'

/** Stores the part of the address after `#`, which is lost on the way to the provider and back. */
export function keepHash(storage: Storage, { pathname, search, hash }: Location): void {
  if (hash === '') storage.removeItem(KEPT)
  else storage.setItem(KEPT, JSON.stringify([pathname + search, hash]))
}

/** Returns the stored hash of this address, once; undefined if the address has a hash of its own, or nothing was stored. */
export function takeHash(storage: Storage, { pathname, search, hash }: Location): string | undefined {
  const kept = storage.getItem(KEPT)
  storage.removeItem(KEPT)
  if (kept === null || hash !== '') return undefined
  const [address, before]: [string, string] = JSON.parse(kept)
  return address === pathname + search ? before : undefined
}
