import { closeSync, constants, fchownSync, fstatSync, lchownSync, lstatSync, openSync, readdirSync } from 'node:fs'
import type { Account } from './account.ts'

/**
 * Gives a folder, and all below it that belongs to one of these accounts, to another one. What is in a folder goes before
 * the folder itself: the owner of the top says whether all of it was done.
 *
 * Root walks here through folders of an account that other programs may run under. Each step starts from the opened folder,
 * so that a link put in the place of a name cannot lead it elsewhere.
 */
export function giveTree(path: string, from: readonly number[], to: Account): void {
  const found = lstatSync(path)
  if (!found.isDirectory() && !found.isFile()) {
    if (from.includes(found.uid)) lchownSync(path, to.uid, to.gid)
    return
  }
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(file)
    const inside = `/proc/self/fd/${file}`
    if (stat.isDirectory()) for (const name of readdirSync(inside)) giveTree(`${inside}/${name}`, from, to)
    if (from.includes(stat.uid)) fchownSync(file, to.uid, to.gid)
  } finally {
    closeSync(file)
  }
}
