// This is the entry point of a screener's thread: a thread does not inherit what its process has done to load TypeScript.
import { loadTypeScript } from './load-typescript.mjs'

loadTypeScript()
await import('./screen-worker.ts')
