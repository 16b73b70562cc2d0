import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../log.ts'
import { keepProcess } from '../keep-process.ts'

// A separate program: it opens as many files as it is allowed to, and then starts a part and stops it.

const log = createLog({ level: 'error', process: 'test', version: 'test' })
const files: number[] = []
try {
  for (;;) files.push(openSync('/dev/null', 'r'))
} catch {
  // No more files can be opened: this is the intended state.
}
const given = { databaseUrl: '', identityPath: undefined, opsPort: 0 }
const entry = join(import.meta.dirname, 'part-without-room.ts')
const kept = keepProcess({ name: 'worker', entry, given, log })
const told = await kept.ready.catch((error: Error) => error.message)
await kept.stop(performance.now())
for (const file of files) closeSync(file)
console.log(told)
