#!/usr/bin/env node
// Plain JavaScript: installed under node_modules, where Node itself does not strip types, it has them stripped.
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

if (nodeModule.registerHooks === undefined || nodeModule.stripTypeScriptTypes === undefined) {
  process.stderr.write(`apsis needs Node 24 or later, this is ${process.version}\n`)
  process.exit(2)
}
if (import.meta.url.includes('/node_modules/')) {
  // That stripping is new is nothing that a user of the command could act on.
  const warn = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).includes('stripTypeScriptTypes')) warn.call(process, warning, ...rest)
  }
  nodeModule.registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
      const source = nodeModule.stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module', shortCircuit: true, source }
    },
  })
}
await import('./apsis.ts')
