#!/usr/bin/env node
// Plain JavaScript: a Node that is too old has to be told, and one that finds the command under node_modules strips no types.
import * as nodeModule from 'node:module'

if (nodeModule.registerHooks === undefined || nodeModule.stripTypeScriptTypes === undefined) {
  process.stderr.write(`apsis needs Node 24 or later, this is ${process.version}\n`)
  process.exit(2)
}
const { loadTypeScript } = await import('@apsis/engine/load-typescript.mjs')
loadTypeScript()
await import('./apsis.ts')
