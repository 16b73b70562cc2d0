// Plain JavaScript: what comes after it is TypeScript, which Node loads but for what lies under node_modules.
import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isInstalled = import.meta.url.includes('/node_modules/')
// The members lie side by side, in a checkout and as packages.
const MEMBERS = new URL('..', import.meta.url).href
const MEMBER_NAME = '@apsis/'

/** Readies this thread, and what it starts, for TypeScript: compiled once and kept, and stripped where Node does not. */
export function loadTypeScript() {
  // Without it each thread loads the stripper, which takes 30 ms and 15 MB. Where the folder can't be written, nothing is kept.
  const modules = isInstalled ? '../..' : '../node_modules'
  enableCompileCache(join(import.meta.dirname, modules, '.cache', 'apsis-code'))
  findByName()
  if (isInstalled) stripTypes()
}

/**
 * Finds the files of Apsis by their names alone. Node reads the packages about a file, and asks where each link on its path
 * leads, which takes more time than all else about a file that is compiled already.
 */
function findByName() {
  registerHooks({
    resolve(specifier, context, next) {
      const url = specifier.endsWith('.ts') ? urlOf(specifier, context.parentURL) : undefined
      return url === undefined ? next(specifier, context) : { url, format: 'module-typescript', shortCircuit: true }
    },
  })
}

/** The address of a file beside its importer, or of a member; undefined where Node has to look. */
function urlOf(specifier, parentUrl = '') {
  if (!parentUrl.startsWith(MEMBERS)) return undefined
  if (specifier.startsWith('.')) return new URL(specifier, parentUrl).href
  if (!specifier.startsWith(MEMBER_NAME)) return undefined
  const url = MEMBERS + specifier.slice(MEMBER_NAME.length)
  return existsSync(fileURLToPath(url)) ? url : undefined
}

function stripTypes() {
  // That stripping is new is nothing that a user of the command could act on.
  const warn = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).includes('stripTypeScriptTypes')) warn.call(process, warning, ...rest)
  }
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
      const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module', shortCircuit: true, source }
    },
  })
}
