// Plain JavaScript: what comes after it is TypeScript, which Node loads but for what lies under node_modules.
import { readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isInstalled = import.meta.url.includes('/node_modules/')

/** Readies this thread, and what it starts, for TypeScript: compiled once and kept, and stripped where Node does not. */
export function loadTypeScript() {
  // Without it each thread loads the stripper, which takes 30 ms and 15 MB. Where the folder can't be written, nothing is kept.
  const modules = isInstalled ? '../..' : '../node_modules'
  enableCompileCache(join(import.meta.dirname, modules, '.cache', 'apsis-code'))
  if (isInstalled) stripTypes()
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
