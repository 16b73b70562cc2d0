#!/usr/bin/env node
// This is plain JavaScript: a Node that is too old must get a message, and a Node that finds the command below node_modules does not strip types.
import * as nodeModule from 'node:module'

if (nodeModule.registerHooks === undefined || nodeModule.stripTypeScriptTypes === undefined) {
  process.stderr.write(`apsis needs Node 24 or later, this is ${process.version}\n`)
  process.exit(2)
}
const { loadTypeScript } = await import('@apsis/engine/load-typescript.mjs')
loadTypeScript()
await import('./apsis.ts')
