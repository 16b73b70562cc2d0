// Plain JavaScript: installed under node_modules, where Node itself does not strip types, what comes after has them stripped.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Has the types stripped of all that this thread loads from now on; a thread of its own needs it again. */
export function stripTypes() {
  if (!import.meta.url.includes('/node_modules/')) return
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
