// Checks if node_modules is what package-lock.json demands. It is plain JavaScript because it runs before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm, by `npm ci` as by any other command, records in node_modules what it installed. True if that record has each package of the lock file in the
 * same version with the same checksum, except optional packages for other machines, and nothing else.
 */
export function isInstalled(root) {
  const inside = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(inside)) return false
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const found = packagesOf(inside)
  const isSame = (name) =>
    wanted[name] !== undefined &&
    wanted[name].version === found[name].version &&
    wanted[name].integrity === found[name].integrity
  const isThere = (name) => name === '' || wanted[name].optional === true || found[name] !== undefined
  return Object.keys(found).every(isSame) && Object.keys(wanted).every(isThere)
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}
