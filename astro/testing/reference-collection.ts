import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The collection of published reference data. It is not part of the repository: it is large, and some of it may not be redistributed. It lies
 * next to the checkout, or where APSIS_REFERENCE points. Only tests, benches and tools read it, never the product.
 */
export const collectionFolder = (): string =>
  process.env.APSIS_REFERENCE ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'reference')

/** Returns the path of a file or folder of the collection, whether it exists or not. */
export function collectionPath(path: string): string {
  return join(collectionFolder(), path)
}

/** Returns whether this file or folder of the collection exists. Without it, a test that needs it is skipped and counted as skipped. */
export function hasCollection(path = 'INDEX.md'): boolean {
  return existsSync(collectionPath(path))
}
