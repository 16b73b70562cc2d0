// This is plain JavaScript. The code that follows is TypeScript, which Node can load except below node_modules.
import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isInstalled = import.meta.url.includes('/node_modules/')
// The packages are in folders next to each other, in a checkout and when installed.
const MEMBERS = new URL('..', import.meta.url).href
const MEMBER_NAME = '@apsis/'

/**
 * Prepares this thread, and the threads that it starts, for TypeScript: the code is compiled once and cached, and its types are stripped where Node
 * does not do that.
 */
export function loadTypeScript() {
  // Without the cache each thread loads the type stripper, which takes 30 ms and 15 MB. If the folder cannot be written, nothing is cached.
  const modules = isInstalled ? '../..' : '../node_modules'
  enableCompileCache(join(import.meta.dirname, modules, '.cache', 'apsis-code'))
  findByName()
  if (isInstalled) stripTypes()
}

/**
 * Finds the files of Apsis by their names only. Node reads the packages around a file and follows each link in its path, which takes more time than
 * everything else for a file that is already compiled.
 */
function findByName() {
  registerHooks({
    resolve(specifier, context, next) {
      const url = specifier.endsWith('.ts') ? urlOf(specifier, context.parentURL) : undefined
      return url === undefined ? next(specifier, context) : { url, format: 'module-typescript', shortCircuit: true }
    },
  })
}

/** Returns the address of a file relative to its importer, or of a package; undefined if Node has to search. */
function urlOf(specifier, parentUrl = '') {
  if (!parentUrl.startsWith(MEMBERS)) return undefined
  if (specifier.startsWith('.')) return new URL(specifier, parentUrl).href
  if (!specifier.startsWith(MEMBER_NAME)) return undefined
  const url = MEMBERS + specifier.slice(MEMBER_NAME.length)
  return existsSync(fileURLToPath(url)) ? url : undefined
}

function stripTypes() {
  // A user of the command can do nothing about the fact that type stripping is new, so this warning is not shown.
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
