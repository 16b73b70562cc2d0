import { closeSync, openSync } from 'node:fs'
import { openPool } from '../pool.ts'
import { task } from '../task.ts'
import type * as hostile from './hostile-tasks.ts'

// A separate program: it opens as many files as it is allowed to, so that no process can be started, and then closes them.

const module = new URL('./hostile-tasks.ts', import.meta.url)
const limits = { seconds: 30, memoryMiB: 48, answerMiB: 1 }
const echo = task<typeof hostile.echo>({ module, name: 'echo', limits })
const pool = openPool({ mostAtOnce: 1 })
const ask = () => pool.run(echo, 'a', 'answered').catch((error: Error) => error.name)

const files: number[] = []
try {
  for (;;) files.push(openSync('/dev/null', 'r'))
} catch {
  // No more files can be opened: this is the intended state.
}
const told = [await ask(), await ask(), await ask()]
for (const file of files) closeSync(file)
told.push(await ask())
pool.close()
console.log(told.join(' '))
