import { placeOfHash } from '../../site/place-of-hash.ts'

/** Shows what has just been put on the page: the place that the address names, else its beginning. */
export function arrive(content: HTMLElement | null): void {
  if (!content) return
  const named = placeOfHash(content.ownerDocument)
  if (named) named.scrollIntoView()
  // On a phone the whole page scrolls, and would keep the place of what was read before.
  else content.closest('main')?.scrollTo(0, 0)
}
