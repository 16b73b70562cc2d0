// The way into a thread of a screener: what its process has done to load TypeScript does not hold for a thread.
import { stripTypes } from './strip-types.mjs'

stripTypes()
await import('./screen-worker.ts')
