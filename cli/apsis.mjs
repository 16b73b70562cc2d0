#!/usr/bin/env node
// Plain JavaScript: installed under node_modules, where Node itself does not strip types, it has them stripped.
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

if (nodeModule.registerHooks === undefined || nodeModule.stripTypeScriptTypes === undefined) {
  process.stderr.write(`apsis needs Node 24 or later, this is ${process.version}\n`)
  process.exit(2)
}
nodeModule.enableCompileCache()
if (import.meta.url.includes('/node_modules/')) {
  nodeModule.registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
      const source = nodeModule.stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module', shortCircuit: true, source }
    },
  })
}
await import('./apsis.ts')
