import { openPool } from '../pool.ts'
import { task } from '../task.ts'
import type * as hostile from './hostile-tasks.ts'

// A separate program that waits for an endless task, until somebody kills it.

const [, , file = ''] = process.argv
const module = new URL('./hostile-tasks.ts', import.meta.url)
const limits = { seconds: 600, memoryMiB: 48, answerMiB: 1 }
await openPool().run(task<typeof hostile.tellAndTurn>({ module, name: 'tellAndTurn', limits }), 'a', file)
