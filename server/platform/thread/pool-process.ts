import { enableCompileCache, flushCompileCache } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Order, Reply } from './task.ts'

// A process of the pool: it runs one task after the other, and ends with its parent process.

/** If memory has grown by this much since the last collection, the next one is worthwhile; it takes some tens of milliseconds. */
const GROWN_BYTES = 64 * 1024 ** 2
let restingBytes = process.memoryUsage.rss()

const [parentPid, priority, compiledCode] = process.argv.slice(2)
/** Modules whose compiled code has been cached. */
const kept = new Set<string>()
// Compiling the imports of a task takes two thirds of the start time.
if (compiledCode !== undefined) enableCompileCache(compiledCode)

// A product that was started with a lower priority than this one keeps its priority, because an unprivileged account may not raise it again.
setPriority(Math.max(getPriority(), Number(priority)))
process.on('disconnect', () => process.exit(0))
watchParent()
process.on('message', (order: Order) => {
  void perform(order).then((reply) => {
    process.send?.(reply)
    setImmediate(() => {
      keepCode(order.module)
      giveBack()
    })
  })
})

/** A frozen loop does not notice the end of its parent process, so a thread watches for it. */
function watchParent(): void {
  new Worker(new URL('./parent-watch.ts', import.meta.url), {
    workerData: { parentPid: Number(parentPid) },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  }).unref()
}

/** The code is cached at once, because a process of the pool is killed at its end and then caches nothing. */
function keepCode(module: string): void {
  if (compiledCode === undefined || kept.has(module)) return
  kept.add(module)
  flushCompileCache()
}

/** Without this, V8 would keep the memory of one large file and use the same amount again for the next. */
function giveBack(): void {
  if (process.memoryUsage.rss() < restingBytes + GROWN_BYTES) return
  globalThis.gc?.()
  restingBytes = process.memoryUsage.rss()
}

async function perform({ id, module, name, input, answerBytes }: Order): Promise<Reply> {
  try {
    const { [name]: run } = (await import(module)) as Record<string, (given: unknown) => unknown>
    if (run === undefined) throw new TypeError(`${module} has no function ${name}`)
    const bytes = serialize(await run(input))
    return bytes.length > answerBytes ? { id, kind: 'too-large' } : { id, kind: 'answer', bytes }
  } catch (error) {
    return { id, kind: 'error', error: error instanceof Error ? error : new Error(String(error)) }
  }
}
