// The way into a thread of a screener: what its process has done to load TypeScript does not hold for a thread.
import { loadTypeScript } from './load-typescript.mjs'

loadTypeScript()
await import('./screen-worker.ts')
