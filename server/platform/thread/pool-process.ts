import { enableCompileCache, flushCompileCache } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Order, Reply } from './task.ts'

// A process of the pool: it runs one task after the other, and ends with the process that started it.

/** So much more than after the last collection is worth the next one, which takes some tens of milliseconds. */
const GROWN_BYTES = 64 * 1024 ** 2
let restingBytes = process.memoryUsage.rss()

const [parentPid, priority, compiledCode] = process.argv.slice(2)
/** Modules whose code has been kept. */
const kept = new Set<string>()
// Two thirds of a start are the compiling of what a task imports.
if (compiledCode !== undefined) enableCompileCache(compiledCode)

// A product that was started with less priority than that keeps it: an account without rights may not raise it again.
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

/** A loop that does not turn hears of no end of the process that started it: a thread looks. */
function watchParent(): void {
  new Worker(new URL('./parent-watch.ts', import.meta.url), {
    workerData: { parentPid: Number(parentPid) },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  }).unref()
}

/** At once: who is killed, as processes of the pool are, keeps nothing at its end. */
function keepCode(module: string): void {
  if (compiledCode === undefined || kept.has(module)) return
  kept.add(module)
  flushCompileCache()
}

/** Left alone, V8 would keep what one large file has filled and fill as much again with the next. */
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
