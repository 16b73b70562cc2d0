import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The collection of published reference data. It is no part of the repository: some of it may not be passed on, and it is
 * large. It lies beside the checkout, or where APSIS_REFERENCE says. Only tests, benches and tools read it, never the product.
 */
export const collectionFolder = (): string =>
  process.env.APSIS_REFERENCE ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'reference')

/** Where a file or a folder of the collection is, whether it is there or not. */
export function collectionPath(path: string): string {
  return join(collectionFolder(), path)
}

/** Whether this file or folder of the collection is there. A test that needs it is skipped without it, and so is counted. */
export function hasCollection(path = 'INDEX.md'): boolean {
  return existsSync(collectionPath(path))
}
