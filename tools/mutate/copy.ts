import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { collectionFolder, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import type { Tree } from '../house/tree.ts'

/** A copy of the checkout whose files may be broken, and how it is thrown away. */
export type Copy = { readonly root: string; readonly remove: () => void }

/** The members of the copy import each other, and everything else is that of the checkout. */
export function copyCheckout(root: string, tree: Tree): Copy {
  const base = mkdtempSync(join(tmpdir(), 'apsis-mutate-'))
  const copy = join(base, 'checkout')
  for (const file of tree.files()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@apsis'), { recursive: true })
  for (const name of readdirSync(from).filter((each) => each !== '@apsis' && !/^\.(vite|cache)/.test(each))) {
    symlinkSync(join(from, name), join(to, name), 'junction')
  }
  for (const member of readdirSync(join(from, '@apsis')))
    symlinkSync(join(copy, member), join(to, '@apsis', member), 'junction')
  // Beside the copy as beside the checkout: a product that a test starts knows no setting for it, and would refuse one.
  const collection = join(base, 'shared', 'reference')
  mkdirSync(dirname(collection), { recursive: true })
  if (hasCollection()) symlinkSync(resolve(collectionFolder()), collection, 'junction')
  return { root: copy, remove: () => rmSync(base, { recursive: true, force: true }) }
}
